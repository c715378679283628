package org.apache.commons.lang.math;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.junit.Test;

public class FractionTest {
    private static void assertFraction(int numerator, int denominator, Fraction actual) {
        assertEquals(numerator, actual.getNumerator());
        assertEquals(denominator, actual.getDenominator());
    }

    @Test
    public void constants() {
        assertFraction(0, 1, Fraction.ZERO);
        assertFraction(1, 1, Fraction.ONE);
        assertFraction(1, 2, Fraction.ONE_HALF);
        assertFraction(2, 3, Fraction.TWO_THIRDS);
        assertFraction(4, 5, Fraction.FOUR_FIFTHS);
    }

    @Test
    public void factoryOfTwoNumbers() {
        assertFraction(0, 1, Fraction.getFraction(0, 1));
        assertFraction(23, 345, Fraction.getFraction(23, 345));
        assertFraction(-6, 10, Fraction.getFraction(6, -10));
        assertFraction(6, 10, Fraction.getFraction(-6, -10));
        try {
            Fraction.getFraction(1, 0);
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void factoryOfThreeNumbers() {
        assertFraction(3, 2, Fraction.getFraction(1, 1, 2));
        assertFraction(-3, 2, Fraction.getFraction(-1, 1, 2));
        assertFraction(12, 10, Fraction.getFraction(1, 2, 10));
        try {
            Fraction.getFraction(1, -1, 2);
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void reducedFactory() {
        assertFraction(1, 1, Fraction.getReducedFraction(1, 1));
        assertFraction(3, 5, Fraction.getReducedFraction(6, 10));
        assertFraction(-3, 5, Fraction.getReducedFraction(6, -10));
        assertFraction(11, 61, Fraction.getReducedFraction(22, 122));
    }

    @Test
    public void factoryOfDouble() {
        assertFraction(0, 1, Fraction.getFraction(0.0));
        assertFraction(1, 2, Fraction.getFraction(0.5));
        assertFraction(-7, 8, Fraction.getFraction(-0.875));
        assertFraction(5, 4, Fraction.getFraction(1.25));
        assertFraction(2, 3, Fraction.getFraction(0.66666));
        try {
            Fraction.getFraction(Double.NaN);
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void factoryOfText() {
        assertFraction(0, 1, Fraction.getFraction("0.0"));
        assertFraction(1, 5, Fraction.getFraction("0.2"));
        assertFraction(3, 5, Fraction.getFraction("3/5"));
        assertFraction(3, 2, Fraction.getFraction("1 1/2"));
        assertFraction(7, 1, Fraction.getFraction("7"));
        try {
            Fraction.getFraction("1 1/");
            fail("NumberFormatException expected");
        } catch (NumberFormatException e) {
            // expected
        }
    }

    @Test
    public void properParts() {
        Fraction f = Fraction.getFraction(7, 2);
        assertEquals(1, f.getProperNumerator());
        assertEquals(3, f.getProperWhole());
        f = Fraction.getFraction(-7, 2);
        assertEquals(1, f.getProperNumerator());
        assertEquals(-3, f.getProperWhole());
        f = Fraction.getFraction(1, 2);
        assertEquals(1, f.getProperNumerator());
        assertEquals(0, f.getProperWhole());
    }

    @Test
    public void numbers() {
        Fraction f = Fraction.getFraction(3, 1, 8);
        assertEquals(3, f.intValue());
        assertEquals(3L, f.longValue());
        assertEquals(3.125f, f.floatValue(), 1e-5f);
        assertEquals(3.125, f.doubleValue(), 1e-9);
    }

    @Test
    public void reduce() {
        assertFraction(2, 3, Fraction.getFraction(50, 75).reduce());
        assertFraction(-2, 3, Fraction.getFraction(-50, 75).reduce());
        assertFraction(1, 2, Fraction.getFraction(1, 2).reduce());
    }

    @Test
    public void invert() {
        assertFraction(75, 50, Fraction.getFraction(50, 75).invert());
        assertFraction(-47, 15, Fraction.getFraction(-15, 47).invert());
        try {
            Fraction.getFraction(0, 3).invert();
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void negateAndAbs() {
        assertFraction(-50, 75, Fraction.getFraction(50, 75).negate());
        assertFraction(50, 75, Fraction.getFraction(-50, 75).negate());
        assertFraction(50, 75, Fraction.getFraction(-50, 75).abs());
        assertFraction(50, 75, Fraction.getFraction(50, 75).abs());
    }

    @Test
    public void pow() {
        assertFraction(1, 1, Fraction.getFraction(3, 5).pow(0));
        assertFraction(3, 5, Fraction.getFraction(3, 5).pow(1));
        assertFraction(9, 25, Fraction.getFraction(3, 5).pow(2));
        assertFraction(5, 3, Fraction.getFraction(3, 5).pow(-1));
        assertFraction(-27, 125, Fraction.getFraction(-3, 5).pow(3));
    }

    @Test
    public void add() {
        assertFraction(4, 5, Fraction.getFraction(3, 5).add(Fraction.getFraction(1, 5)));
        assertFraction(1, 1, Fraction.getFraction(3, 5).add(Fraction.getFraction(2, 5)));
        assertFraction(-1, 5, Fraction.getFraction(3, 5).add(Fraction.getFraction(-4, 5)));
        assertFraction(11, 10, Fraction.getFraction(3, 5).add(Fraction.getFraction(1, 2)));
    }

    @Test
    public void subtract() {
        assertFraction(2, 5, Fraction.getFraction(3, 5).subtract(Fraction.getFraction(1, 5)));
        assertFraction(-1, 5, Fraction.getFraction(3, 5).subtract(Fraction.getFraction(4, 5)));
        assertFraction(1, 10, Fraction.getFraction(3, 5).subtract(Fraction.getFraction(1, 2)));
    }

    @Test
    public void multiplyAndDivide() {
        assertFraction(6, 25, Fraction.getFraction(3, 5).multiplyBy(Fraction.getFraction(2, 5)));
        assertFraction(0, 1, Fraction.getFraction(0, 5).multiplyBy(Fraction.getFraction(2, 7)));
        assertFraction(3, 2, Fraction.getFraction(3, 5).divideBy(Fraction.getFraction(2, 5)));
        try {
            Fraction.getFraction(3, 5).divideBy(Fraction.ZERO);
            fail("ArithmeticException expected");
        } catch (ArithmeticException e) {
            // expected
        }
    }

    @Test
    public void equalsAndHashCode() {
        Fraction f = Fraction.getFraction(3, 5);
        assertFalse(f.equals(null));
        assertFalse(f.equals("3/5"));
        assertTrue(f.equals(f));
        assertTrue(f.equals(Fraction.getFraction(3, 5)));
        assertFalse(f.equals(Fraction.getFraction(6, 10)));
        assertEquals(f.hashCode(), Fraction.getFraction(3, 5).hashCode());
    }

    @Test
    public void compareTo() {
        Fraction f = Fraction.getFraction(3, 5);
        assertEquals(0, f.compareTo(f));
        assertEquals(0, f.compareTo(Fraction.getFraction(6, 10)));
        assertEquals(1, f.compareTo(Fraction.getFraction(2, 5)));
        assertEquals(-1, f.compareTo(Fraction.getFraction(4, 5)));
    }

    @Test
    public void text() {
        assertEquals("3/5", Fraction.getFraction(3, 5).toString());
        assertEquals("7/5", Fraction.getFraction(7, 5).toString());
        assertEquals("-2/4", Fraction.getFraction(-2, 4).toString());
        assertEquals("0/1", Fraction.ZERO.toString());
    }

    @Test
    public void properText() {
        assertEquals("3/5", Fraction.getFraction(3, 5).toProperString());
        assertEquals("1 2/5", Fraction.getFraction(7, 5).toProperString());
        assertEquals("2 4/5", Fraction.getFraction(14, 5).toProperString());
        assertEquals("1", Fraction.getFraction(1, 1).toProperString());
        assertEquals("0", Fraction.ZERO.toProperString());
        assertEquals("-1 1/2", Fraction.getFraction(-3, 2).toProperString());
        assertEquals("-3/5", Fraction.getFraction(-3, 5).toProperString());
    }
}
