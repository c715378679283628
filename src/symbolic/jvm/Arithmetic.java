import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * What instructions of the JVM give for numbers at the edges, as a checksum for each instruction: {@code java Arithmetic.java >
 * arithmetic.txt}. The tests of {@code scalar.rs} have the same numbers.
 */
class Arithmetic {
    private static final Map<String, CRC32> CHECKSUMS = new TreeMap<>();

    private static final int[] INTS = {
        Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -65_537, -129, -31, -1, 0, 1, 2, 31, 32, 33, 127, 255, 65_535, 16_777_217,
        Integer.MAX_VALUE
    };
    private static final long[] LONGS = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -4_294_967_297L, -2_147_483_649L, -63, -1, 0, 1, 3, 63, 64, 65, 2_147_483_648L, 4_294_967_295L,
        9_007_199_254_740_993L, Long.MAX_VALUE
    };
    private static final float[] FLOATS = {
        Float.NaN, 0f, -0f, 1.5f, -2.5f, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY, 3e9f, 1e19f, 16_777_216f
    };
    private static final double[] DOUBLES = {
        Double.NaN, 0, -0.0, 1.5, -2.5, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, 3e9, 1e19, 9_007_199_254_740_993.0, 1e40
    };

    private static void say(String operation, Object a, Object b, Object result) {
        CHECKSUMS.computeIfAbsent(operation + " " + show(a).charAt(0), key -> new CRC32())
                .update((show(result) + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static String show(Object value) {
        if (value instanceof Float real) {
            return "f" + Integer.toHexString(Float.floatToIntBits(real));
        }
        if (value instanceof Double real) {
            return "d" + Long.toHexString(Double.doubleToLongBits(real));
        }
        return (value instanceof Long ? "l" : "i") + value;
    }

    public static void main(String[] arguments) {
        for (int a : INTS) {
            for (int b : INTS) {
                say("Add", a, b, a + b);
                say("Sub", a, b, a - b);
                say("Mul", a, b, a * b);
                if (b != 0) {
                    say("Div", a, b, a / b);
                    say("Rem", a, b, a % b);
                }
                say("And", a, b, a & b);
                say("Or", a, b, a | b);
                say("Xor", a, b, a ^ b);
                say("ShiftLeft", a, b, a << b);
                say("ShiftRight", a, b, a >> b);
                say("ShiftRightUnsigned", a, b, a >>> b);
            }
            say("Negate", a, null, -a);
            say("ToLong", a, null, (long) a);
            say("ToFloat", a, null, (float) a);
            say("ToDouble", a, null, (double) a);
            say("ToByte", a, null, (int) (byte) a);
            say("ToChar", a, null, (int) (char) a);
            say("ToShort", a, null, (int) (short) a);
        }
        for (long a : LONGS) {
            for (long b : LONGS) {
                say("Add", a, b, a + b);
                say("Sub", a, b, a - b);
                say("Mul", a, b, a * b);
                if (b != 0) {
                    say("Div", a, b, a / b);
                    say("Rem", a, b, a % b);
                }
                say("And", a, b, a & b);
                say("Or", a, b, a | b);
                say("Xor", a, b, a ^ b);
                say("Order0", a, b, Long.compare(a, b));
            }
            for (int b : INTS) {
                say("ShiftLeft", a, b, a << b);
                say("ShiftRight", a, b, a >> b);
                say("ShiftRightUnsigned", a, b, a >>> b);
            }
            say("Negate", a, null, -a);
            say("ToInt", a, null, (int) a);
            say("ToFloat", a, null, (float) a);
            say("ToDouble", a, null, (double) a);
        }
        for (float a : FLOATS) {
            for (float b : FLOATS) {
                say("Add", a, b, a + b);
                say("Sub", a, b, a - b);
                say("Mul", a, b, a * b);
                say("Div", a, b, a / b);
                say("Rem", a, b, a % b);
                // What javac makes of > and < are fcmpl and fcmpg.
                say("Order-1", a, b, a > b ? 1 : a == b ? 0 : -1);
                say("Order1", a, b, a < b ? -1 : a == b ? 0 : 1);
            }
            say("Negate", a, null, -a);
            say("ToInt", a, null, (int) a);
            say("ToLong", a, null, (long) a);
            say("ToDouble", a, null, (double) a);
        }
        for (double a : DOUBLES) {
            for (double b : DOUBLES) {
                say("Add", a, b, a + b);
                say("Sub", a, b, a - b);
                say("Mul", a, b, a * b);
                say("Div", a, b, a / b);
                say("Rem", a, b, a % b);
                say("Order-1", a, b, a > b ? 1 : a == b ? 0 : -1);
                say("Order1", a, b, a < b ? -1 : a == b ? 0 : 1);
            }
            say("Negate", a, null, -a);
            say("ToInt", a, null, (int) a);
            say("ToLong", a, null, (long) a);
            say("ToFloat", a, null, (float) a);
        }
        CHECKSUMS.forEach((operation, checksum) -> System.out.println(operation + " " + Long.toHexString(checksum.getValue())));
    }
}
