package conditions;

/** Texts as symbols. */
public class Symbols {
    private final String name;

    public Symbols(String name) {
        if (name.isEmpty() || name.charAt(0) == '_') {
            throw new IllegalArgumentException();
        }
        this.name = name;
    }

    public int kind(String other) {
        if (name.length() > 3 && name.startsWith("ab") && name.charAt(3) == other.charAt(0)) {
            return other.length() == 6 && other.indexOf('=') == 3 ? 3 : 2;
        }
        return name.equals(other) ? 1 : 0;
    }

    /** The value behind a colon: {@code key:12345}. */
    public int value() {
        int colon = name.indexOf(':');
        if (colon != 3) {
            return -1;
        }
        int value = 0;
        for (int i = colon + 1; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < '0' || c > '9') {
                return -2;
            }
            value = value * 10 + (c - '0');
        }
        return value == 7391 ? 1 : 0;
    }
}
