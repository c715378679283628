package dev.oraculum.subjects.specified;

/** Functions of arrays of ints. */
public final class Sequences {
    private Sequences() {}

    /** The largest element; IllegalArgumentException of an empty array. */
    public static int largest(int[] a) {
        if (a.length == 0) {
            throw new IllegalArgumentException("empty");
        }
        int largest = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > largest) {
                largest = a[i];
            }
        }
        return largest;
    }

    /** Turns the order round, in place. */
    public static void reverse(int[] a) {
        for (int i = 0; i < a.length / 2; i++) {
            int held = a[i];
            a[i] = a[a.length - 1 - i];
            a[a.length - 1 - i] = held;
        }
    }

    /** Exchanges two elements, in place. */
    public static void swap(int[] a, int i, int j) {
        int held = a[i];
        a[i] = a[j];
        a[j] = held;
    }

    /** Moves the first element to the end and each other one place forward, in place. */
    public static void rotateLeft(int[] a) {
        if (a.length > 1) {
            int first = a[0];
            for (int i = 1; i < a.length; i++) {
                a[i - 1] = a[i];
            }
            a[a.length - 1] = first;
        }
    }

    /** A new array with the elements of both. */
    public static int[] concat(int[] a, int[] b) {
        int[] both = new int[a.length + b.length];
        System.arraycopy(a, 0, both, 0, a.length);
        for (int i = 0; i < b.length; i++) {
            both[a.length + i] = b[i];
        }
        return both;
    }

    /** How many elements are equal to x. */
    public static int count(int[] a, int x) {
        int count = 0;
        for (int element : a) {
            if (element == x) {
                count++;
            }
        }
        return count;
    }
}
