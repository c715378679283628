package conditions;

/** A branch of each kind that random tests do not take. */
public class Kinds {
    /** How a run goes. */
    public enum Mode {
        SLOW, STEADY, FAST
    }

    private Kinds() {}

    public static boolean equality(String a, String b, String c, String d) {
        return a.equals("north") && b.equals("bridge") && c.equals("lantern") && d.equals("seven");
    }

    public static int switchOnText(String first, String second, String third) {
        switch (first) {
            case "open":
                switch (second) {
                    case "window":
                        switch (third) {
                            case "slowly":
                                return 3;
                            default:
                                return 2;
                        }
                    default:
                        return 1;
                }
            default:
                return 0;
        }
    }

    public static boolean prefix(String a, String b) {
        return a.startsWith("item:") && a.length() == 11 && b.startsWith("order/") && b.length() == 9 && b.endsWith("-z");
    }

    public static boolean characters(String text) {
        return text.length() > 4 && text.charAt(0) * 31 + text.charAt(1) == 3521 && text.charAt(4) == text.charAt(2) + 7;
    }

    public static boolean lengths(String a, String b, int n) {
        return a.length() * 100 + b.length() == 2329 && n * 31 == 961_403;
    }

    public static boolean parsed(String text) {
        return Integer.parseInt(text) * 3 == 123_456_789;
    }

    public static boolean overflow(long a, long b) {
        return a > 0 && b > 0 && a + b < 0 && (a ^ b) == 0x1234_5678_9abcL;
    }

    public static boolean reals(float x, double y) {
        return x * 3.5f > 100f && x * 3.5f < 100.001f && y / 7 > 12_345.678 && y / 7 < 12_345.679;
    }

    /** The root of two, nearly. */
    public static boolean root(double y) {
        return y * y > 2.0 && y * y < 2.000_000_1;
    }

    public static int index(int n) {
        int[] data = {3, 5, 7, 11};
        int found;
        try {
            found = data[n * 31 + 1_000_003];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
        return n < 0 ? found : 0;
    }

    public static boolean type(Object value) {
        return value instanceof Integer && (Integer) value * 31 == 961_403;
    }

    public static int constant(Mode mode, int n) {
        switch (mode) {
            case STEADY:
                return n * 7 == 8_641_969 ? 2 : 1;
            case FAST:
                return n * 11 == 13_580_237 ? 4 : 3;
            default:
                return 0;
        }
    }
}
