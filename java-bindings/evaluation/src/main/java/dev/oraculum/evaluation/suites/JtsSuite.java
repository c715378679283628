package dev.oraculum.evaluation.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.locationtech.jts.algorithm.Angle;
import org.locationtech.jts.math.MathUtil;

/** The published tests of JTS reach neither MathUtil.clamp nor Angle.diff directly. */
public class JtsSuite {
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
    void differenceOfAngles() {
        int steps = 8;
        for (int i = -steps; i <= steps; i++) {
            for (int j = -steps; j <= steps; j++) {
                double first = i * Math.PI / steps;
                double second = j * Math.PI / steps;
                double apart = Math.abs(first - second);
                assertEquals(Math.min(apart, 2 * Math.PI - apart), Angle.diff(first, second), 1e-12);
            }
        }
    }
}
