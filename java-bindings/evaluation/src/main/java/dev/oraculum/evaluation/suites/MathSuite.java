package dev.oraculum.evaluation.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Random;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.exception.MathArithmeticException;
import org.apache.commons.math3.geometry.euclidean.twod.Vector2D;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.api.Test;

/** Vector2D.crossProduct has no published test; the published one of FastMath takes minutes; those of the others have a few calls. */
public class MathSuite {
    // Vector2D.crossProduct

    @Test
    void crossProductIsTwiceTheAreaOfTheTriangle() {
        for (int x1 = -2; x1 <= 2; x1++) {
            for (int y1 = -2; y1 <= 2; y1++) {
                for (int x2 = -1; x2 <= 2; x2++) {
                    Vector2D p1 = new Vector2D(x1, y1);
                    Vector2D p2 = new Vector2D(x2, 3);
                    Vector2D p = new Vector2D(y1 + 0.5, x1 - 1.25);
                    double expected = (x2 - x1) * (p.getY() - y1) - (p.getX() - x1) * (3.0 - y1);
                    assertEquals(expected, p.crossProduct(p1, p2), 1e-9);
                }
            }
        }
    }

    private static double cross(double x, double y, double x1, double y1, double x2, double y2) {
        return new Vector2D(x, y).crossProduct(new Vector2D(x1, y1), new Vector2D(x2, y2));
    }

    @Test
    void crossProductOfTheUnitTriangle() {
        assertEquals(1, cross(0, 1, 0, 0, 1, 0), 0);
        assertEquals(-1, cross(1, 0, 0, 0, 0, 1), 0);
    }

    @Test
    void crossProductOnTheLineIsZero() {
        assertEquals(0, cross(5, 5, 1, 1, 3, 3), 0);
        assertEquals(0, cross(-2, 7, 4, 7, 9, 7), 0);
        assertEquals(0, cross(0, 0, 6, -3, -2, 1), 0);
    }

    @Test
    void crossProductAtAnEndIsZero() {
        assertEquals(0, cross(2, 8, 2, 8, -4, 1), 0);
        assertEquals(0, cross(-4, 1, 2, 8, -4, 1), 0);
    }

    @Test
    void crossProductOfEqualPointsIsZero() {
        assertEquals(0, cross(10, -6, 3, 4, 3, 4), 0);
        assertEquals(0, cross(1, 1, 1, 1, 1, 1), 0);
    }

    @Test
    void crossProductChangesItsSignWithTheSide() {
        assertTrue(cross(0, 2, -1, 0, 1, 0) > 0);
        assertTrue(cross(0, -2, -1, 0, 1, 0) < 0);
        assertEquals(cross(3, 4, 1, 2, -5, 0), -cross(3, 4, -5, 0, 1, 2), 1e-12);
    }

    @Test
    void crossProductOfLargeTriangles() {
        assertEquals(4e12, cross(0, 2e6, 0, 0, 2e6, 0), 1);
        assertEquals(-6e10, cross(3e5, 0, 0, 0, 0, 2e5), 1e-3);
    }

    @Test
    void crossProductOfFractions() {
        assertEquals(0.125, cross(0.25, 0.75, 0.25, 0.5, 0.75, 0.5), 1e-15);
        assertEquals(-0.02, cross(0.1, -0.1, 0, 0, 0.2, 0), 1e-15);
    }

    @Test
    void crossProductOfRandomPoints() {
        Random random = new Random(31);
        for (int i = 0; i < 20; i++) {
            double[] c = random.doubles(6, -50, 50).toArray();
            assertEquals((c[4] - c[2]) * (c[1] - c[3]) - (c[0] - c[2]) * (c[5] - c[3]), cross(c[0], c[1], c[2], c[3], c[4], c[5]), 1e-9);
        }
    }

    // ArithmeticUtils.subAndCheck(long, long)

    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -5_000_000_000L, -100, -2, -1, 0, 1, 2, 7, 100, 4_000_000_000L,
            Long.MAX_VALUE - 1, Long.MAX_VALUE};

    private static void subtracts(long a, long b) {
        BigInteger exact = BigInteger.valueOf(a).subtract(BigInteger.valueOf(b));
        if (exact.bitLength() < Long.SIZE) {
            assertEquals(exact.longValue(), ArithmeticUtils.subAndCheck(a, b));
        } else {
            assertThrows(MathArithmeticException.class, () -> ArithmeticUtils.subAndCheck(a, b));
        }
    }

    /** The published test has two calls. */
    @Test
    void subAndCheckAgainstBigInteger() {
        for (long a : LONGS) {
            for (long b : LONGS) {
                subtracts(a, b);
            }
        }
    }

    @Test
    void subAndCheckOfSmallLongs() {
        for (long a = -3; a <= 3; a++) {
            for (long b = -3; b <= 3; b++) {
                assertEquals(a - b, ArithmeticUtils.subAndCheck(a, b));
            }
        }
    }

    @Test
    void subAndCheckOfNothing() {
        for (long a : new long[] {-77, 0, 12_345_678_901L, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertEquals(a, ArithmeticUtils.subAndCheck(a, 0L));
        }
    }

    @Test
    void subAndCheckOfItselfIsZero() {
        for (long a : new long[] {-900, 33, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertEquals(0, ArithmeticUtils.subAndCheck(a, a));
        }
    }

    @Test
    void subAndCheckFromZero() {
        for (long b : new long[] {-66, 1, 9_876_543_210L, Long.MAX_VALUE, Long.MIN_VALUE + 1}) {
            assertEquals(-b, ArithmeticUtils.subAndCheck(0L, b));
        }
    }

    @Test
    void subAndCheckAtTheTopOfLong() {
        subtracts(Long.MAX_VALUE, -1);
        subtracts(Long.MAX_VALUE - 4, -4);
        subtracts(Long.MAX_VALUE - 4, -5);
        subtracts(1L << 62, -(1L << 62));
        subtracts(-1, Long.MIN_VALUE);
    }

    @Test
    void subAndCheckAtTheBottomOfLong() {
        subtracts(Long.MIN_VALUE, 1);
        subtracts(Long.MIN_VALUE + 9, 9);
        subtracts(Long.MIN_VALUE + 9, 10);
        subtracts(-(1L << 62), 1L << 62);
        subtracts(-2, Long.MAX_VALUE);
    }

    @Test
    void subAndCheckOfTheSmallestLong() {
        for (long a : new long[] {Long.MIN_VALUE, -50, -1, 0, 8}) {
            subtracts(a, Long.MIN_VALUE);
        }
    }

    @Test
    void subAndCheckOfRandomLongs() {
        Random random = new Random(32);
        for (int i = 0; i < 25; i++) {
            subtracts(random.nextLong(), random.nextLong());
            subtracts(random.nextInt(), random.nextInt());
        }
    }

    // ArithmeticUtils.subAndCheck(int, int)

    private static void subtractsInts(int x, int y) {
        long exact = (long) x - y;
        if (exact == (int) exact) {
            assertEquals((int) exact, ArithmeticUtils.subAndCheck(x, y));
        } else {
            assertThrows(MathArithmeticException.class, () -> ArithmeticUtils.subAndCheck(x, y));
        }
    }

    @Test
    void subAndCheckOfSmallInts() {
        for (int x = -4; x <= 4; x++) {
            for (int y = -3; y <= 3; y++) {
                subtractsInts(x, y);
            }
        }
    }

    @Test
    void subAndCheckOfNoInt() {
        for (int x : new int[] {-345, 0, 6, 1_000_000, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals(x, ArithmeticUtils.subAndCheck(x, 0));
        }
    }

    @Test
    void subAndCheckOfAnIntFromItself() {
        for (int x : new int[] {-8, 1, 70_000, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals(0, ArithmeticUtils.subAndCheck(x, x));
        }
    }

    @Test
    void subAndCheckAtTheTopOfInt() {
        subtractsInts(Integer.MAX_VALUE, -1);
        subtractsInts(Integer.MAX_VALUE - 2, -2);
        subtractsInts(Integer.MAX_VALUE - 2, -3);
        subtractsInts(1 << 30, -(1 << 30));
        subtractsInts(Integer.MAX_VALUE, 10);
    }

    @Test
    void subAndCheckAtTheBottomOfInt() {
        subtractsInts(Integer.MIN_VALUE, 1);
        subtractsInts(Integer.MIN_VALUE + 7, 7);
        subtractsInts(Integer.MIN_VALUE + 7, 8);
        subtractsInts(-(1 << 30), 1 << 30);
        subtractsInts(Integer.MIN_VALUE, -9);
    }

    @Test
    void subAndCheckOfTheSmallestInt() {
        for (int x : new int[] {Integer.MIN_VALUE, -40, -1, 0, 3}) {
            subtractsInts(x, Integer.MIN_VALUE);
        }
    }

    @Test
    void subAndCheckOfRandomInts() {
        Random random = new Random(33);
        for (int i = 0; i < 25; i++) {
            subtractsInts(random.nextInt(), random.nextInt());
            subtractsInts(random.nextInt(-500, 500), random.nextInt(-500, 500));
        }
    }

    // FastMath.floor

    private static void floors(double... numbers) {
        for (double x : numbers) {
            assertEquals(Math.floor(x), FastMath.floor(x), 0);
        }
    }

    @Test
    void floorIsThatOfTheLibrary() {
        floors(Double.NaN, Double.NEGATIVE_INFINITY, -4.6e15, -1e10, -1.0000001, -1, -0.999, -0.5, -Double.MIN_VALUE, -0.0, 0.0,
                Double.MIN_VALUE, 0.5, 0.999999, 1, 1.5, 2, 1e10 + 0.5, 4.6e15, Double.MAX_VALUE, Double.POSITIVE_INFINITY);
        for (int i = -40; i <= 40; i++) {
            floors(i * 0.37);
        }
    }

    @Test
    void floorOfWholeNumbers() {
        floors(-1000, -3, -2, 1, 3, 12, 500_000);
    }

    @Test
    void floorOfPositiveFractions() {
        floors(0.1, 0.9, 3.5, 7.000001, 7.999999, 123.456, 99_999.5);
    }

    @Test
    void floorOfNegativeFractions() {
        floors(-0.1, -0.9, -3.5, -7.000001, -7.999999, -123.456, -99_999.5);
    }

    @Test
    void floorNextToWholeNumbers() {
        for (double whole : new double[] {-20, -1, 1, 2, 64}) {
            floors(Math.nextDown(whole), whole, Math.nextUp(whole));
        }
    }

    @Test
    void floorNextToZero() {
        floors(-Double.MIN_NORMAL, -1e-300, -1e-9, 1e-9, 1e-300, Double.MIN_NORMAL);
    }

    @Test
    void floorOfNumbersWithoutFractions() {
        floors(-1e300, -9.1e15, -0x1p52, 0x1p52, 0x1p53, 9.1e15, 1e300);
    }

    @Test
    void floorOfLargeFractions() {
        floors(-1e12 - 0.25, -2_147_483_648.5, 2_147_483_647.5, 4_294_967_296.75, 1e12 + 0.25);
    }

    @Test
    void floorOfNoNumber() {
        floors(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    @Test
    void floorOfRandomNumbers() {
        new Random(34).doubles(25, -1000, 1000).forEach(x -> floors(x));
    }

    // Complex.reciprocal

    private static void inverts(double real, double imaginary) {
        Complex product = new Complex(real, imaginary).reciprocal().multiply(new Complex(real, imaginary));
        assertEquals(1, product.getReal(), 1e-9);
        assertEquals(0, product.getImaginary(), 1e-9);
    }

    @Test
    void reciprocalOfReals() {
        for (double x : new double[] {-8, -1, -0.125, 0.5, 1, 3, 1e6}) {
            inverts(x, 0);
        }
    }

    @Test
    void reciprocalOfImaginaries() {
        for (double y : new double[] {-5, -1, -0.25, 0.75, 1, 2, 1e5}) {
            inverts(0, y);
        }
    }

    @Test
    void reciprocalOfAWideNumber() {
        inverts(6, 1);
        inverts(-10, 3);
        inverts(40, -0.5);
    }

    @Test
    void reciprocalOfATallNumber() {
        inverts(1, 6);
        inverts(3, -10);
        inverts(-0.5, 40);
    }

    @Test
    void reciprocalOnTheDiagonals() {
        inverts(1, 1);
        inverts(2, -2);
        inverts(-0.3, 0.3);
        inverts(-7, -7);
    }

    @Test
    void reciprocalOfSmallAndLarge() {
        inverts(1e-12, 2e-12);
        inverts(-3e20, 1e20);
        inverts(1e-8, 1e8);
    }

    @Test
    void reciprocalOfRandomNumbers() {
        Random random = new Random(35);
        for (int i = 0; i < 20; i++) {
            inverts(random.nextDouble(-20, 20), random.nextDouble(-20, 20));
        }
    }

    @Test
    void reciprocalOfWhatHasNone() {
        assertTrue(Complex.NaN.reciprocal().isNaN());
        assertTrue(Complex.ZERO.reciprocal().isInfinite());
        assertEquals(Complex.ZERO, Complex.INF.reciprocal());
        assertEquals(Complex.ZERO, new Complex(1, Double.NEGATIVE_INFINITY).reciprocal());
    }
}
