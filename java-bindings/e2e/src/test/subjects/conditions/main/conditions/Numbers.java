package conditions;

/** Conditions on numbers that no distance leads to. */
public class Numbers {
    private int locked = 1;

    public static String linear(int x, int y) {
        if (x * 31 + y == 40961 && x > 1000) {
            return "solved";
        }
        return "not";
    }

    public static boolean overflows(long a, long b) {
        if (a <= 0 || b <= 0) {
            return false;
        }
        return a + b < 0;
    }

    public static int magic(int code) {
        switch (code ^ 0x5a5a5a5a) {
            case 1234567:
                return 1;
            case 7654321:
                return 2;
            case -99999999:
                return 3;
            default:
                return 0;
        }
    }

    /** A remainder of a mixed number: near misses are far away. */
    public static int mixed(long key) {
        long hash = key * 0x9e3779b97f4a7c15L;
        hash ^= hash >>> 17;
        if ((hash & 0xffffffL) == 0xabcdef) {
            return 1;
        }
        return 0;
    }

    /** The digits of an account number and its check digits. */
    public static boolean isAccount(int[] digits) {
        if (digits.length < 4) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            if (digits[i] < 0 || digits[i] > 999) {
                return false;
            }
            sum = sum * 37 + digits[i];
        }
        return sum % 9973 == 4711;
    }

    public void turn(short by) {
        locked = locked * 7 + by;
    }

    public boolean open() {
        return helper(locked);
    }

    private static boolean helper(int value) {
        return value == 55_555;
    }
}
