import static dev.oraculum.agent.Sink.free;
import static dev.oraculum.agent.Sink.reached;

import dev.oraculum.agent.Sink;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Each method is a test: what {@code source()} returns is anomalous. */
public class Numbers {
    static int source() {
        return 7;
    }

    static int clean() {
        return 5;
    }

    static void operators() {
        int a = source();
        int b = clean();
        reached(a);
        free(b);
        reached(a + b);
        reached(-a);
        reached((long) a * 3);
        reached(a << 2);
        reached((double) a / b);
        reached((byte) a);
        reached(Double.compare(a, b));
        reached(b + (long) a > 3L ? 1L & a : a);
        free(b * 3 + 1);
        b += a;
        reached(b);
        a = 3;
        free(a);
        a++;
        free(a);
        b++;
        reached(b);
    }

    static void noControlDependence() {
        int a = source();
        int b = 2;
        if (a > 3) {
            b = 1;
        }
        free(b);
        int c = 0;
        for (int i = 0; i < 3; i++) {
            c += i;
        }
        free(c);
        switch (a) {
            case 7:
                free(c);
                break;
            default:
                c = a;
        }
    }

    static boolean same(int a, int b) {
        return a == b && b != 0;
    }

    static int yielded(int a) {
        return switch (a) {
            case 1 -> 3;
            case 7 -> {
                counter = 3;
                yield 4;
            }
            default -> throw new IllegalStateException();
        };
    }

    static void conditionsInExpressions() {
        int a = source();
        int b = clean();
        reached(a > 3 ? 1 : 2);
        free(b > 3 ? 1 : 2);
        boolean equal = a == b || b < 3;
        reached(equal ? 1 : 0);
        reached(String.valueOf(!equal));
        reached(same(b, a) ? b : 3);
        free(same(b, 7) && !same(1, 2) ? 1 : 0);
        reached((b > 3 ? a > 4 : a > 5) ? new Pair(1, 2).hashCode() : b);
        free(second(a > 3 ? 1 : 2, a, b > 2 ? 3 : 4));
        Pair p = new Pair(b > 2 ? b : 1, a > 3 ? 2 : 4);
        free(p.first);
        reached(p.second);
        reached(yielded(a));
        free(counter);
        free(yielded(1));
        boolean later = a > 1 && b > 1;
        later = b > 1;
        free(later ? 1 : 2);
        Object o = a > 3 ? "x" : null;
        reached(o == null ? 1 : 2);
    }

    static void loops() {
        int a = source();
        int sum = 0;
        int other = 0;
        for (int i = 0; i < 4; i++) {
            if (i == 2) {
                sum += a;
            }
            other += i;
        }
        reached(sum);
        free(other);
        reached(a > 0 ? sum + 1 : other);
    }

    static void wide() {
        long a = source();
        double d = clean();
        long[] longs = {1, a, 3};
        double[] doubles = {d, a};
        reached(longs[1]);
        free(longs[0]);
        free(doubles[0]);
        reached(doubles[1]);
        longs[2] += a;
        reached(longs[2]);
        long b = longs[1] = 4;
        free(b);
        free(longs[1]);
        reached(a + b);
    }

    static class Pair {
        int first;
        long second;
        Object rest;
        Pair next;

        Pair(int first, long second) {
            this.first = first;
            this.second = second;
        }

        int first() {
            return first;
        }

        void swap() {
            long t = first;
            first = (int) second;
            second = t;
        }

        @Override
        public String toString() {
            return "pair" + first;
        }
    }

    static class Triple extends Pair {
        final int third;

        Triple(int first, int second, int third) {
            super(first, second + 1);
            this.third = third;
        }

        @Override
        int first() {
            return super.first() + third;
        }
    }

    static void fields() {
        Pair p = new Pair(source(), clean());
        reached(p.first);
        free(p.second);
        reached(p.first());
        reached(p);
        p.swap();
        free(p.first);
        reached(p.second);
        free(p);
        p.next = new Pair(1, 2);
        p.next.first = source();
        reached(p.next.first);
        free(p.next.second);
        free(p.next.hashCode());
        Pair q = p;
        reached(q.second);
        q.second = 1;
        free(p.second);
        p.first += source();
        reached(q.first--);
        reached(q.first);
    }

    static void superCalls() {
        Triple t = new Triple(1, source(), 3);
        free(t.first());
        reached(t.second);
        free(t.third);
        Triple u = new Triple(1, 2, source());
        reached(u.first());
        free(u.first);
        Pair v = u;
        reached(v.first());
    }

    static int counter;
    static long total;

    static void statics() {
        counter = source();
        total = clean();
        reached(counter);
        free(total);
        total += counter;
        reached(total);
        counter = 0;
        free(counter);
    }

    static void arrays() {
        int[] a = new int[4];
        a[1] = source();
        reached(a[1]);
        free(a[0]);
        int[] b = new int[6];
        System.arraycopy(a, 0, b, 2, 4);
        reached(b[3]);
        free(b[2]);
        int[] c = a.clone();
        reached(c[1]);
        free(c[3]);
        int[] d = Arrays.copyOfRange(a, 1, 3);
        reached(d[0]);
        free(d[1]);
        reached(Arrays.toString(a));
        free(Arrays.toString(new int[] {1, 2}));
        a[1] = 0;
        free(a[1]);
        free(Arrays.toString(a));
        int[][] grid = new int[2][3];
        grid[1][2] = source();
        reached(grid[1][2]);
        free(grid[0][2]);
        free(grid[1][0]);
        reached(Arrays.deepToString(grid));
        int[] sized = new int[source()];
        reached(sized.length);
        free(sized[0]);
        free(a.length);
        int[] sorted = {3, source(), 1};
        Arrays.sort(sorted);
        reached(sorted[2]);
        reached(a[source() - 6]);
    }

    static int twice(int x) {
        return 2 * x;
    }

    static int second(int x, long y, int z) {
        return z;
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static int constant(int n) {
        if (n <= 1) {
            return 1;
        }
        return constant(n - 1);
    }

    static int sum(int... numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static void calls() {
        reached(twice(source()));
        free(twice(clean()));
        reached(second(1, 2, source()));
        free(second(source(), 2, 3));
        reached(factorial(source()));
        free(constant(source()));
        reached(sum(1, source()));
        free(sum(1, 2));
        Function<Integer, Integer> f = Numbers::twice;
        reached(f.apply(source()));
        free(f.apply(clean()));
    }

    interface Shape {
        int area();

        default int doubled() {
            return 2 * area();
        }
    }

    static void interfaces() {
        int side = source();
        Shape s = () -> side * side;
        Shape t = () -> 4;
        Shape u = new Shape() {
            @Override
            public int area() {
                return side;
            }
        };
        reached(s.area());
        free(t.area());
        reached(u.area());
        reached(s.doubled());
        free(t.doubled());
    }

    static int fallsBack(int x) {
        try {
            Object[] one = new Object[1];
            one[x] = "";
            return 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            return x;
        } finally {
            counter = 0;
        }
    }

    static void exceptions() {
        String message = "";
        try {
            throw new IllegalStateException("bad " + source());
        } catch (IllegalStateException e) {
            message = e.getMessage();
        }
        reached(message);
        try {
            throw new IllegalStateException("bad " + clean());
        } catch (IllegalStateException e) {
            message = e.getMessage();
        }
        free(message);
        reached(fallsBack(source()));
        free(fallsBack(clean()));
        int kept = source();
        try {
            kept = twice(Integer.parseInt("x"));
        } catch (NumberFormatException e) {
            reached(kept);
        }
        try {
            deep(source(), 0);
        } catch (IllegalStateException e) {
            free(twice(3));
        }
        free(second(source(), source(), 2));
    }

    static int deep(int x, int level) {
        if (level > 10) {
            throw new IllegalStateException();
        }
        return deep(x, level + 1) + x;
    }

    static void stackForms() {
        int[] a = {1, source(), 3};
        int i = 1;
        int x = a[i]++;
        reached(x);
        reached(a[1]);
        a[0] += a[1] = 4;
        free(a[1]);
        free(a[0]);
        long[] w = {1, 2};
        long y = w[0]++ + (w[1] = source());
        reached(y);
        reached(w[1]);
        free(w[0]);
        Pair p = new Pair(1, 2);
        long z = p.second++ + (p.first = source());
        reached(z);
        reached(p.first);
        free(p.second);
        int m = source(), n = 2;
        int t = m;
        m = n;
        n = t;
        free(m);
        reached(n);
        synchronized (p) {
            free(p.second);
        }
        Object o = p;
        free(o instanceof Triple ? 1 : 0);
        free(choose(m > 1 ? 1 : n, 3));
        String chosen = (m > 1 ? "a" : "b") + clean();
        free(chosen);
    }

    static int choose(int unused, int used) {
        return used;
    }

    class Inner {
        final int own;

        Inner(int own) {
            this.own = own;
        }

        int both() {
            return own + outer;
        }
    }

    int outer;

    static void innerClasses() {
        Numbers n = new Numbers();
        n.outer = source();
        Inner i = n.new Inner(2);
        free(i.own);
        reached(i.both());
        int captured = source();
        class Local {
            int get() {
                return captured;
            }
        }
        reached(new Local().get());
    }

    enum Colour {
        RED,
        BLUE;

        int shade(int x) {
            return this == RED ? x : 0;
        }
    }

    static void enums() {
        Colour c = Colour.valueOf("RED");
        free(c.ordinal());
        reached(c.shade(source()));
        free(Colour.BLUE.shade(source()));
        free(c.ordinal());
        switch (c) {
            case RED -> free(c.name());
            default -> free(1);
        }
        record Point(int x, int y) {}
        reached(new Point(source(), 1).x());
        free(new Point(source(), 1).y());
        reached(new Point(1, source()));
        reached(new Point(1, source()).hashCode());
        free(new Point(1, 1).hashCode());
    }

    static Object cloned(Object o) throws CloneNotSupportedException {
        return ((Cell) o).clone();
    }

    static class Cell implements Cloneable {
        int x;
        int y;

        @Override
        public Object clone() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    static void clones() throws CloneNotSupportedException {
        Cell cell = new Cell();
        cell.x = source();
        Cell copy = (Cell) cloned(cell);
        reached(copy.x);
        free(copy.y);
        cell.x = 1;
        reached(copy.x);
        free(cell.x);
    }

    static void threads() throws InterruptedException {
        int a = source();
        int[] out = new int[2];
        Thread t = new Thread(() -> {
            out[0] = twice(a);
            out[1] = twice(3);
        });
        t.start();
        t.join();
        reached(out[0]);
        free(out[1]);
    }

    static void manySources() {
        int sum = 0;
        for (int i = 0; i < 9; i++) {
            sum += source();
        }
        reached(sum);
    }

    static void thrownAssertions() {
        int a = source();
        Sink.throwsReached(() -> boom(a));
        Sink.throwsFree(() -> boom(3));
    }

    static void boom(int x) {
        throw new IllegalStateException();
    }
}
