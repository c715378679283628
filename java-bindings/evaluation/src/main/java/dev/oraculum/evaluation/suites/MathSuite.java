package dev.oraculum.evaluation.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import org.apache.commons.math3.exception.MathArithmeticException;
import org.apache.commons.math3.geometry.euclidean.twod.Vector2D;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.api.Test;

/** Vector2D.crossProduct has no published test; the published one of FastMath takes minutes. */
public class MathSuite {
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

    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -5_000_000_000L, -100, -2, -1, 0, 1, 2, 7, 100, 4_000_000_000L, Long.MAX_VALUE - 1, Long.MAX_VALUE};

    /** The published test has two calls. */
    @Test
    void subAndCheckAgainstBigInteger() {
        for (long a : LONGS) {
            for (long b : LONGS) {
                BigInteger exact = BigInteger.valueOf(a).subtract(BigInteger.valueOf(b));
                if (exact.bitLength() < Long.SIZE) {
                    assertEquals(exact.longValue(), ArithmeticUtils.subAndCheck(a, b));
                } else {
                    assertThrows(MathArithmeticException.class, () -> ArithmeticUtils.subAndCheck(a, b));
                }
            }
        }
    }

    @Test
    void floorIsThatOfTheLibrary() {
        double[] edges = {Double.NaN, Double.NEGATIVE_INFINITY, -4.6e15, -1e10, -1.0000001, -1, -0.999, -0.5, -Double.MIN_VALUE, -0.0, 0.0,
            Double.MIN_VALUE, 0.5, 0.999999, 1, 1.5, 2, 1e10 + 0.5, 4.6e15, Double.MAX_VALUE, Double.POSITIVE_INFINITY};
        for (double x : edges) {
            assertEquals(Math.floor(x), FastMath.floor(x), 0);
        }
        for (int i = -40; i <= 40; i++) {
            double x = i * 0.37;
            assertEquals(Math.floor(x), FastMath.floor(x), 0);
        }
    }
}
