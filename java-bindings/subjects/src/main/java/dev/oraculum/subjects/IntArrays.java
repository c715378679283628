package dev.oraculum.subjects;

/** Methods over arrays of ints whose postconditions need quantifiers. */
public final class IntArrays {
    private IntArrays() {}

    /** Sorts by insertion, in place. */
    public static void sort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int moved = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > moved) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    /** A new array with the first {@code length} elements, zeros where there are none. */
    public static int[] copyOf(int[] a, int length) {
        int[] copy = new int[length];
        int common = a.length < length ? a.length : length;
        for (int i = 0; i < common; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    /** Whether an element has that value. */
    public static boolean contains(int[] a, int value) {
        for (int element : a) {
            if (element == value) {
                return true;
            }
        }
        return false;
    }

    /** Replaces one value by another, in place; the number of replacements. */
    public static int replaceAll(int[] a, int from, int to) {
        int replaced = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == from) {
                a[i] = to;
                replaced++;
            }
        }
        return replaced;
    }

    /** Place of the first element with that value, -1 if there is none. */
    public static int indexOf(int[] a, int value) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == value) {
                return i;
            }
        }
        return -1;
    }

    /** Turns the order round, in place. */
    public static void reverse(int[] a) {
        for (int low = 0, high = a.length - 1; low < high; low++, high--) {
            int held = a[low];
            a[low] = a[high];
            a[high] = held;
        }
    }
}
