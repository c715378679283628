package org.apache.commons.math3.fraction;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.apache.commons.math3.exception.MathArithmeticException;
import org.apache.commons.math3.exception.NullArgumentException;
import org.junit.Test;

public class FractionTest {
    private static void assertFraction(int numerator, int denominator, Fraction actual) {
        assertEquals(numerator, actual.getNumerator());
        assertEquals(denominator, actual.getDenominator());
    }

    @Test
    public void constructors() {
        assertFraction(0, 1, new Fraction(0, 2));
        assertFraction(1, 2, new Fraction(1, 2));
        assertFraction(-1, 2, new Fraction(1, -2));
        assertFraction(1, 2, new Fraction(-2, -4));
        assertFraction(7, 1, new Fraction(7));
    }

    @Test
    public void constructorOfZeroDenominator() {
        try {
            new Fraction(1, 0);
            fail("MathArithmeticException expected");
        } catch (MathArithmeticException e) {
            // expected
        }
    }

    @Test
    public void constructorOfDouble() {
        assertFraction(1, 2, new Fraction(0.5));
        assertFraction(1, 3, new Fraction(1.0 / 3.0));
        assertFraction(17, 100, new Fraction(17.0 / 100.0));
        assertFraction(-3, 4, new Fraction(-0.75));
        assertFraction(2, 5, new Fraction(0.4, 1e-5, 100));
        assertFraction(3, 5, new Fraction(0.6152, 9));
    }

    @Test
    public void goldenRatioDoesNotConverge() {
        try {
            new Fraction((1 + Math.sqrt(5)) / 2, 1.0e-12, 25);
            fail("FractionConversionException expected");
        } catch (FractionConversionException e) {
            // expected
        }
    }

    @Test
    public void compare() {
        Fraction first = new Fraction(1, 2);
        Fraction second = new Fraction(1, 3);
        assertEquals(0, first.compareTo(first));
        assertEquals(0, first.compareTo(new Fraction(2, 4)));
        assertEquals(1, first.compareTo(second));
        assertEquals(-1, second.compareTo(first));
    }

    @Test
    public void values() {
        assertEquals(0.5, new Fraction(1, 2).doubleValue(), 0.0);
        assertEquals(0.5f, new Fraction(1, 2).floatValue(), 0.0f);
        assertEquals(1, new Fraction(3, 2).intValue());
        assertEquals(0L, new Fraction(1, 2).longValue());
        assertEquals(-2, new Fraction(-5, 2).intValue());
    }

    @Test
    public void percentageValue() {
        assertEquals(50.0, new Fraction(1, 2).percentageValue(), 1e-12);
        assertEquals(-75.0, new Fraction(-3, 4).percentageValue(), 1e-12);
        assertEquals(200.0, new Fraction(2).percentageValue(), 1e-12);
        assertEquals(0.0, Fraction.ZERO.percentageValue(), 1e-12);
        assertEquals(100.0 / 3, new Fraction(1, 3).percentageValue(), 1e-12);
    }

    @Test
    public void abs() {
        assertFraction(1, 2, new Fraction(1, 2).abs());
        assertFraction(1, 2, new Fraction(-1, 2).abs());
    }

    @Test
    public void negate() {
        assertFraction(-50, 75 / 75, new Fraction(50).negate());
        assertFraction(2, 3, new Fraction(-50, 75).negate());
    }

    @Test
    public void negateOverflow() {
        try {
            new Fraction(Integer.MIN_VALUE, 1).negate();
            fail("MathArithmeticException expected");
        } catch (MathArithmeticException e) {
            // expected
        }
    }

    @Test
    public void reciprocal() {
        assertFraction(3, 2, new Fraction(2, 3).reciprocal());
        assertFraction(-15, 47, new Fraction(47, -15).reciprocal());
        try {
            new Fraction(0, 3).reciprocal();
            fail("MathArithmeticException expected");
        } catch (MathArithmeticException e) {
            // expected
        }
    }

    @Test
    public void add() {
        Fraction a = new Fraction(1, 2);
        Fraction b = new Fraction(2, 3);
        assertFraction(1, 1, a.add(a));
        assertFraction(7, 6, a.add(b));
        assertFraction(7, 6, b.add(a));
        assertFraction(4, 3, b.add(b));
        assertFraction(3, 2, a.add(1));
        assertFraction(2, 3, Fraction.ZERO.add(b));
    }

    @Test
    public void subtract() {
        Fraction a = new Fraction(1, 2);
        Fraction b = new Fraction(2, 3);
        assertFraction(0, 1, a.subtract(a));
        assertFraction(-1, 6, a.subtract(b));
        assertFraction(1, 6, b.subtract(a));
        assertFraction(-1, 2, a.subtract(1));
        assertFraction(-2, 3, Fraction.ZERO.subtract(b));
    }

    @Test
    public void multiply() {
        Fraction a = new Fraction(1, 2);
        Fraction b = new Fraction(2, 3);
        assertFraction(1, 4, a.multiply(a));
        assertFraction(1, 3, a.multiply(b));
        assertFraction(18, 5, new Fraction(6, 5).multiply(3));
        assertFraction(0, 1, Fraction.ZERO.multiply(b));
    }

    @Test
    public void divide() {
        Fraction a = new Fraction(1, 2);
        Fraction b = new Fraction(2, 3);
        assertFraction(1, 1, a.divide(a));
        assertFraction(3, 4, a.divide(b));
        assertFraction(4, 3, b.divide(a));
        assertFraction(1, 6, a.divide(3));
    }

    @Test
    public void divideByZero() {
        try {
            new Fraction(1, 2).divide(Fraction.ZERO);
            fail("MathArithmeticException expected");
        } catch (MathArithmeticException e) {
            // expected
        }
    }

    @Test
    public void nullOperands() {
        try {
            new Fraction(1, 2).add((Fraction) null);
            fail("NullArgumentException expected");
        } catch (NullArgumentException e) {
            // expected
        }
    }

    @Test
    public void equalsAndHashCode() {
        Fraction zero = new Fraction(0, 1);
        assertTrue(zero.equals(zero));
        assertFalse(zero.equals(null));
        assertFalse(zero.equals(Double.valueOf(0)));
        assertTrue(zero.equals(new Fraction(0, 2)));
        assertEquals(zero.hashCode(), new Fraction(0, 2).hashCode());
        assertFalse(zero.equals(Fraction.ONE));
    }

    @Test
    public void reducedFraction() {
        assertFraction(1, 2, Fraction.getReducedFraction(2, 4));
        assertFraction(-1, 2, Fraction.getReducedFraction(1, -2));
        assertFraction(0, 1, Fraction.getReducedFraction(0, -3));
    }

    @Test
    public void text() {
        assertEquals("0", new Fraction(0, 3).toString());
        assertEquals("3", new Fraction(6, 2).toString());
        assertEquals("2 / 3", new Fraction(18, 27).toString());
        assertEquals("-10 / 11", new Fraction(-10, 11).toString());
    }
}
