package org.apache.commons.math.util;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.math.BigDecimal;
import org.junit.Test;

public class MathUtilsTest {
    @Test
    public void factorial() {
        long expected = 1;
        assertEquals(1, MathUtils.factorial(0));
        for (int i = 1; i <= 10; i++) {
            expected *= i;
            assertEquals(expected, MathUtils.factorial(i));
            assertEquals(expected, MathUtils.factorialDouble(i), 1e-3);
            assertEquals(Math.log(expected), MathUtils.factorialLog(i), 1e-9);
        }
    }

    @Test
    public void factorialOfNegatives() {
        try {
            MathUtils.factorial(-1);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
        try {
            MathUtils.factorialDouble(-1);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
        try {
            MathUtils.factorialLog(-1);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void factorialTooLarge() {
        try {
            MathUtils.factorial(21);
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
        assertEquals(Double.POSITIVE_INFINITY, MathUtils.factorialDouble(171), 0);
    }

    @Test
    public void binomialCoefficient() {
        long[] row5 = {1, 5, 10, 10, 5, 1};
        long[] row6 = {1, 6, 15, 20, 15, 6, 1};
        for (int i = 0; i < row5.length; i++) {
            assertEquals(row5[i], MathUtils.binomialCoefficient(5, i));
            assertEquals(row5[i], MathUtils.binomialCoefficientDouble(5, i), 1e-9);
            assertEquals(Math.log(row5[i]), MathUtils.binomialCoefficientLog(5, i), 1e-9);
        }
        for (int i = 0; i < row6.length; i++) {
            assertEquals(row6[i], MathUtils.binomialCoefficient(6, i));
        }
    }

    @Test
    public void binomialCoefficientOfBadArguments() {
        try {
            MathUtils.binomialCoefficient(4, 5);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
        try {
            MathUtils.binomialCoefficient(-1, -2);
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void addAndSubtract() {
        assertEquals(12, MathUtils.addAndCheck(5, 7));
        assertEquals(-2, MathUtils.subAndCheck(5, 7));
        assertEquals(12L, MathUtils.addAndCheck(5L, 7L));
        assertEquals(-12L, MathUtils.addAndCheck(-5L, -7L));
        assertEquals(Integer.MAX_VALUE, MathUtils.addAndCheck(Integer.MAX_VALUE, 0));
        try {
            MathUtils.addAndCheck(Integer.MAX_VALUE, 1);
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void multiply() {
        assertEquals(35, MathUtils.mulAndCheck(5, 7));
        assertEquals(-35L, MathUtils.mulAndCheck(-5L, 7L));
        assertEquals(35L, MathUtils.mulAndCheck(-5L, -7L));
        try {
            MathUtils.mulAndCheck(Integer.MAX_VALUE, 2);
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void gcd() {
        assertEquals(0, MathUtils.gcd(0, 0));
        assertEquals(30, MathUtils.gcd(0, 30));
        assertEquals(10, MathUtils.gcd(30, 50));
        assertEquals(10, MathUtils.gcd(-30, 50));
        assertEquals(10, MathUtils.gcd(30, -50));
        assertEquals(1, MathUtils.gcd(30, 77));
        assertEquals(21, MathUtils.gcd(42, 63));
    }

    @Test
    public void lcm() {
        assertEquals(0, MathUtils.lcm(0, 30));
        assertEquals(150, MathUtils.lcm(30, 50));
        assertEquals(2310, MathUtils.lcm(30, 77));
        assertEquals(12, MathUtils.lcm(4, 6));
    }

    @Test
    public void hyperbolic() {
        assertEquals(10.06766, MathUtils.cosh(3.0), 1e-5);
        assertEquals(10.01787, MathUtils.sinh(3.0), 1e-5);
        assertEquals(1.0, MathUtils.cosh(0), 1e-12);
    }

    @Test
    public void equalsOfDoubles() {
        assertTrue(MathUtils.equals(Double.NaN, Double.NaN));
        assertTrue(MathUtils.equals(1.0, 1.0));
        assertFalse(MathUtils.equals(1.0, 2.0));
        assertTrue(MathUtils.equals(new double[] {1, 2}, new double[] {1, 2}));
        assertFalse(MathUtils.equals(new double[] {1, 2}, new double[] {1, 3}));
        assertFalse(MathUtils.equals(new double[] {1}, null));
    }

    @Test
    public void hashes() {
        assertEquals(MathUtils.hash(2.5), MathUtils.hash(2.5));
        assertEquals(0, MathUtils.hash((double[]) null));
        assertEquals(MathUtils.hash(new double[] {2.5}), MathUtils.hash(new double[] {2.5}));
    }

    @Test
    public void indicators() {
        assertEquals(1.0, MathUtils.indicator(2.0), 0);
        assertEquals(-1.0, MathUtils.indicator(-2.0), 0);
        assertEquals(1, MathUtils.indicator(0));
        assertEquals((byte) -1, MathUtils.indicator((byte) -7));
        assertEquals(1L, MathUtils.indicator(7L));
        assertEquals((short) -1, MathUtils.indicator((short) -7));
    }

    @Test
    public void signs() {
        assertEquals(1.0, MathUtils.sign(2.0), 0);
        assertEquals(-1.0, MathUtils.sign(-2.0), 0);
        assertEquals(0, MathUtils.sign(0));
        assertEquals((byte) -1, MathUtils.sign((byte) -7));
        assertEquals(1L, MathUtils.sign(7L));
        assertEquals(1.0f, MathUtils.sign(2.0f), 0);
    }

    @Test
    public void logarithms() {
        assertEquals(2.0, MathUtils.log(2, 4), 1e-12);
        assertEquals(3.0, MathUtils.log(2, 8), 1e-12);
        assertTrue(Double.isNaN(MathUtils.log(-1, 1)));
        assertEquals(0.0, MathUtils.log(10, 1), 1e-12);
    }

    @Test
    public void nextAfter() {
        assertEquals(16.0, MathUtils.nextAfter(15.999999999999998, 34.27555555555555), 0);
        assertEquals(-15.999999999999996, MathUtils.nextAfter(-15.999999999999998, 34.27555555555555), 0);
        assertTrue(MathUtils.nextAfter(1.0, 2.0) > 1.0);
        assertTrue(MathUtils.nextAfter(1.0, 0.0) < 1.0);
    }

    @Test
    public void normalizeAngle() {
        assertEquals(-2.5663706143591725, MathUtils.normalizeAngle(10, 0), 1e-12);
        assertEquals(1.0, MathUtils.normalizeAngle(1.0 + 2 * Math.PI, 0), 1e-12);
    }

    @Test
    public void roundDoubles() {
        assertEquals(1.23, MathUtils.round(1.234567890, 2), 0);
        assertEquals(1.235, MathUtils.round(1.234567890, 3), 0);
        assertEquals(39.24, MathUtils.round(39.245, 2, BigDecimal.ROUND_DOWN), 0);
        assertTrue(Double.isNaN(MathUtils.round(Double.NaN, 2)));
    }

    @Test
    public void roundFloats() {
        assertEquals(1.23f, MathUtils.round(1.234567890f, 2), 0);
        assertEquals(1.24f, MathUtils.round(1.234567890f, 2, BigDecimal.ROUND_CEILING), 0);
        assertEquals(1.23f, MathUtils.round(1.234567890f, 2, BigDecimal.ROUND_FLOOR), 0);
    }
}
