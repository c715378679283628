import static dev.oraculum.agent.Sink.free;
import static dev.oraculum.agent.Sink.reached;

import dev.oraculum.agent.Sink;
import java.util.*;

/** Each method is a test; what is anomalous, a method of {@code Source} says by its name. */
public class Objects {
    static class Point implements Comparable<Point> {
        double x;
        double y;
        String name = "p";
        int[] cells = {1, 2};
        Point next;

        Point(double x, double y) {
            this.x = x;
            this.y = y;
        }

        double x() {
            return x;
        }

        double norm() {
            return Math.sqrt(x * x + y * y);
        }

        Point mirrored() {
            return new Point(y, x);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point p && p.x == x && p.y == y;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(x);
        }

        @Override
        public int compareTo(Point other) {
            return Double.compare(y, other.y);
        }
    }

    /** The field {@code y} of the result. */
    static Point field() {
        return new Point(1, 2);
    }

    static void field_() {
        Point p = field();
        free(p.x());
        reached(p.y);
        free(p.name);
        free(p == null ? 1 : 0);
        reached(p.norm());
        reached(p.mirrored().x());
        free(p.mirrored().y);
        reached(p.equals(new Point(1, 2)) ? 1L : 0L);
        free(p.hashCode());
        reached(p.compareTo(new Point(1, 1)));
        Set<Point> set = new TreeSet<>();
        set.add(p);
        set.add(new Point(0, 0));
        free(p.cells[0]);
        p.y = 3;
        free(p.norm());
    }

    /** The field {@code name} of the field {@code next} of the result, by what the text holds. */
    static Point nested() {
        Point p = new Point(1, 2);
        p.next = new Point(3, 4);
        return p;
    }

    static void nested_() {
        Point p = nested();
        free(p.name);
        reached(p.next.name);
        reached(p.next.name.length());
        free(p.next.x);
        free(p.next.cells.length);
        p.next = new Point(1, 1);
        free(p.next.name);
    }

    /** What the array {@code cells} of the receiver holds, at the exit. */
    static class Holder {
        int[] cells = {1, 2, 3};
        int other = 3;

        void fill(int x) {
            Arrays.fill(cells, x);
            x = 3;
        }
    }

    static void elements_() {
        Holder h = new Holder();
        h.fill(3);
        reached(h.cells[1]);
        free(h.cells.length);
        free(h.other);
        reached(Arrays.hashCode(h.cells));
        h.cells[1] = 4;
        free(h.cells[1]);
    }

    /** The length of the array that is given. */
    static int length(int[] numbers) {
        return numbers.length;
    }

    static void length_() {
        int[] a = {1, 2};
        reached(length(a));
        reached(a.length);
        free(a[0]);
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        free(sum);
    }

    /** What the list holds that is returned. */
    static List<Object> list() {
        return new ArrayList<>(List.of("a", "b"));
    }

    static void list_() {
        List<Object> list = list();
        reached(list.get(0));
        reached(list.size());
        reached(new ArrayList<>(list));
        free(list == null ? 1 : 2);
        Object[] all = list.toArray();
        reached(all[0]);
    }

    /** The parameter, whatever the method does with it. */
    static int parameter(int a, int b) {
        int c = a + b;
        a = 0;
        return c - a;
    }

    static void parameter_() {
        int x = 3;
        reached(parameter(x, 2));
        free(x);
    }

    /** The receiver's field {@code x}, at the entry. */
    static class Cell {
        int x = 3;
        int y = 4;

        int get() {
            return y;
        }
    }

    static void receiver_() {
        Cell cell = new Cell();
        free(cell.x);
        free(cell.get());
        reached(cell.x);
        free(cell.y);
    }

    /** The length of the text that is returned. */
    static String text() {
        return "abc";
    }

    static void text_() {
        String s = text();
        reached(s);
        reached(s.length());
        reached(s + "d");
        free("abc");
    }

    /** The object itself that is given, at the exit, although the variable is assigned. */
    static void assigned(Cell cell) {
        cell.x++;
        cell = new Cell();
        cell.y = 3;
    }

    static void assigned_() {
        Cell cell = new Cell();
        assigned(cell);
        reached(cell.x);
        free(cell.y);
    }

    /** The field {@code x} of an object that a constructor has made. */
    static class Made {
        int x = 1;
        int y = 2;
    }

    static void made_() {
        Made made = new Made();
        reached(made.x);
        free(made.y);
    }
}
