package dev.oraculum.generation;

import com.palantir.javapoet.CodeBlock;
import dev.oraculum.generation.KeptTests.Kind;

/** Values of primitive types as Java writes them. */
final class JavaLiterals {
    private JavaLiterals() {}

    /** @param text as JSON has it */
    static String of(Kind kind, String text) {
        return switch (kind) {
            case BOOLEAN -> text;
            case BYTE -> of(Byte.valueOf(text));
            case SHORT -> of(Short.valueOf(text));
            case CHAR -> of(Character.valueOf((char) Integer.parseInt(text)));
            case INT -> of(Integer.valueOf(text));
            case LONG -> of(Long.valueOf(text));
            case FLOAT -> of(Float.valueOf(text));
            case DOUBLE -> of(Double.valueOf(text));
            default -> throw new IllegalArgumentException(kind + " is no primitive type");
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
        if (value instanceof Long) {
            return value + "L";
        }
        if (value instanceof Float real) {
            return real.isNaN() ? "Float.NaN" : real.isInfinite() ? real > 0 ? "Float.POSITIVE_INFINITY" : "Float.NEGATIVE_INFINITY" : real + "f";
        }
        if (value instanceof Double real) {
            return real.isNaN() ? "Double.NaN" : real.isInfinite() ? real > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY"
                    : value.toString();
        }
        if (value.equals(Integer.MIN_VALUE)) {
            return "Integer.MIN_VALUE";
        }
        return value.toString();
    }

    private static String character(char value) {
        if (value >= 32 && value < 127) {
            return value == '\'' || value == '\\' ? "'\\" + value + "'" : "'" + value + "'";
        }
        return CodeBlock.of("'$L'", "\\u" + String.format("%04x", (int) value)).toString();
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
