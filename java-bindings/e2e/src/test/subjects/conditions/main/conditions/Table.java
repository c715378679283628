package conditions;

/** A hash table of ints, with open addressing. */
public class Table {
    private final int[] keys = new int[8];
    private final int[] values = new int[8];
    private final boolean[] used = new boolean[8];
    private int size;

    private static int place(int key) {
        int mixed = key * 0x9e3779b1;
        return (mixed >>> 29) & 7;
    }

    /** Whether it was new. */
    public boolean put(int key, int value) {
        int at = place(key);
        for (int i = 0; i < keys.length; i++) {
            int slot = (at + i) & 7;
            if (!used[slot]) {
                used[slot] = true;
                keys[slot] = key;
                values[slot] = value;
                size++;
                return true;
            }
            if (keys[slot] == key) {
                values[slot] = value;
                return false;
            }
        }
        throw new IllegalStateException("full");
    }

    /** -1: it is not there. */
    public int get(int key) {
        int at = place(key);
        for (int i = 0; i < keys.length; i++) {
            int slot = (at + i) & 7;
            if (!used[slot]) {
                return -1;
            }
            if (keys[slot] == key) {
                return i > 1 ? values[slot] + 1000 : values[slot];
            }
        }
        return -1;
    }

    public boolean isBalanced(int left, int right) {
        int a = get(left);
        int b = get(right);
        if (a < 0 || b < 0) {
            return false;
        }
        return left != right && a * 5 == b * 7 && a > 10_000;
    }
}
