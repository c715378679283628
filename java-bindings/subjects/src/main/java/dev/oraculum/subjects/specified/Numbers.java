package dev.oraculum.subjects.specified;

/** Functions of integers. */
public final class Numbers {
    private Numbers() {}

    /** The largest of three. */
    public static int max3(int a, int b, int c) {
        int largest = a;
        if (b > largest) {
            largest = b;
        }
        if (c > largest) {
            largest = c;
        }
        return largest;
    }

    /** The integer part of the square root; IllegalArgumentException of a negative number. */
    public static int isqrt(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("no root of " + n);
        }
        long root = 0;
        while ((root + 1) * (root + 1) <= n) {
            root++;
        }
        return (int) root;
    }

    /** The greatest common divisor of two positive numbers; IllegalArgumentException of others. */
    public static int gcd(int a, int b) {
        if (a <= 0 || b <= 0) {
            throw new IllegalArgumentException("not positive: " + a + ", " + b);
        }
        int large = a;
        int small = b;
        while (small != 0) {
            int rest = large % small;
            large = small;
            small = rest;
        }
        return large;
    }

    /** The number of the range that is nearest; IllegalArgumentException of an empty range. */
    public static int clamp(int value, int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("empty range " + low + " to " + high);
        }
        if (value < low) {
            return low;
        }
        return value > high ? high : value;
    }

    /** Whether a year of the Gregorian calendar has 366 days. */
    public static boolean isLeap(int year) {
        if (year % 4 != 0) {
            return false;
        }
        return year % 100 != 0 || year % 400 == 0;
    }

    /** The sum of the decimal digits; IllegalArgumentException of a negative number. */
    public static int digitSum(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative: " + n);
        }
        int rest = n;
        int sum = 0;
        while (rest > 0) {
            sum += rest % 10;
            rest /= 10;
        }
        return sum;
    }

    /** The sum, or the int that is nearest to it. */
    public static int saturatedAdd(int a, int b) {
        long sum = (long) a + b;
        if (sum > Integer.MAX_VALUE) {
            return Integer.MAX_VALUE;
        }
        return sum < Integer.MIN_VALUE ? Integer.MIN_VALUE : (int) sum;
    }

    /** -1, 0 or 1. */
    public static int signum(int n) {
        if (n == 0) {
            return 0;
        }
        return n > 0 ? 1 : -1;
    }
}
