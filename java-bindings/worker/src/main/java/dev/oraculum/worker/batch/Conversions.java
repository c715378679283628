package dev.oraculum.worker.batch;

/**
 * Operands as primitives: unboxed and widened as in an invocation of Java (JLS 5.3). Made classes call it.
 *
 * <p>A null throws {@link NullPointerException}, anything else {@link ClassCastException}, as the cast in a test would.
 */
public final class Conversions {
    private Conversions() {}

    public static boolean toBoolean(Object value) {
        return (Boolean) value;
    }

    public static byte toByte(Object value) {
        return (Byte) value;
    }

    public static char toChar(Object value) {
        return (Character) value;
    }

    public static short toShort(Object value) {
        return value instanceof Byte number ? number : (Short) value;
    }

    public static int toInt(Object value) {
        return value instanceof Integer number ? number : widenToInt(value);
    }

    private static int widenToInt(Object value) {
        if (value instanceof Character character) {
            return character;
        }
        return value instanceof Byte || value instanceof Short ? ((Number) value).intValue() : (Integer) value;
    }

    public static long toLong(Object value) {
        return value instanceof Long number ? number : isIntegral(value) ? widenToInt(value) : (Long) value;
    }

    public static float toFloat(Object value) {
        return value instanceof Float number ? number : value instanceof Long whole ? whole : isIntegral(value) ? widenToInt(value)
                : (Float) value;
    }

    public static double toDouble(Object value) {
        if (value instanceof Double number) {
            return number;
        }
        return value instanceof Float || value instanceof Long || isIntegral(value) ? toFloatOrWider(value) : (Double) value;
    }

    private static double toFloatOrWider(Object value) {
        return value instanceof Number number ? number.doubleValue() : widenToInt(value);
    }

    private static boolean isIntegral(Object value) {
        return value instanceof Integer || value instanceof Character || value instanceof Short || value instanceof Byte;
    }

    /** A value as an array's component or a result of that type, boxed. */
    static Object to(Class<?> type, Object value) {
        if (!type.isPrimitive()) {
            return type.cast(value);
        }
        if (type == int.class) {
            return toInt(value);
        }
        if (type == boolean.class) {
            return toBoolean(value);
        }
        if (type == long.class) {
            return toLong(value);
        }
        if (type == double.class) {
            return toDouble(value);
        }
        if (type == char.class) {
            return toChar(value);
        }
        if (type == byte.class) {
            return toByte(value);
        }
        return type == short.class ? (Object) toShort(value) : (Object) toFloat(value);
    }
}
