package org.apache.commons.math3.complex;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.apache.commons.math3.exception.NullArgumentException;
import org.junit.Test;

public class ComplexTest {
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double NAN = Double.NaN;

    private static void assertComplex(double real, double imaginary, Complex z) {
        assertEquals(real, z.getReal(), 1e-9);
        assertEquals(imaginary, z.getImaginary(), 1e-9);
    }

    @Test
    public void constructor() {
        Complex z = new Complex(3.0, 4.0);
        assertEquals(3.0, z.getReal(), 1e-12);
        assertEquals(4.0, z.getImaginary(), 1e-12);
        assertFalse(z.isNaN());
    }

    @Test
    public void constructorOfNaN() {
        assertTrue(new Complex(3.0, NAN).isNaN());
        assertTrue(new Complex(NAN, 4.0).isNaN());
        assertFalse(new Complex(3.0, 4.0).isNaN());
    }

    @Test
    public void isInfinite() {
        assertTrue(new Complex(INF, 1).isInfinite());
        assertTrue(new Complex(1, -INF).isInfinite());
        assertFalse(new Complex(1, 2).isInfinite());
        assertFalse(new Complex(NAN, INF).isInfinite());
    }

    @Test
    public void abs() {
        assertEquals(5.0, new Complex(3.0, 4.0).abs(), 1e-12);
        assertEquals(5.0, new Complex(-4.0, 3.0).abs(), 1e-12);
        assertEquals(13.0, new Complex(5.0, -12.0).abs(), 1e-12);
    }

    @Test
    public void absOfNaNAndInfinity() {
        assertTrue(Double.isNaN(Complex.NaN.abs()));
        assertEquals(INF, new Complex(INF, 0).abs(), 0);
        assertEquals(INF, new Complex(1, -INF).abs(), 0);
    }

    @Test
    public void add() {
        assertComplex(8.0, 10.0, new Complex(3.0, 4.0).add(new Complex(5.0, 6.0)));
        assertComplex(2.5, -1.0, new Complex(3.0, 4.0).add(new Complex(-0.5, -5.0)));
    }

    @Test
    public void addNaN() {
        assertTrue(new Complex(3.0, 4.0).add(Complex.NaN).isNaN());
    }

    @Test
    public void conjugate() {
        assertComplex(3.0, -4.0, new Complex(3.0, 4.0).conjugate());
        assertComplex(-2.0, 7.0, new Complex(-2.0, -7.0).conjugate());
    }

    @Test
    public void conjugateOfNaN() {
        assertTrue(Complex.NaN.conjugate().isNaN());
    }

    @Test
    public void divide() {
        assertComplex(39.0 / 61.0, 2.0 / 61.0, new Complex(3.0, 4.0).divide(new Complex(5.0, 6.0)));
        assertComplex(1.5, 2.0, new Complex(3.0, 4.0).divide(new Complex(2.0, 0.0)));
    }

    @Test
    public void divideImaginary() {
        assertComplex(2.0, -1.5, new Complex(3.0, 4.0).divide(new Complex(0.0, 2.0)));
        assertComplex(1.25, 0.75, new Complex(3.0, -5.0).divide(new Complex(0.0, -4.0)));
    }

    @Test
    public void divideByZero() {
        assertTrue(new Complex(3.0, 4.0).divide(Complex.ZERO).isNaN());
    }

    @Test
    public void divideNaN() {
        assertTrue(new Complex(3.0, 4.0).divide(Complex.NaN).isNaN());
    }

    @Test
    public void multiply() {
        assertComplex(-9.0, 38.0, new Complex(3.0, 4.0).multiply(new Complex(5.0, 6.0)));
        assertComplex(11.0, 2.0, new Complex(1.0, 2.0).multiply(new Complex(3.0, -4.0)));
        assertComplex(-7.0, 24.0, new Complex(3.0, 4.0).multiply(new Complex(3.0, 4.0)));
    }

    @Test
    public void multiplyNaN() {
        assertTrue(new Complex(3.0, 4.0).multiply(Complex.NaN).isNaN());
    }

    @Test
    public void negate() {
        assertComplex(-3.0, -4.0, new Complex(3.0, 4.0).negate());
        assertComplex(1.5, -2.0, new Complex(-1.5, 2.0).negate());
    }

    @Test
    public void negateNaN() {
        assertTrue(Complex.NaN.negate().isNaN());
    }

    @Test
    public void reciprocal() {
        assertComplex(5.0 / 61.0, -6.0 / 61.0, new Complex(5.0, 6.0).reciprocal());
        assertComplex(0.5, 0.0, new Complex(2.0, 0.0).reciprocal());
        assertComplex(0.0, 0.25, new Complex(0.0, -4.0).reciprocal());
        assertComplex(0.3, 0.1, new Complex(3.0, -1.0).reciprocal());
    }

    @Test
    public void reciprocalOfNaNAndInfinity() {
        assertTrue(Complex.NaN.reciprocal().isNaN());
        assertEquals(Complex.ZERO, new Complex(INF, 1).reciprocal());
    }

    @Test
    public void scalars() {
        assertComplex(5.0, 4.0, new Complex(3.0, 4.0).add(2.0));
        assertComplex(6.0, 8.0, new Complex(3.0, 4.0).multiply(2.0));
        assertComplex(6.0, 8.0, new Complex(3.0, 4.0).multiply(2));
        assertComplex(1.5, 2.0, new Complex(3.0, 4.0).divide(2.0));
        assertComplex(1.0, 4.0, new Complex(3.0, 4.0).subtract(2.0));
    }

    @Test
    public void argument() {
        assertEquals(Math.PI / 4, new Complex(1, 1).getArgument(), 1e-12);
        assertEquals(Math.PI / 2, new Complex(0, 1).getArgument(), 1e-12);
        assertEquals(-Math.PI / 4, new Complex(1, -1).getArgument(), 1e-12);
    }

    @Test
    public void nthRoot() {
        assertEquals(3, new Complex(-2, 2).nthRoot(3).size());
        assertComplex(1, 1, new Complex(-2, 2).nthRoot(3).get(0));
    }

    @Test
    public void valueOfAndToString() {
        assertEquals(new Complex(1.5, 0), Complex.valueOf(1.5));
        assertEquals(new Complex(1.5, 2), Complex.valueOf(1.5, 2));
        assertEquals("(3.0, 4.0)", new Complex(3, 4).toString());
    }

    @Test
    public void subtract() {
        assertComplex(-2.0, -2.0, new Complex(3.0, 4.0).subtract(new Complex(5.0, 6.0)));
        assertComplex(4.0, 9.0, new Complex(3.0, 4.0).subtract(new Complex(-1.0, -5.0)));
    }

    @Test
    public void subtractNaN() {
        assertTrue(new Complex(3.0, 4.0).subtract(Complex.NaN).isNaN());
    }

    @Test
    public void equalsNull() {
        assertFalse(new Complex(3.0, 4.0).equals(null));
    }

    @Test
    public void equalsAnotherClass() {
        assertFalse(new Complex(3.0, 4.0).equals("3 + 4i"));
    }

    @Test
    public void equalsSame() {
        Complex z = new Complex(3.0, 4.0);
        assertTrue(z.equals(z));
    }

    @Test
    public void equalsTrue() {
        assertTrue(new Complex(3.0, 4.0).equals(new Complex(3.0, 4.0)));
        assertTrue(new Complex(-1.0, 2.5).equals(new Complex(-1.0, 2.5)));
    }

    @Test
    public void equalsRealDifference() {
        Complex x = new Complex(0.0, 0.0);
        Complex y = new Complex(0.0 + Double.MIN_VALUE, 0.0);
        assertFalse(x.equals(y));
        assertFalse(new Complex(1.0, 2.0).equals(new Complex(1.5, 2.0)));
    }

    @Test
    public void equalsImaginaryDifference() {
        Complex x = new Complex(0.0, 0.0);
        Complex y = new Complex(0.0, 0.0 + Double.MIN_VALUE);
        assertFalse(x.equals(y));
        assertFalse(new Complex(1.0, 2.0).equals(new Complex(1.0, 3.0)));
    }

    @Test
    public void equalsNaN() {
        Complex realNaN = new Complex(NAN, 0.0);
        Complex imaginaryNaN = new Complex(0.0, NAN);
        assertTrue(realNaN.equals(imaginaryNaN));
        assertTrue(imaginaryNaN.equals(Complex.NaN));
    }

    @Test
    public void hashCodes() {
        Complex x = new Complex(0.0, 0.0);
        Complex y = new Complex(0.0, 0.0 + Double.MIN_VALUE);
        assertFalse(x.hashCode() == y.hashCode());
        assertEquals(new Complex(3.0, 4.0).hashCode(), new Complex(3.0, 4.0).hashCode());
        assertEquals(new Complex(NAN, 0.0).hashCode(), new Complex(0.0, NAN).hashCode());
    }

    @Test
    public void acos() {
        assertComplex(0.9368124611557207, -2.305509031243477, new Complex(3, 4).acos());
    }

    @Test
    public void asin() {
        assertComplex(0.6339838656391766, 2.305509031243477, new Complex(3, 4).asin());
    }

    @Test
    public void atan() {
        assertComplex(1.4483069952169, 0.1589971916799991, new Complex(3, 4).atan());
    }

    @Test
    public void cosAndCosh() {
        assertComplex(-27.034945603074224, -3.851153334811777, new Complex(3, 4).cos());
        assertComplex(-6.580663040551157, -7.581552742746545, new Complex(3, 4).cosh());
    }

    @Test
    public void exp() {
        assertComplex(-13.128783081462158, -15.200784463067954, new Complex(3, 4).exp());
        assertComplex(1, 0, Complex.ZERO.exp());
    }

    @Test
    public void log() {
        assertComplex(1.6094379124341003, 0.9272952180016122, new Complex(3, 4).log());
    }

    @Test
    public void pow() {
        assertComplex(-3.0, 4.0, new Complex(1, 2).pow(new Complex(2, 0)));
    }

    @Test
    public void powNull() {
        try {
            Complex.ONE.pow(null);
            fail("NullArgumentException expected");
        } catch (NullArgumentException e) {
            // expected
        }
    }

    @Test
    public void sinAndSinh() {
        assertComplex(3.853738037919377, -27.016813258003932, new Complex(3, 4).sin());
        assertComplex(-6.548120040911002, -7.61923172032141, new Complex(3, 4).sinh());
    }

    @Test
    public void sqrtInAllQuadrants() {
        assertComplex(2, 1, new Complex(3, 4).sqrt());
        assertComplex(1, 2, new Complex(-3, 4).sqrt());
        assertComplex(2, -1, new Complex(3, -4).sqrt());
        assertComplex(1, -2, new Complex(-3, -4).sqrt());
    }

    @Test
    public void sqrt1z() {
        Complex z = new Complex(3, 4);
        Complex expected = Complex.ONE.subtract(z.multiply(z)).sqrt();
        assertComplex(expected.getReal(), expected.getImaginary(), z.sqrt1z());
    }

    @Test
    public void tanAndTanh() {
        assertComplex(-1.8734620462949e-4, 0.9993559873814732, new Complex(3, 4).tan());
        assertComplex(1.000709536067233, 0.004908258067496, new Complex(3, 4).tanh());
    }

    @Test
    public void functionsOfNaN() {
        assertTrue(Complex.NaN.acos().isNaN());
        assertTrue(Complex.NaN.asin().isNaN());
        assertTrue(Complex.NaN.cos().isNaN());
        assertTrue(Complex.NaN.exp().isNaN());
        assertTrue(Complex.NaN.log().isNaN());
        assertTrue(Complex.NaN.sin().isNaN());
        assertTrue(Complex.NaN.sqrt().isNaN());
        assertTrue(Complex.NaN.tan().isNaN());
    }
}
