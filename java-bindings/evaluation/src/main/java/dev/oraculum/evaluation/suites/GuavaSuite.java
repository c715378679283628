package dev.oraculum.evaluation.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Ascii;
import com.google.common.math.IntMath;
import com.google.common.math.LongMath;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Guava publishes no tests of these methods. */
public class GuavaSuite {
    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -4_000_000_000L, -65_537, -3, -2, -1, 0, 1, 2, 3, 10, 65_536,
            3_037_000_500L,
            4_000_000_000L, Long.MAX_VALUE - 1, Long.MAX_VALUE};

    // IntMath.mod

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
    void modByOneIsZero() {
        for (int x : new int[] {-55, -1, 0, 1, 8_000}) {
            assertEquals(0, IntMath.mod(x, 1));
        }
    }

    @Test
    void modOfMultiplesIsZero() {
        for (int m : new int[] {4, 9, 250}) {
            assertEquals(0, IntMath.mod(3 * m, m));
            assertEquals(0, IntMath.mod(-5 * m, m));
        }
    }

    @Test
    void modOfSmallerNumbersIsTheNumber() {
        assertEquals(6, IntMath.mod(6, 7));
        assertEquals(0, IntMath.mod(0, 7));
        assertEquals(41, IntMath.mod(41, 1000));
    }

    @Test
    void modOfNegativesIsNotNegative() {
        assertEquals(3, IntMath.mod(-7, 5));
        assertEquals(59, IntMath.mod(-1, 60));
        assertEquals(1, IntMath.mod(-999, 1000));
    }

    @Test
    void modOfAClock() {
        assertEquals(3, IntMath.mod(15, 12));
        assertEquals(10, IntMath.mod(-2, 12));
        assertEquals(11, IntMath.mod(-25, 12));
    }

    @Test
    void modOfRandomNumbers() {
        Random random = new Random(41);
        for (int i = 0; i < 25; i++) {
            int x = random.nextInt();
            int m = random.nextInt(1, 5000);
            assertEquals(Math.floorMod(x, m), IntMath.mod(x, m));
        }
    }

    // LongMath.saturatedMultiply

    private static void multiplies(long a, long b) {
        BigInteger exact = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
        long expected = exact.max(BigInteger.valueOf(Long.MIN_VALUE)).min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
        assertEquals(expected, LongMath.saturatedMultiply(a, b), a + " * " + b);
    }

    @Test
    void saturatedMultiplyAgainstBigInteger() {
        for (long a : LONGS) {
            for (long b : LONGS) {
                multiplies(a, b);
            }
        }
    }

    @Test
    void saturatedMultiplyOfSmallNumbers() {
        for (long a = -6; a <= 6; a++) {
            for (long b = -5; b <= 5; b++) {
                assertEquals(a * b, LongMath.saturatedMultiply(a, b));
            }
        }
    }

    @Test
    void saturatedMultiplyByZeroAndOne() {
        for (long a : new long[] {-123_456_789_012L, -4, 44, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertEquals(0, LongMath.saturatedMultiply(a, 0));
            assertEquals(0, LongMath.saturatedMultiply(0, a));
            assertEquals(a, LongMath.saturatedMultiply(a, 1));
            assertEquals(a, LongMath.saturatedMultiply(1, a));
        }
    }

    @Test
    void saturatedMultiplyByMinusOne() {
        assertEquals(-71, LongMath.saturatedMultiply(71, -1));
        assertEquals(Long.MAX_VALUE, LongMath.saturatedMultiply(Long.MIN_VALUE, -1));
        assertEquals(Long.MAX_VALUE, LongMath.saturatedMultiply(-1, Long.MIN_VALUE));
        assertEquals(-Long.MAX_VALUE, LongMath.saturatedMultiply(Long.MAX_VALUE, -1));
    }

    @Test
    void saturatedMultiplyHoldsAtTheTop() {
        multiplies(1L << 40, 1L << 30);
        multiplies(-5_000_000_000L, -5_000_000_000L);
        multiplies(Long.MAX_VALUE, 2);
        multiplies(Long.MIN_VALUE, -7);
    }

    @Test
    void saturatedMultiplyHoldsAtTheBottom() {
        multiplies(-(1L << 40), 1L << 30);
        multiplies(5_000_000_000L, -5_000_000_000L);
        multiplies(Long.MAX_VALUE, -3);
        multiplies(Long.MIN_VALUE, 12);
    }

    @Test
    void saturatedMultiplyJustFits() {
        multiplies(1L << 31, 1L << 31);
        multiplies(3_037_000_499L, 3_037_000_499L);
        multiplies(3_037_000_500L, 3_037_000_500L);
        multiplies(-(1L << 32), 1L << 31);
        multiplies(1L << 62, -2);
        multiplies(Long.MAX_VALUE / 3, 3);
    }

    @Test
    void saturatedMultiplyOfSquares() {
        for (long a : new long[] {9, -13, 1_000_000, -3_000_000_000L, 4_000_000_001L}) {
            multiplies(a, a);
        }
    }

    @Test
    void saturatedMultiplyOfRandomNumbers() {
        Random random = new Random(42);
        for (int i = 0; i < 20; i++) {
            multiplies(random.nextLong(), random.nextInt(-9, 10));
            multiplies(random.nextInt(), random.nextInt());
            multiplies(random.nextLong(), random.nextLong());
        }
    }

    // Ascii.equalsIgnoreCase

    @Test
    void equalsIgnoreCaseOfAscii() {
        String[] texts = {"", "a", "A", "b", "ab", "AB", "aB", "Ab", "abc", "ABD", "z", "Z", "[", "{", "@", "`", "1", "a1", "A1", "\u00e9",
                "\u00c9", "hello",
                "HELLO", "hellO!"};
        for (String left : texts) {
            for (String right : texts) {
                boolean expected = Ascii.toLowerCase(left).equals(Ascii.toLowerCase(right));
                assertEquals(expected, Ascii.equalsIgnoreCase(left, right), left + " ~ " + right);
            }
        }
    }

    @Test
    void nothingEqualsNothing() {
        assertTrue(Ascii.equalsIgnoreCase("", ""));
        assertFalse(Ascii.equalsIgnoreCase("", "x"));
        assertFalse(Ascii.equalsIgnoreCase("word", ""));
    }

    @Test
    void aTextEqualsItself() {
        for (String text : new String[] {"q", "same", "Two Words", "1+1=2", "\u03bb"}) {
            assertTrue(Ascii.equalsIgnoreCase(text, text));
            assertTrue(Ascii.equalsIgnoreCase(text, new String(text)));
        }
    }

    @Test
    void equalsInAnotherCase() {
        assertTrue(Ascii.equalsIgnoreCase("Content-Type", "content-type"));
        assertTrue(Ascii.equalsIgnoreCase("UTF-8", "utf-8"));
        assertTrue(Ascii.equalsIgnoreCase("mIxEd", "MiXeD"));
    }

    @Test
    void doesNotEqualOtherLetters() {
        assertFalse(Ascii.equalsIgnoreCase("bat", "cat"));
        assertFalse(Ascii.equalsIgnoreCase("cat", "car"));
        assertFalse(Ascii.equalsIgnoreCase("CAT", "cut"));
    }

    @Test
    void doesNotEqualOtherLengths() {
        assertFalse(Ascii.equalsIgnoreCase("abc", "abcd"));
        assertFalse(Ascii.equalsIgnoreCase("ABCD", "abc"));
        assertFalse(Ascii.equalsIgnoreCase("x", "xx"));
    }

    @Test
    void signsNextToLettersAreNoLetters() {
        assertFalse(Ascii.equalsIgnoreCase("@", "`"));
        assertFalse(Ascii.equalsIgnoreCase("[", "{"));
        assertFalse(Ascii.equalsIgnoreCase("a^", "a~"));
        assertTrue(Ascii.equalsIgnoreCase("Z[", "z["));
    }

    @Test
    void lettersBeyondAsciiHaveNoOtherCase() {
        assertFalse(Ascii.equalsIgnoreCase("\u00e4", "\u00c4"));
        assertFalse(Ascii.equalsIgnoreCase("k", "\u212a"));
        assertTrue(Ascii.equalsIgnoreCase("\u00fcB", "\u00fcb"));
    }

    @Test
    void digitsAndSigns() {
        assertTrue(Ascii.equalsIgnoreCase("2+2", "2+2"));
        assertFalse(Ascii.equalsIgnoreCase("2+2", "2-2"));
        assertFalse(Ascii.equalsIgnoreCase("1", "Q"));
    }
}
