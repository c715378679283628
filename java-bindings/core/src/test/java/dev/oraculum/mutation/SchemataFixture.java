package dev.oraculum.mutation;

/** Sources of classes with code of every kind, whose mutants end: each loop and recursion takes steps, of which there are so many. */
final class SchemataFixture {
    static final int MOST_STEPS = 60;

    /** Bounds loops and recursions; no mutant of the others leaves out a call that has a result. */
    static final String STEPS =
            """
            package pkg;
            public final class Steps {
                public static final class TooMany extends Error {
                    private static final long serialVersionUID = 1;
                }
                public static int left;
                public static int one() {
                    if (--left < 0) {
                        throw new TooMany();
                    }
                    return 1;
                }
            }
            """;

    static final String SHAPE =
            """
            package pkg;
            public interface Shape {
                int UNIT = Math.abs(-7) - 3;
                int area(int side);
                Shape copy();
                default int twice(int side) {
                    return side > UNIT ? area(side) * 2 : -area(side);
                }
                static int square(int side) {
                    int all = 0;
                    for (int i = 0; i < side; i += Steps.one()) {
                        all += side;
                    }
                    return all;
                }
            }
            """;

    static final String MANY =
            """
            package pkg;
            import java.util.Arrays;
            import java.util.List;
            import java.util.function.IntBinaryOperator;
            import java.util.function.IntUnaryOperator;
            public class Many implements Shape, Comparable<Many> {
                public enum Level {
                    LOW(1),
                    HIGH(2) {
                        @Override int of(int value) { return value << weight; }
                    };
                    final int weight;
                    Level(int base) { weight = base > 1 ? base * 3 : base - 1; }
                    int of(int value) { return value + weight; }
                }

                public static final Many FIRST = new Many(1, 2.5, "first");
                private final int size;
                private final double weight;
                private final String name;
                private long total;

                public Many(int size, double weight, String name) {
                    this.size = size < 0 ? -size : size;
                    this.weight = weight > 1.0 ? weight * 2 : weight - 1;
                    this.name = name == null ? "none" : name + (size + 1);
                    while (total < size) {
                        total += Steps.one();
                    }
                }
                /** Jumps before there is an object. */
                public Many(long wide, int size) {
                    this(size > 3 && wide != 0 ? size * 2 : size + 1, wide / 2.0, wide >= 1L << 33 ? "wide" : null);
                }

                public static Many first() { return FIRST; }
                @Override public Many copy() { return size > 3 ? new Many(total, size - 1) : this; }
                @Override public int compareTo(Many other) { return size == other.size ? 0 : size < other.size ? -1 : 1; }
                @Override public int area(int side) { return side * size + 1; }
                public long area(long side) { return side * size - 1; }

                // Their first instruction is where their loops begin.
                public static int forever(int n) { while (true) { n += Steps.one(); if (n % 7 == 3) { return n; } } }
                public static int down(int n) { do { n -= Steps.one(); } while (n > 3); return n; }
                public static long downWide(double unused, long n) { do { n -= 2L * Steps.one(); } while (n > 3L); return n + 1; }
                public void drain() { while (total > 0) { total -= Steps.one(); } }

                public static int nested(int rows, int columns) {
                    int found = 0;
                    outer:
                    for (int i = 0; i < rows; i += Steps.one()) {
                        for (int j = i; j < columns; j += Steps.one()) {
                            if ((i ^ j) == 5) { continue outer; }
                            found += i * j + 1;
                        }
                    }
                    return found;
                }
                public static int recursive(int n) { return n <= 1 ? 1 : Steps.one() + n * recursive(n - 1); }

                public static int divide(int a, int b) {
                    int r = 1;
                    try {
                        r = a / b;
                        if (r > 1) { return r - 1; }
                    } catch (ArithmeticException e) {
                        r = -1;
                    } finally {
                        r += 2;
                    }
                    return r;
                }
                public static char at(String text, int i) {
                    try { return text.charAt(i - 1); } catch (IndexOutOfBoundsException e) { return (char) ('a' + i % 26); }
                }
                public static int thrown(int a, String text) {
                    if (a > 3) { throw new IllegalStateException("large"); }
                    try {
                        if (a < 0) { throw new IllegalArgumentException("small"); }
                        return text.length() + a;
                    } catch (IllegalArgumentException e) {
                        return -1;
                    }
                }

                public static double mixed(long a, int b, double c, float d) {
                    long shifted = (a << b) ^ (a & 255L);
                    double scaled = c / (d - 1.5f) + b % 3;
                    return shifted > a ? scaled * shifted : scaled - 2 * c;
                }
                public static int narrow(boolean flag, char sign, byte small, short middling) {
                    return flag && sign != 'x' ? small * 2 : middling - sign;
                }
                public static int sum(int[] values, boolean[][] which) {
                    int sum = 0;
                    for (int i = 0; i < values.length; i += Steps.one()) {
                        if (which[0][i % which[0].length]) { sum += values[i]; }
                    }
                    return sum;
                }

                public static int dense(int n) {
                    switch (n) { case 0: return 7; case 1: n++; break; case 4: n--; return n * 2; default: n = -n; }
                    return n + 1;
                }
                public static int sparse(long n) {
                    switch ((int) n) { case -3: return 3; case 900_000: return 5; default: return (int) n - 1; }
                }
                public static int text(String text) {
                    switch (text) { case "a": return 1; case "bc": return 2; default: return text.length() + 3; }
                }
                public int level(Level level) {
                    switch (level) { case LOW: return level.of(size) - 1; default: return level.of(size + 2); }
                }

                public int lambdas(int n) {
                    IntUnaryOperator twice = v -> v * 2 + size;
                    IntBinaryOperator lesser = (a, b) -> { if (a < b) { return a; } return b - 1; };
                    IntUnaryOperator own = this::area;
                    return lesser.applyAsInt(twice.applyAsInt(n), own.applyAsInt(n - 1)) + 1;
                }
                public static List<Integer> squares(int n) {
                    Integer[] all = new Integer[n & 7];
                    Arrays.setAll(all, i -> i * i - n);
                    return Arrays.asList(all);
                }

                public synchronized long locked(int by) { total -= by; return Thread.holdsLock(this) ? total * 2 : -99; }
                public long lockedWithin(int by) {
                    synchronized (this) { if (by > 0) { total += Thread.holdsLock(this) ? by : 99; } }
                    return Thread.holdsLock(this) ? -1 : total;
                }
                public void add(long by, double times) { total += by * (long) times; if (isLarge(100L)) { clear(); } }
                private boolean isLarge(long limit) { return total > limit || weight >= 5 && !name.isEmpty(); }
                private void clear() { total = 0; }

                public static final class Node {
                    private final Node next;
                    private final int value;
                    public Node(int value) { this.value = value - 1; next = value > 0 ? new Node(value - 4 * Steps.one()) : null; }
                    public int length() { return next == null ? 1 : next.length() + value; }
                    public Node last() { Node node = this; while (node.next != null && Steps.one() > 0) { node = node.next; } return node; }
                }

                public class Inner {
                    private final int own;
                    public Inner(int own) { this.own = own * size; }
                    public int both() { return Many.this.size > 2 ? own + Many.this.size : own - 1; }
                }
            }
            """;

    private SchemataFixture() {}
}
