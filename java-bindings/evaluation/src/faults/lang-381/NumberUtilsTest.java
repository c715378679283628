package org.apache.commons.lang.math;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.Test;

public class NumberUtilsTest {
    @Test
    public void toIntAndLong() {
        assertEquals(12345, NumberUtils.toInt("12345"));
        assertEquals(0, NumberUtils.toInt("abc"));
        assertEquals(5, NumberUtils.toInt("1234.5", 5));
        assertEquals(0, NumberUtils.toInt(null));
        assertEquals(12345L, NumberUtils.toLong("12345"));
        assertEquals(5L, NumberUtils.toLong("", 5L));
    }

    @Test
    public void toFloatAndDouble() {
        assertEquals(-1.2345f, NumberUtils.toFloat("-1.2345"), 0);
        assertEquals(5.1f, NumberUtils.toFloat("", 5.1f), 0);
        assertEquals(1.2345, NumberUtils.toDouble("1.2345"), 0);
        assertEquals(5.1, NumberUtils.toDouble("abc", 5.1), 0);
        assertEquals(0.0, NumberUtils.toDouble((String) null), 0);
    }

    @Test
    public void createNumber() {
        assertEquals(Float.valueOf("1234.5"), NumberUtils.createNumber("1234.5"));
        assertEquals(Integer.valueOf(12345), NumberUtils.createNumber("12345"));
        assertEquals(Double.valueOf("1234.5"), NumberUtils.createNumber("1234.5D"));
        assertEquals(Float.valueOf("1234.5"), NumberUtils.createNumber("1234.5F"));
        assertEquals(Long.valueOf(12345), NumberUtils.createNumber("12345L"));
        assertEquals(Integer.decode("0xFADE"), NumberUtils.createNumber("0xFADE"));
        assertEquals(Double.valueOf("1.1E200"), NumberUtils.createNumber("1.1E200"));
        assertNull(NumberUtils.createNumber(null));
    }

    @Test
    public void createNumberOfNoNumber() {
        try {
            NumberUtils.createNumber("--1");
            NumberUtils.createNumber("x12");
            fail("NumberFormatException expected");
        } catch (NumberFormatException e) {
            // expected
        }
    }

    @Test
    public void createOthers() {
        assertEquals(Float.valueOf("1234.5"), NumberUtils.createFloat("1234.5"));
        assertEquals(Double.valueOf("1234.5"), NumberUtils.createDouble("1234.5"));
        assertEquals(Integer.valueOf("12345"), NumberUtils.createInteger("12345"));
        assertEquals(Long.valueOf("12345"), NumberUtils.createLong("12345"));
        assertEquals(new BigInteger("12345"), NumberUtils.createBigInteger("12345"));
        assertEquals(new BigDecimal("1234.5"), NumberUtils.createBigDecimal("1234.5"));
        assertNull(NumberUtils.createDouble(null));
    }

    @Test
    public void minOfLongs() {
        assertEquals(5L, NumberUtils.min(new long[] {5}));
        assertEquals(6L, NumberUtils.min(new long[] {6, 9}));
        assertEquals(-10L, NumberUtils.min(new long[] {-10, 2, 5}));
        assertEquals(-10L, NumberUtils.min(new long[] {2, -10, 5}));
        assertEquals(-10L, NumberUtils.min(new long[] {2, 5, -10}));
    }

    @Test
    public void minOfInts() {
        assertEquals(5, NumberUtils.min(new int[] {5}));
        assertEquals(6, NumberUtils.min(new int[] {6, 9}));
        assertEquals(-10, NumberUtils.min(new int[] {-10, 2, 5}));
        assertEquals(-10, NumberUtils.min(new int[] {2, 5, -10}));
    }

    @Test
    public void minOfDoubles() {
        assertEquals(5.1, NumberUtils.min(new double[] {5.12, 5.1}), 0);
        assertEquals(5.12, NumberUtils.min(new double[] {5.12}), 0);
        assertEquals(6.0, NumberUtils.min(new double[] {6, 9}), 0);
        assertEquals(-10.0, NumberUtils.min(new double[] {-10, 2, 5}), 0);
        assertEquals(-10.0, NumberUtils.min(new double[] {2, -10, 5}), 0);
        assertTrue(Double.isNaN(NumberUtils.min(new double[] {Double.NaN})));
    }

    @Test
    public void minOfFloats() {
        assertEquals(5.9f, NumberUtils.min(new float[] {5.9f}), 0);
        assertEquals(6.8f, NumberUtils.min(new float[] {6.8f, 9.7f}), 0);
        assertEquals(-10.6f, NumberUtils.min(new float[] {-10.6f, 2, 5}), 0);
        assertEquals(-10.6f, NumberUtils.min(new float[] {2, 5, -10.6f}), 0);
    }

    @Test
    public void maxOfLongsAndInts() {
        assertEquals(9L, NumberUtils.max(new long[] {6, 9}));
        assertEquals(5L, NumberUtils.max(new long[] {-10, 5, 2}));
        assertEquals(9, NumberUtils.max(new int[] {6, 9}));
        assertEquals(10, NumberUtils.max(new int[] {10, 2, 5}));
    }

    @Test
    public void maxOfDoubles() {
        assertEquals(5.12, NumberUtils.max(new double[] {5.12, 5.1}), 0);
        assertEquals(9.0, NumberUtils.max(new double[] {6, 9}), 0);
        assertEquals(10.5, NumberUtils.max(new double[] {2, 10.5, 5}), 0);
    }

    @Test
    public void maxOfFloats() {
        assertEquals(9.7f, NumberUtils.max(new float[] {6.8f, 9.7f}), 0);
        assertEquals(10.6f, NumberUtils.max(new float[] {-2, 5, 10.6f}), 0);
    }

    @Test
    public void emptyAndNullArrays() {
        try {
            NumberUtils.min(new double[0]);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
        try {
            NumberUtils.max((double[]) null);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
        try {
            NumberUtils.min((long[]) null);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void minimumOfThree() {
        assertEquals(12345L, NumberUtils.min(12345L, 12345L + 1L, 12345L + 2L));
        assertEquals(12345, NumberUtils.min(12346, 12345, 12347));
        assertEquals(1.2, NumberUtils.min(2.4, 1.2, 3.6), 0);
        assertEquals(1.2f, NumberUtils.min(2.4f, 3.6f, 1.2f), 0);
        assertEquals((short) 1, NumberUtils.min((short) 3, (short) 2, (short) 1));
        assertEquals((byte) 1, NumberUtils.min((byte) 1, (byte) 2, (byte) 3));
        assertTrue(Double.isNaN(NumberUtils.min(1.2, 2.5, Double.NaN)));
    }

    @Test
    public void maximumOfThree() {
        assertEquals(12347L, NumberUtils.max(12345L, 12345L + 1L, 12345L + 2L));
        assertEquals(12347, NumberUtils.max(12346, 12345, 12347));
        assertEquals(3.6, NumberUtils.max(2.4, 1.2, 3.6), 0);
        assertEquals(3.6f, NumberUtils.max(2.4f, 3.6f, 1.2f), 0);
        assertEquals((short) 3, NumberUtils.max((short) 3, (short) 2, (short) 1));
        assertTrue(Float.isNaN(NumberUtils.max(1.2f, 2.5f, Float.NaN)));
    }

    @Test
    public void compareDoubles() {
        assertEquals(0, NumberUtils.compare(Double.NaN, Double.NaN));
        assertEquals(1, NumberUtils.compare(Double.NaN, Double.MAX_VALUE));
        assertEquals(-1, NumberUtils.compare(1.2, 100.0));
        assertEquals(1, NumberUtils.compare(100.0, 1.2));
        assertEquals(1, NumberUtils.compare(0.0, -0.0));
        assertEquals(0, NumberUtils.compare(1.2, 1.2));
    }

    @Test
    public void compareFloats() {
        assertEquals(0, NumberUtils.compare(Float.NaN, Float.NaN));
        assertEquals(-1, NumberUtils.compare(1.2f, 100.0f));
        assertEquals(1, NumberUtils.compare(100.0f, 1.2f));
        assertEquals(-1, NumberUtils.compare(-0.0f, 0.0f));
    }

    @Test
    public void isDigits() {
        assertFalse(NumberUtils.isDigits(null));
        assertFalse(NumberUtils.isDigits(""));
        assertTrue(NumberUtils.isDigits("12345"));
        assertFalse(NumberUtils.isDigits("1234.5"));
        assertFalse(NumberUtils.isDigits("abc"));
    }

    @Test
    public void isNumber() {
        assertTrue(NumberUtils.isNumber("12345"));
        assertTrue(NumberUtils.isNumber("1234.5"));
        assertTrue(NumberUtils.isNumber("-12.5E3"));
        assertTrue(NumberUtils.isNumber("0xABCD"));
        assertTrue(NumberUtils.isNumber("22338L"));
        assertTrue(NumberUtils.isNumber("0"));
        assertFalse(NumberUtils.isNumber(null));
        assertFalse(NumberUtils.isNumber(""));
        assertFalse(NumberUtils.isNumber("--2.3"));
        assertFalse(NumberUtils.isNumber(".12.3"));
        assertFalse(NumberUtils.isNumber("-123E"));
        assertFalse(NumberUtils.isNumber("0xG"));
        assertFalse(NumberUtils.isNumber("1a"));
    }
}
