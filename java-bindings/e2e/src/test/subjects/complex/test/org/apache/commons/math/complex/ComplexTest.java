package org.apache.commons.math.complex;

import junit.framework.TestCase;

/** A developer's tests of commons-math's Complex: arithmetic, special values, functions by their identities. */
public class ComplexTest extends TestCase {
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double NAN = Double.NaN;
    private static final double PI = Math.PI;

    private final Complex oneInf = new Complex(1, INF);
    private final Complex infOne = new Complex(INF, 1);
    private final Complex infInf = new Complex(INF, INF);
    private final Complex zeroNaN = new Complex(0, NAN);

    private static void assertClose(Complex expected, Complex actual) {
        assertClose(expected, actual, 1.0e-5);
    }

    private static void assertClose(Complex expected, Complex actual, double delta) {
        assertEquals(expected.getReal(), actual.getReal(), delta);
        assertEquals(expected.getImaginary(), actual.getImaginary(), delta);
    }

    public void testConstructor() {
        Complex z = new Complex(3.0, 4.0);
        assertEquals(3.0, z.getReal(), 1.0e-5);
        assertEquals(4.0, z.getImaginary(), 1.0e-5);
    }

    public void testConstructorNaN() {
        assertTrue(new Complex(3.0, NAN).isNaN());
        assertTrue(new Complex(NAN, 4.0).isNaN());
        assertFalse(new Complex(3.0, 4.0).isNaN());
    }

    public void testAbs() {
        assertEquals(5.0, new Complex(3.0, 4.0).abs(), 1.0e-5);
        assertEquals(5.0, new Complex(-4.0, 3.0).abs(), 1.0e-5);
        assertEquals(13.0, new Complex(5.0, -12.0).abs(), 1.0e-5);
        assertEquals(2.5, new Complex(-2.5, 0.0).abs(), 1.0e-5);
    }

    public void testAbsSpecial() {
        assertTrue(Double.isNaN(Complex.NaN.abs()));
        assertEquals(INF, infOne.abs(), 0);
        assertEquals(INF, oneInf.abs(), 0);
        assertEquals(INF, new Complex(0, -INF).abs(), 0);
        assertEquals(0.0, Complex.ZERO.abs(), 0);
    }

    public void testAdd() {
        Complex z = new Complex(3.0, 4.0).add(new Complex(5.0, 6.0));
        assertEquals(8.0, z.getReal(), 1.0e-5);
        assertEquals(10.0, z.getImaginary(), 1.0e-5);
    }

    public void testAddMixedSigns() {
        Complex z = new Complex(-1.5, 2.0).add(new Complex(0.5, -7.25));
        assertClose(new Complex(-1.0, -5.25), z);
    }

    public void testAddSpecial() {
        assertTrue(new Complex(3.0, 4.0).add(Complex.NaN).isNaN());
        Complex z = new Complex(1, 1).add(infOne);
        assertEquals(INF, z.getReal(), 0);
        assertEquals(2.0, z.getImaginary(), 0);
    }

    public void testConjugate() {
        Complex z = new Complex(3.0, 4.0).conjugate();
        assertEquals(3.0, z.getReal(), 1.0e-5);
        assertEquals(-4.0, z.getImaginary(), 1.0e-5);
    }

    public void testConjugateNegative() {
        Complex z = new Complex(-2.0, -6.5).conjugate();
        assertClose(new Complex(-2.0, 6.5), z);
        assertClose(new Complex(-2.0, -6.5), z.conjugate());
    }

    public void testConjugateSpecial() {
        assertTrue(Complex.NaN.conjugate().isNaN());
        assertEquals(-INF, new Complex(0, INF).conjugate().getImaginary(), 0);
    }

    private static final Complex[] SAMPLES = {
        new Complex(3.0, 4.0), new Complex(-2.0, 1.5), new Complex(0.25, -8.0), new Complex(-7.0, -3.0), new Complex(1.0, 1.0), new Complex(12.5, -0.75), new Complex(-0.5, 6.0),
        new Complex(5.0, 2.0), new Complex(-9.0, 4.25), new Complex(2.0, -2.5)
    };

    public void testConjugateTwiceIsTheSame() {
        for (Complex z : SAMPLES) {
            assertTrue(z.equals(z.conjugate().conjugate()));
            assertFalse(z.equals(z.conjugate()));
        }
    }

    public void testProductWithConjugateIsSquareOfAbs() {
        for (Complex z : SAMPLES) {
            Complex product = z.multiply(z.conjugate());
            assertEquals(z.abs() * z.abs(), product.getReal(), 1.0e-9);
            assertEquals(0.0, product.getImaginary(), 1.0e-9);
        }
    }

    public void testConjugateOfProduct() {
        for (Complex z : SAMPLES) {
            Complex square = z.multiply(z);
            assertTrue(square.conjugate().equals(z.conjugate().multiply(z.conjugate())));
        }
    }

    public void testSumAndDifference() {
        for (Complex z : SAMPLES) {
            for (Complex w : SAMPLES) {
                assertClose(z, z.add(w).subtract(w));
                assertClose(z, z.multiply(w).divide(w));
                assertClose(z.subtract(w), z.add(w.negate()));
            }
        }
    }

    public void testExpLogAndRoots() {
        for (Complex z : SAMPLES) {
            assertClose(z, z.log().exp());
            Complex root = z.sqrt();
            assertClose(z, root.multiply(root));
            assertClose(z, z.asin().sin());
            assertClose(z, z.acos().cos());
        }
    }

    public void testDivide() {
        Complex z = new Complex(3.0, 4.0).divide(new Complex(5.0, 6.0));
        assertEquals(39.0 / 61.0, z.getReal(), 1.0e-5);
        assertEquals(2.0 / 61.0, z.getImaginary(), 1.0e-5);
    }

    public void testDivideImaginary() {
        Complex z = new Complex(2.0, 3.0).divide(new Complex(0.0, 1.0));
        assertClose(new Complex(3.0, -2.0), z);
    }

    public void testDivideSpecial() {
        assertTrue(new Complex(3.0, 4.0).divide(Complex.ZERO).isNaN());
        assertTrue(new Complex(3.0, 4.0).divide(Complex.NaN).isNaN());
        assertEquals(Complex.ZERO, new Complex(3.0, 4.0).divide(infInf));
    }

    public void testMultiply() {
        Complex z = new Complex(3.0, 4.0).multiply(new Complex(5.0, 6.0));
        assertEquals(-9.0, z.getReal(), 1.0e-5);
        assertEquals(38.0, z.getImaginary(), 1.0e-5);
    }

    public void testMultiplySigns() {
        assertClose(new Complex(-17.0, -6.0), new Complex(-2.0, 1.5).multiply(new Complex(4.0, 6.0)));
        assertClose(new Complex(0.5, -3.0), new Complex(0.5, -3.0).multiply(Complex.ONE));
    }

    public void testMultiplySpecial() {
        assertTrue(new Complex(3.0, 4.0).multiply(Complex.NaN).isNaN());
        assertTrue(infInf.multiply(oneInf).isInfinite());
        assertTrue(infOne.multiply(new Complex(2.0, 3.0)).isInfinite());
    }

    public void testNegate() {
        Complex z = new Complex(3.0, 4.0).negate();
        assertEquals(-3.0, z.getReal(), 1.0e-5);
        assertEquals(-4.0, z.getImaginary(), 1.0e-5);
        assertClose(new Complex(3.0, 4.0), z.negate());
        assertTrue(Complex.NaN.negate().isNaN());
    }

    public void testSubtract() {
        Complex z = new Complex(3.0, 4.0).subtract(new Complex(5.0, 7.0));
        assertEquals(-2.0, z.getReal(), 1.0e-5);
        assertEquals(-3.0, z.getImaginary(), 1.0e-5);
        assertTrue(new Complex(3.0, 4.0).subtract(Complex.NaN).isNaN());
    }

    public void testIsInfinite() {
        assertFalse(new Complex(1.0, 2.0).isInfinite());
        assertTrue(infOne.isInfinite());
        assertTrue(oneInf.isInfinite());
        assertFalse(Complex.NaN.isInfinite());
    }

    public void testEqualsNull() {
        assertFalse(new Complex(3.0, 4.0).equals(null));
    }

    public void testEqualsOtherClass() {
        assertFalse(new Complex(3.0, 4.0).equals("3 + 4i"));
    }

    public void testEqualsSame() {
        Complex x = new Complex(3.0, 4.0);
        assertTrue(x.equals(x));
    }

    public void testEqualsTrue() {
        assertTrue(new Complex(3.0, 4.0).equals(new Complex(3.0, 4.0)));
        assertTrue(new Complex(-1.25, 8.0).equals(new Complex(-1.25, 8.0)));
        assertTrue(new Complex(2.0, -6.0).equals(new Complex(2.0, -6.0)));
    }

    public void testEqualsRealDifference() {
        Complex x = new Complex(1.0, 2.0);
        assertFalse(x.equals(new Complex(1.0 + 1.0e-9, 2.0)));
    }

    public void testEqualsImaginaryDifference() {
        Complex x = new Complex(-1.0, 3.0);
        assertFalse(x.equals(new Complex(-1.0, 3.0 + 1.0e-9)));
    }

    public void testEqualsNaN() {
        assertTrue(new Complex(NAN, 1.0).equals(new Complex(1.0, NAN)));
        assertFalse(new Complex(1.0, 1.0).equals(zeroNaN));
    }

    public void testHashCode() {
        Complex x = new Complex(1.0, 2.0);
        assertFalse(x.hashCode() == new Complex(1.0, 2.5).hashCode());
        assertEquals(x.hashCode(), new Complex(1.0, 2.0).hashCode());
        assertEquals(new Complex(1.0, NAN).hashCode(), new Complex(NAN, 1.0).hashCode());
    }

    public void testExp() {
        assertClose(new Complex(-13.12878, -15.20078), new Complex(3, 4).exp());
        assertClose(Complex.ONE, Complex.ZERO.exp());
        assertClose(new Complex(-1, 0), Complex.I.multiply(new Complex(PI, 0)).exp());
        assertTrue(Complex.NaN.exp().isNaN());
    }

    public void testLog() {
        assertClose(new Complex(1.60944, 0.927295), new Complex(3, 4).log());
        assertClose(new Complex(0.34657, -2.35619), new Complex(-1, -1).log());
        assertTrue(Complex.NaN.log().isNaN());
    }

    public void testPow() {
        assertClose(new Complex(-1.860893, 11.836767), new Complex(3, 4).pow(new Complex(5, 6)));
        assertClose(new Complex(-7.0, 24.0), new Complex(3, 4).pow(new Complex(2, 0)));
        assertTrue(new Complex(3, 4).pow(Complex.NaN).isNaN());
        try {
            Complex.ONE.pow(null);
            fail("an exponent is needed");
        } catch (NullPointerException expected) {
            // as it should
        }
    }

    public void testSqrt() {
        assertClose(new Complex(2, 1), new Complex(3, 4).sqrt());
        assertClose(new Complex(1, -2), new Complex(-3, -4).sqrt());
        assertClose(new Complex(1, 2), new Complex(-3, 4).sqrt());
        assertClose(new Complex(2, -1), new Complex(3, -4).sqrt());
        assertClose(Complex.ZERO, Complex.ZERO.sqrt());
        assertTrue(Complex.NaN.sqrt().isNaN());
    }

    public void testSqrt1z() {
        assertClose(new Complex(4.08033, -2.94094), new Complex(3, 4).sqrt1z());
    }

    public void testSinCos() {
        assertClose(new Complex(3.853738, -27.01681), new Complex(3, 4).sin());
        assertClose(new Complex(-27.03495, -3.851153), new Complex(3, 4).cos());
        Complex z = new Complex(0.75, -1.5);
        assertClose(Complex.ONE, z.sin().multiply(z.sin()).add(z.cos().multiply(z.cos())));
        assertTrue(Complex.NaN.sin().isNaN());
        assertTrue(Complex.NaN.cos().isNaN());
    }

    public void testHyperbolic() {
        assertClose(new Complex(-6.54812, -7.61923), new Complex(3, 4).sinh());
        assertClose(new Complex(-6.58066, -7.58155), new Complex(3, 4).cosh());
        assertClose(new Complex(1.00071, 0.00490826), new Complex(3, 4).tanh());
        assertTrue(Complex.NaN.sinh().isNaN());
    }

    public void testTan() {
        assertClose(new Complex(-0.000187346, 0.999356), new Complex(3, 4).tan());
        assertTrue(Complex.NaN.tan().isNaN());
    }

    public void testInverses() {
        assertClose(new Complex(0.936812, -2.30551), new Complex(3, 4).acos());
        assertClose(new Complex(0.633984, 2.30551), new Complex(3, 4).asin());
        assertClose(new Complex(1.44831, 0.158997), new Complex(3, 4).atan());
        assertTrue(Complex.NaN.acos().isNaN());
        assertTrue(Complex.NaN.atan().isNaN());
    }
}
