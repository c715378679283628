package dev.oraculum.evaluation.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.base.Ascii;
import com.google.common.math.IntMath;
import com.google.common.math.LongMath;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Guava publishes no tests of these methods. */
public class GuavaSuite {
    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -4_000_000_000L, -65_537, -3, -2, -1, 0, 1, 2, 3, 10, 65_536, 3_037_000_500L, 4_000_000_000L, Long.MAX_VALUE - 1, Long.MAX_VALUE};

    @Test
    void modOfSmallNumbers() {
        for (int x = -12; x <= 12; x++) {
            for (int m = 1; m <= 7; m++) {
                assertEquals(Math.floorMod(x, m), IntMath.mod(x, m));
            }
        }
    }

    @Test
    void modAtTheEdges() {
        int[] edges = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1000, 1000, Integer.MAX_VALUE - 1, Integer.MAX_VALUE};
        int[] moduli = {1, 2, 3, 10, 97, 65_536, Integer.MAX_VALUE};
        for (int x : edges) {
            for (int m : moduli) {
                assertEquals(Math.floorMod(x, m), IntMath.mod(x, m));
            }
        }
    }

    @Test
    void modByNothing() {
        assertThrows(ArithmeticException.class, () -> IntMath.mod(3, 0));
        assertThrows(ArithmeticException.class, () -> IntMath.mod(3, -2));
    }

    @Test
    void saturatedMultiplyAgainstBigInteger() {
        for (long a : LONGS) {
            for (long b : LONGS) {
                BigInteger exact = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
                long expected = exact.max(BigInteger.valueOf(Long.MIN_VALUE)).min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
                assertEquals(expected, LongMath.saturatedMultiply(a, b), a + " * " + b);
            }
        }
    }

    @Test
    void equalsIgnoreCaseOfAscii() {
        String[] texts = {"", "a", "A", "b", "ab", "AB", "aB", "Ab", "abc", "ABD", "z", "Z", "[", "{", "@", "`", "1", "a1", "A1", "\u00e9", "\u00c9", "hello", "HELLO", "hellO!"};
        for (String left : texts) {
            for (String right : texts) {
                boolean expected = Ascii.toLowerCase(left).equals(Ascii.toLowerCase(right));
                assertEquals(expected, Ascii.equalsIgnoreCase(left, right), left + " ~ " + right);
            }
        }
    }
}
