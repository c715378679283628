package dev.oraculum.generation;

import dev.oraculum.generation.KeptTests.Form;
import dev.oraculum.generation.KeptTests.Kind;

/** Values of primitive types as Java writes them. */
final class JavaLiterals {
    private JavaLiterals() {}

    /** @param text as JSON has it */
    static String of(Kind kind, String text) {
        return of(box(Form.valueOf(kind.name()), text));
    }

    /**
     * A value of a primitive type.
     *
     * @param text as JSON has it
     */
    static Object box(Form form, String text) {
        return switch (form) {
            case BOOLEAN -> Boolean.valueOf(text);
            case BYTE -> Byte.valueOf(text);
            case SHORT -> Short.valueOf(text);
            case CHAR -> (char) Integer.parseInt(text);
            case INT -> Integer.valueOf(text);
            case LONG -> Long.valueOf(text);
            case FLOAT -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            default -> throw new IllegalArgumentException(form + " is no primitive value");
        };
    }

    /** @param value a box */
    static String of(Object value) {
        if (value instanceof Byte) {
            return "(byte) " + value;
        }
        if (value instanceof Short) {
            return "(short) " + value;
        }
        if (value instanceof Character character) {
            return character(character);
        }
        if (value instanceof Long whole) {
            return whole == Long.MIN_VALUE ? "Long.MIN_VALUE" : whole == Long.MAX_VALUE ? "Long.MAX_VALUE" : value + "L";
        }
        if (value instanceof Float real) {
            return real.isNaN() ? "Float.NaN" : real.isInfinite() ? real > 0 ? "Float.POSITIVE_INFINITY" : "Float.NEGATIVE_INFINITY" : real
                    + "f";
        }
        if (value instanceof Double real) {
            return real.isNaN() ? "Double.NaN" : real.isInfinite() ? real > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY"
                    : value.toString();
        }
        if (value instanceof Integer whole) {
            return whole == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : whole == Integer.MAX_VALUE ? "Integer.MAX_VALUE" : value.toString();
        }
        return value.toString();
    }

    private static String character(char value) {
        return switch (value) {
            // Unicode escapes of these would be a line end, a quote or a backslash of the source.
            case '\n' -> "'\\n'";
            case '\r' -> "'\\r'";
            case '\'', '\\' -> "'\\" + value + "'";
            default -> value >= 32 && value < 127 ? "'" + value + "'" : String.format("'\\u%04x'", (int) value);
        };
    }

    /** What a variable of a type has before anything is assigned. */
    static String zero(String signature) {
        return switch (signature.charAt(0)) {
            case 'Z' -> "false";
            case 'B', 'S', 'C', 'I', 'J', 'F', 'D' -> "0";
            default -> "null";
        };
    }
}
