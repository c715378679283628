package dev.oraculum.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What woven code calls where a mutant of an instruction may make another state (weak mutation; Howden, TSE 1982). Goals are those of
 * {@link Coverage}, and so are the distances: of a bound |a - b|, of the rest 1 for an instruction that runs and makes the same state.
 *
 * <p>Nothing here calls the code under test, or throws.
 */
public final class Infections {
    /** What operators do. Each has one that PIT's default mutators put in its place. */
    public enum Operator {
        ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, NEGATE, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED, AND, OR, XOR;

        private Operator mutant() {
            return switch (this) {
                case ADD -> SUBTRACT;
                case SUBTRACT -> ADD;
                case MULTIPLY -> DIVIDE;
                case DIVIDE, REMAINDER -> MULTIPLY;
                case SHIFT_LEFT -> SHIFT_RIGHT;
                case SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> SHIFT_LEFT;
                case AND -> OR;
                case OR, XOR -> AND;
                case NEGATE -> NEGATE;
            };
        }

        /** Whether it or its mutant divides. */
        private boolean divides() {
            return this == MULTIPLY || this == DIVIDE || this == REMAINDER;
        }
    }

    private static final Operator[] OPERATORS = Operator.values();

    private Infections() {}

    private static boolean isOpen(int goal) {
        return Coverage.isOpen(goal);
    }

    private static void tell(boolean infects, int goal) {
        Coverage.come(infects ? 0 : 1, goal);
    }

    // ---- bounds -----------------------------------------------------------------------------------------------------

    /** Two ints are about to be compared by their order. */
    public static void boundary(int left, int right, int goal) {
        if (isOpen(goal)) {
            Coverage.come(Math.abs((double) left - right), goal);
        }
    }

    public static void boundary(long left, long right, int goal) {
        if (isOpen(goal)) {
            // Too near for a double to tell, and yet not equal.
            Coverage.come(left == right ? 0 : Math.max(1, Math.abs((double) left - (double) right)), goal);
        }
    }

    public static void boundary(double left, double right, int goal) {
        if (isOpen(goal)) {
            boolean unordered = left != left || right != right;
            Coverage.come(left == right ? 0 : unordered ? Double.MAX_VALUE : Math.min(Math.abs(left - right), Double.MAX_VALUE), goal);
        }
    }

    public static void boundary(float left, float right, int goal) {
        boundary((double) left, (double) right, goal);
    }

    // ---- operators --------------------------------------------------------------------------------------------------

    /**
     * An operator is about to work on two ints.
     *
     * @param operator its place in {@link Operator}
     */
    public static void replaced(int left, int right, int operator, int goal) {
        if (isOpen(goal)) {
            Operator of = OPERATORS[operator];
            tell(of.divides() && right == 0 || result(left, right, of) != result(left, right, of.mutant()), goal);
        }
    }

    private static int result(int left, int right, Operator operator) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case REMAINDER -> left % right;
            case NEGATE -> -left;
            case SHIFT_LEFT -> left << right;
            case SHIFT_RIGHT -> left >> right;
            case SHIFT_RIGHT_UNSIGNED -> left >>> right;
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
        };
    }

    public static void replaced(long left, long right, int operator, int goal) {
        if (isOpen(goal)) {
            Operator of = OPERATORS[operator];
            tell(of.divides() && right == 0 || result(left, right, of) != result(left, right, of.mutant()), goal);
        }
    }

    /** A long is about to be shifted. */
    public static void replaced(long left, int right, int operator, int goal) {
        replaced(left, (long) right, operator, goal);
    }

    private static long result(long left, long right, Operator operator) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case REMAINDER -> left % right;
            case NEGATE -> -left;
            case SHIFT_LEFT -> left << right;
            case SHIFT_RIGHT -> left >> right;
            case SHIFT_RIGHT_UNSIGNED -> left >>> right;
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
        };
    }

    public static void replaced(double left, double right, int operator, int goal) {
        if (isOpen(goal)) {
            Operator of = OPERATORS[operator];
            tell(Double.compare(result(left, right, of), result(left, right, of.mutant())) != 0, goal);
        }
    }

    public static void replaced(float left, float right, int operator, int goal) {
        if (isOpen(goal)) {
            Operator of = OPERATORS[operator];
            // A double has so many digits that its results, rounded, are those of floats.
            tell(Float.compare((float) result(left, right, of), (float) result(left, right, of.mutant())) != 0, goal);
        }
    }

    private static double result(double left, double right, Operator operator) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            default -> left % right;
        };
    }

    /** A sign is about to change. */
    public static void negated(int value, int goal) {
        if (isOpen(goal)) {
            tell(value != -value, goal);
        }
    }

    public static void negated(long value, int goal) {
        if (isOpen(goal)) {
            tell(value != -value, goal);
        }
    }

    public static void negated(float value, int goal) {
        negated((double) value, goal);
    }

    public static void negated(double value, int goal) {
        if (isOpen(goal)) {
            tell(value == value && value != 0, goal);
        }
    }

    // ---- returned values --------------------------------------------------------------------------------------------

    /** A boolean is about to be returned: {@code goal} is that it is true, the next that it is false. */
    public static void returned(boolean value, int goal) {
        int come = value ? goal : goal + 1;
        int other = value ? goal + 1 : goal;
        if (isOpen(come)) {
            Coverage.come(0, come);
        }
        if (isOpen(other)) {
            Coverage.come(1, other);
        }
    }

    public static void returned(int value, int goal) {
        if (isOpen(goal)) {
            tell(value != 0, goal);
        }
    }

    public static void returned(long value, int goal) {
        if (isOpen(goal)) {
            tell(value != 0, goal);
        }
    }

    public static void returned(float value, int goal) {
        if (isOpen(goal)) {
            tell(value != 0, goal);
        }
    }

    public static void returned(double value, int goal) {
        if (isOpen(goal)) {
            tell(value != 0, goal);
        }
    }

    /** An object is about to be returned, or null. */
    public static void returned(Object value, int goal) {
        if (isOpen(goal)) {
            tell(value != null && !isEmpty(value), goal);
        }
    }

    /** Of collections, only those whose methods are known to call nobody else's. */
    private static boolean isEmpty(Object value) {
        if (value instanceof String text) {
            return text.isEmpty();
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Double || value instanceof Float
                || value instanceof Short || value instanceof Byte) {
            return ((Number) value).doubleValue() == 0;
        }
        if (value instanceof Optional<?> optional) {
            return optional.isEmpty();
        }
        Class<?> type = value.getClass();
        if (type == ArrayList.class || type == LinkedList.class) {
            return ((java.util.List<?>) value).isEmpty();
        }
        return (type == HashSet.class || type == LinkedHashSet.class || type == TreeSet.class) && ((java.util.Set<?>) value).isEmpty();
    }
}
