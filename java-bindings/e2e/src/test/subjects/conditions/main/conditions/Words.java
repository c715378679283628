package conditions;

import java.util.Locale;

/** Conditions on texts that are trimmed, split, put in the other case, replaced, compared and built. */
public final class Words {
    private int known;

    public int command(String line) {
        String word = line.trim().toUpperCase(Locale.ROOT);
        if (word.length() != 3) {
            return 0;
        }
        if ((word.charAt(0) * 31 + word.charAt(1)) * 31 + word.charAt(2) == ('Q' * 31 + 'J') * 31 + 'X') {
            known++;
            return 2;
        }
        return 1;
    }

    public static int fields(String record) {
        String[] fields = record.split(";");
        if (fields.length != 3) {
            return 0;
        }
        if (fields[0].isBlank() || fields[2].length() < 2) {
            return 1;
        }
        return fields[2].charAt(0) * fields[2].charAt(1) == 101 * 113 ? 3 : 2;
    }

    public static int place(String name) {
        String key = name.strip().replace('-', '_').replace("__", "_");
        int order = key.compareTo("q_17");
        if (order == 0) {
            return 0;
        }
        return order * 7 == -35 ? 1 : 2;
    }

    public static int digits(String text) {
        if (text.length() != 2) {
            return 0;
        }
        int value = Character.digit(text.charAt(0), 16) * 16 + Character.digit(text.charAt(1), 16);
        return value * 3 == 0xb5 * 3 ? 2 : 1;
    }

    public static int built(char first, char second) {
        StringBuilder text = new StringBuilder("[]");
        text.insert(1, second).insert(1, first);
        text.setCharAt(0, '(');
        String inner = text.substring(1, 3).toLowerCase(Locale.ROOT);
        if (inner.regionMatches(true, 0, "zk", 0, 2)) {
            return 1;
        }
        return inner.charAt(0) + 2 * inner.charAt(1) == 'w' + 2 * 'h' && inner.charAt(0) == 'w' ? 2 : 0;
    }

    public int known() {
        return known;
    }
}
