package dev.oraculum.subjects.specified;

/** Functions whose usual inputs hide what happens to the others. */
public final class Traps {
    private Traps() {}

    /** The upper and the lower half of each byte, one after the other. */
    public static int[] nibbles(byte[] data) {
        int[] nibbles = new int[2 * data.length];
        for (int i = 0; i < data.length; i++) {
            nibbles[2 * i] = data[i] >> 4 & 15;
            nibbles[2 * i + 1] = data[i] & 15;
        }
        return nibbles;
    }

    /** The sum of the bytes, each from 0 to 255. */
    public static int checksum(byte[] data) {
        int sum = 0;
        for (byte b : data) {
            sum += b & 255;
        }
        return sum;
    }

    /** The last element, or -1 of an empty array. */
    public static int lastOf(int[] a) {
        if (a.length == 0) {
            return -1;
        }
        return a[a.length - 1];
    }

    /** The larger number, in a box of its own where boxes are not shared. */
    public static Integer larger(Integer a, Integer b) {
        int larger = Math.max(a, b);
        return Integer.valueOf(larger);
    }

    /** The number without its sign; ArithmeticException of the least int. */
    public static Integer magnitude(Integer n) {
        int value = n;
        if (value < 0) {
            return Math.negateExact(value);
        }
        return value;
    }

    /** The nearest integer, halves rounded up. */
    public static double round(double x) {
        double down = Math.floor(x);
        return x - down < 0.5 ? down : down + 1;
    }

    /** An hour of a day of so many hours; IllegalArgumentException of a day without any. */
    public static int wrap(int x, int m) {
        if (m < 1) {
            throw new IllegalArgumentException("no hours: " + m);
        }
        return (m + x % m) % m;
    }

    /** How urgent a task is. */
    public enum Urgency {
        /** Some day. */
        LOW,
        /** This month. */
        NORMAL,
        /** This week. */
        HIGH,
        /** Now. */
        URGENT
    }

    /** Days that are left for a task that is so many days old; 0 if none are; IllegalArgumentException of a negative age. */
    public static int daysLeft(Urgency urgency, int age) {
        if (age < 0) {
            throw new IllegalArgumentException("age " + age);
        }
        int days;
        switch (urgency) {
            case LOW:
                days = 90;
                break;
            case NORMAL:
                days = 30;
                break;
            case HIGH:
                days = 7;
                break;
            default:
                days = 0;
        }
        return Math.max(0, days - age);
    }

    /** The element at a place that is counted from the end if it is negative; IndexOutOfBoundsException if there is none. */
    public static int pick(int[] a, int place) {
        if (place < 0) {
            return a[a.length + place];
        }
        return a[place];
    }

    /** The element in the middle, of two the second; IllegalArgumentException of an empty array. */
    public static int middle(int[] a) {
        if (a.length == 0) {
            throw new IllegalArgumentException("empty");
        }
        return a[a.length / 2];
    }
}
