package dev.oraculum.evaluation.generator;

import java.util.function.Supplier;

/**
 * A value that an expression gives.
 *
 * @param type of the expression
 * @param text the expression in Java
 * @param value a new value at every call, for sequences are executed from scratch
 * @param inline whether the expression is written where it is used, and not given to a variable
 */
record Literal(Class<?> type, String text, Supplier<Object> value, boolean inline) {
    /** Java text of a primitive, a String or null; null if there is none. */
    static String textOf(Object value) {
        if (value instanceof String text) {
            return quote(text);
        }
        if (value instanceof Character c) {
            return "'" + (c == '\'' ? "\\'" : c == '"' ? "\"" : escape(c)) + "'";
        }
        if (value instanceof Byte || value instanceof Short) {
            return "(" + (value instanceof Byte ? "byte" : "short") + ") " + value;
        }
        if (value instanceof Long) {
            return value + "L";
        }
        if (value instanceof Double d) {
            return Double.isNaN(d) ? "Double.NaN" : Double.isInfinite(d) ? "Double." + (d > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY"
                    : d.toString();
        }
        if (value instanceof Float f) {
            return Float.isNaN(f) ? "Float.NaN" : Float.isInfinite(f) ? "Float." + (f > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY"
                    : f + "F";
        }
        return value == null || value instanceof Boolean || value instanceof Integer ? String.valueOf(value) : null;
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> quoted.append(escape((char) c)));
        return quoted.append('"').toString();
    }

    private static String escape(char c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            default -> c >= ' ' && c < 127 ? String.valueOf(c) : String.format("\\u%04x", (int) c);
        };
    }
}
