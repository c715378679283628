package pkg;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Forms of Java in which an assertion could fail to compile: every method's assertion has to stand in it. */
public class Forms<E extends Comparable<E>> {
    /** Hides the class of that name in its scope. */
    private static final class Hidden {
        int depth;
    }

    private E[] items;
    private Hidden hidden = new Hidden();
    int size;

    @SuppressWarnings("unchecked")
    public Forms(E... items) {
        this.items = items;
        this.size = items.length;
    }

    /** An array of a type variable, and its length. */
    public int lengthOf(E[] raw) {
        return raw.length;
    }

    /** A concrete set, bound to `Set`. */
    public static boolean has(HashSet<Integer> set, int x) {
        return set.contains(x);
    }

    public static int greatest(Map<String, Integer> scores) {
        int most = Integer.MIN_VALUE;
        for (int score : scores.values()) {
            most = Math.max(most, score);
        }
        return most;
    }

    /** Contents of a returned array. */
    public static int[] ascending(int n) {
        int[] result = new int[n];
        for (int i = 0; i < n; i++) {
            result[i] = i + 1;
        }
        return result;
    }

    /** The same, returned without a variable. */
    public static int[] pair(int a, int b) {
        return new int[] {a, a + b};
    }

    /** Names that are keywords elsewhere. */
    public static int record(int record, int var, int yield) {
        return record > var ? record - yield : var - yield;
    }

    /** Names of packages and classes. */
    public static int java(int java, int Math, int x) {
        return x > 0 ? java + x : Math + x;
    }

    public static <T extends Comparable<T> & java.io.Serializable> T larger(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    public static int wild(List<? extends Number> numbers, List<? super Integer> sink) {
        int sum = 0;
        for (Number number : numbers) {
            sum += number.intValue();
        }
        return sum + sink.size();
    }

    public static long narrow(byte b, short s, char c, long l) {
        return (long) b + s + c + (l >> 1);
    }

    public static Integer boxes(Integer a, Integer b) {
        return a.equals(b) ? a : Integer.valueOf(a + b);
    }

    public int nested(int depth) {
        hidden.depth = depth + 1;
        return hidden.depth;
    }

    public static List<String> varargs(String... words) {
        return new ArrayList<>(List.of(words));
    }

    /** An inner class of a generic class. */
    public class Cursor {
        int at;

        public int move(int by) {
            at = by > size - at ? size : at + by;
            return at;
        }
    }

    /** An interface with code. */
    public interface Shape {
        int side();

        default int area(int scale) {
            return side() * side() * scale;
        }
    }

    public enum Level implements Shape {
        LOW,
        HIGH;

        public int side() {
            return ordinal() + 1;
        }
    }
}
