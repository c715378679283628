package dev.oraculum.evaluation.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.algorithm.Angle;
import org.locationtech.jts.math.MathUtil;

/** The published tests of JTS reach neither MathUtil.clamp nor Angle.diff directly. */
public class JtsSuite {
    // MathUtil.clamp(double, double, double)

    @Test
    void clampOfDoubles() {
        double[] values = {Double.NEGATIVE_INFINITY, -10, -2.5, -1, -0.5, 0, 0.25, 1, 1.5, 3, 100, Double.POSITIVE_INFINITY};
        for (double low : new double[] {-3, -1, 0, 0.5}) {
            for (double high : new double[] {0.5, 1, 2.75}) {
                for (double x : values) {
                    assertEquals(x < low ? low : x > high ? high : x, MathUtil.clamp(x, low, high), 0);
                }
            }
        }
    }

    @Test
    void clampLeavesDoublesInside() {
        assertEquals(0.3, MathUtil.clamp(0.3, 0.0, 1.0), 0);
        assertEquals(-99.5, MathUtil.clamp(-99.5, -100.0, -99.0), 0);
        assertEquals(7e10, MathUtil.clamp(7e10, 0.0, 1e11), 0);
    }

    @Test
    void clampRaisesDoubles() {
        assertEquals(0.25, MathUtil.clamp(0.125, 0.25, 0.5), 0);
        assertEquals(-4, MathUtil.clamp(-1e9, -4.0, 4.0), 0);
    }

    @Test
    void clampLowersDoubles() {
        assertEquals(0.5, MathUtil.clamp(0.625, 0.25, 0.5), 0);
        assertEquals(4, MathUtil.clamp(1e9, -4.0, 4.0), 0);
    }

    @Test
    void clampAtBoundsOfDoubles() {
        assertEquals(1.5, MathUtil.clamp(1.5, 1.5, 2.5), 0);
        assertEquals(2.5, MathUtil.clamp(2.5, 1.5, 2.5), 0);
        assertEquals(1.5, MathUtil.clamp(Math.nextDown(1.5), 1.5, 2.5), 0);
        assertEquals(2.5, MathUtil.clamp(Math.nextUp(2.5), 1.5, 2.5), 0);
    }

    @Test
    void clampToOneDouble() {
        for (double x : new double[] {-3.25, 6, 6.5, 7, 80}) {
            assertEquals(6.5, MathUtil.clamp(x, 6.5, 6.5), 0);
        }
    }

    @Test
    void clampOfInfinities() {
        assertEquals(20, MathUtil.clamp(Double.POSITIVE_INFINITY, 10.0, 20.0), 0);
        assertEquals(10, MathUtil.clamp(Double.NEGATIVE_INFINITY, 10.0, 20.0), 0);
        assertEquals(12, MathUtil.clamp(12.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY), 0);
    }

    @Test
    void clampOfRandomDoubles() {
        Random random = new Random(51);
        for (int i = 0; i < 20; i++) {
            double low = random.nextDouble(-50, 50);
            double high = low + random.nextDouble(30);
            double x = random.nextDouble(-100, 100);
            assertEquals(Math.max(low, Math.min(high, x)), MathUtil.clamp(x, low, high), 0);
        }
    }

    // MathUtil.clamp(int, int, int)

    @Test
    void clampOfInts() {
        for (int low = -2; low <= 2; low++) {
            for (int high = low; high <= 4; high++) {
                for (int x = -5; x <= 6; x++) {
                    assertEquals(Math.max(low, Math.min(high, x)), MathUtil.clamp(x, low, high));
                }
            }
        }
    }

    @Test
    void clampLeavesIntsInside() {
        assertEquals(5, MathUtil.clamp(5, 0, 10));
        assertEquals(-15, MathUtil.clamp(-15, -20, -10));
        assertEquals(100_000, MathUtil.clamp(100_000, 1, 1_000_000));
    }

    @Test
    void clampRaisesInts() {
        assertEquals(30, MathUtil.clamp(7, 30, 40));
        assertEquals(-2, MathUtil.clamp(-200, -2, 0));
    }

    @Test
    void clampLowersInts() {
        assertEquals(40, MathUtil.clamp(70, 30, 40));
        assertEquals(0, MathUtil.clamp(200, -2, 0));
    }

    @Test
    void clampAtBoundsOfInts() {
        assertEquals(8, MathUtil.clamp(8, 8, 12));
        assertEquals(12, MathUtil.clamp(12, 8, 12));
        assertEquals(8, MathUtil.clamp(7, 8, 12));
        assertEquals(12, MathUtil.clamp(13, 8, 12));
    }

    @Test
    void clampToOneInt() {
        for (int x : new int[] {-9, 2, 3, 4, 77}) {
            assertEquals(3, MathUtil.clamp(x, 3, 3));
        }
    }

    @Test
    void clampOfExtremeInts() {
        assertEquals(9, MathUtil.clamp(Integer.MAX_VALUE, -9, 9));
        assertEquals(-9, MathUtil.clamp(Integer.MIN_VALUE, -9, 9));
        assertEquals(64, MathUtil.clamp(64, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void clampOfRandomInts() {
        Random random = new Random(52);
        for (int i = 0; i < 20; i++) {
            int low = random.nextInt(-500, 500);
            int high = low + random.nextInt(300);
            int x = random.nextInt(-1000, 1000);
            assertEquals(Math.max(low, Math.min(high, x)), MathUtil.clamp(x, low, high));
        }
    }

    // Angle.diff, of angles in [-pi, pi]

    private static void differs(double first, double second) {
        double apart = Math.abs(first - second);
        assertEquals(Math.min(apart, 2 * Math.PI - apart), Angle.diff(first, second), 1e-12);
    }

    @Test
    void differenceOfAngles() {
        int steps = 8;
        for (int i = -steps; i <= steps; i++) {
            for (int j = -steps; j <= steps; j++) {
                differs(i * Math.PI / steps, j * Math.PI / steps);
            }
        }
    }

    @Test
    void differenceOfEqualAngles() {
        for (double angle : new double[] {-3, -0.2, 0, 1.1, Math.PI}) {
            assertEquals(0, Angle.diff(angle, angle), 0);
        }
    }

    @Test
    void differenceFromZero() {
        for (double angle : new double[] {-3.1, -1.5, -0.01, 0.7, 2.2, 3.14}) {
            assertEquals(Math.abs(angle), Angle.diff(0, angle), 1e-15);
            assertEquals(Math.abs(angle), Angle.diff(angle, 0), 1e-15);
        }
    }

    @Test
    void differenceIsSymmetric() {
        assertEquals(Angle.diff(-2.5, 1.25), Angle.diff(1.25, -2.5), 0);
        assertEquals(Angle.diff(0.3, 0.4), Angle.diff(0.4, 0.3), 0);
    }

    @Test
    void differenceOfOppositeAngles() {
        differs(Math.PI / 2, -Math.PI / 2);
        differs(-Math.PI / 4, 3 * Math.PI / 4);
        differs(0, Math.PI);
    }

    @Test
    void differenceAcrossTheCut() {
        differs(3.1, -3.1);
        differs(-3, 2.9);
        differs(Math.PI, -Math.PI);
        differs(2, -2);
    }

    @Test
    void differenceOfNearAngles() {
        differs(1, 1.000001);
        differs(-2.2, -2.21);
        differs(0.05, -0.05);
    }

    @Test
    void differenceOfRandomAngles() {
        Random random = new Random(53);
        for (int i = 0; i < 20; i++) {
            differs(random.nextDouble(-Math.PI, Math.PI), random.nextDouble(-Math.PI, Math.PI));
        }
    }
}
