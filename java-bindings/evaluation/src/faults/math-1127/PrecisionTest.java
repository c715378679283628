package org.apache.commons.math3.util;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.math.BigDecimal;
import org.apache.commons.math3.exception.MathIllegalArgumentException;
import org.junit.Test;

public class PrecisionTest {
    private static final double NAN = Double.NaN;
    private static final double INF = Double.POSITIVE_INFINITY;

    @Test
    public void equalsWithinUlps() {
        assertTrue(Precision.equals(153, 153, 1));
        assertTrue(Precision.equals(153, 153.00000000000003, 1));
        assertFalse(Precision.equals(153, 153.00000000000006, 1));
        assertTrue(Precision.equals(153, 152.99999999999997, 1));
        assertFalse(Precision.equals(153, 152, 1));
        assertTrue(Precision.equals(-128, -127.99999999999999, 1));
        assertFalse(Precision.equals(-128, -127, 1));
        assertTrue(Precision.equals(0.0, -0.0, 1));
    }

    @Test
    public void equalsWithinUlpsOfInfinityAndNaN() {
        assertTrue(Precision.equals(INF, INF, 1));
        assertTrue(Precision.equals(Double.MAX_VALUE, INF, 1));
        assertFalse(Precision.equals(NAN, NAN, 1));
        assertFalse(Precision.equals(NAN, 0, 1));
    }

    @Test
    public void equalsOfDoubles() {
        assertTrue(Precision.equals(1.5, 1.5));
        assertTrue(Precision.equals(0.0, -0.0));
        assertFalse(Precision.equals(1.5, 1.75));
        assertFalse(Precision.equals(-3.0, -4.5));
        assertFalse(Precision.equals(NAN, NAN));
        assertTrue(Precision.equals(100.0, 100.0));
        assertFalse(Precision.equals(100.0, 10.0));
    }

    @Test
    public void equalsWithinEpsilon() {
        assertTrue(Precision.equals(1.0, 1.25, 0.25));
        assertFalse(Precision.equals(1.0, 1.5, 0.25));
        assertTrue(Precision.equals(-2.0, -2.125, 0.5));
        assertFalse(Precision.equals(NAN, 1.0, 0.5));
        assertTrue(Precision.equals(INF, INF, 0.5));
    }

    @Test
    public void equalsIncludingNaN() {
        assertTrue(Precision.equalsIncludingNaN(NAN, NAN));
        assertFalse(Precision.equalsIncludingNaN(NAN, 1.0));
        assertTrue(Precision.equalsIncludingNaN(3.5, 3.5));
        assertFalse(Precision.equalsIncludingNaN(3.5, 4.5));
        assertTrue(Precision.equalsIncludingNaN(1.0, 1.25, 0.25));
        assertTrue(Precision.equalsIncludingNaN(NAN, NAN, 0.25));
        assertTrue(Precision.equalsIncludingNaN(NAN, NAN, 3));
        assertFalse(Precision.equalsIncludingNaN(5.0, 6.0, 3));
    }

    @Test
    public void equalsOfFloats() {
        assertTrue(Precision.equals(1.5f, 1.5f));
        assertFalse(Precision.equals(1.5f, 2.5f));
        assertTrue(Precision.equals(1.5f, 1.75f, 0.25f));
        assertTrue(Precision.equals(7f, 7f, 2));
        assertFalse(Precision.equals(7f, 8f, 2));
        assertFalse(Precision.equals(Float.NaN, Float.NaN));
        assertTrue(Precision.equalsIncludingNaN(Float.NaN, Float.NaN));
        assertFalse(Precision.equalsIncludingNaN(2f, 4f));
    }

    @Test
    public void relativeTolerance() {
        assertTrue(Precision.equalsWithRelativeTolerance(100.0, 101.0, 0.02));
        assertFalse(Precision.equalsWithRelativeTolerance(100.0, 105.0, 0.02));
        assertTrue(Precision.equalsWithRelativeTolerance(0.0, 0.0, 0.1));
        assertFalse(Precision.equalsWithRelativeTolerance(NAN, NAN, 0.1));
    }

    @Test
    public void compareToWithEpsilon() {
        assertEquals(0, Precision.compareTo(152.33, 152.32, 0.011));
        assertTrue(Precision.compareTo(152.308, 152.32, 0.011) < 0);
        assertTrue(Precision.compareTo(152.33, 152.318, 0.011) > 0);
    }

    @Test
    public void compareToWithUlps() {
        assertEquals(0, Precision.compareTo(7.0, 7.0, 5));
        assertEquals(-1, Precision.compareTo(7.0, 8.0, 5));
        assertEquals(1, Precision.compareTo(9.0, 8.0, 5));
    }

    @Test
    public void roundDoubles() {
        assertEquals(1.23, Precision.round(1.234567890, 2), 0);
        assertEquals(1.235, Precision.round(1.234567890, 3), 0);
        assertEquals(39.25, Precision.round(39.245, 2), 0);
        assertEquals(39.24, Precision.round(39.245, 2, BigDecimal.ROUND_DOWN), 0);
        assertEquals(-1.24, Precision.round(-1.2345, 2, BigDecimal.ROUND_FLOOR), 0);
        assertEquals(120, Precision.round(123.4, -1), 0);
        assertTrue(Double.isNaN(Precision.round(NAN, 2)));
        assertEquals(INF, Precision.round(INF, 2), 0);
    }

    @Test
    public void roundFloats() {
        assertEquals(1.23f, Precision.round(1.234567890f, 2), 0);
        assertEquals(1.24f, Precision.round(1.234567890f, 2, BigDecimal.ROUND_CEILING), 0);
        assertEquals(2.4f, Precision.round(2.35f, 1, BigDecimal.ROUND_HALF_UP), 0);
        assertEquals(2.3f, Precision.round(2.36f, 1, BigDecimal.ROUND_DOWN), 0);
    }

    @Test
    public void roundWithUnknownMethod() {
        try {
            Precision.round(1.5f, 1, 1923);
            fail("MathIllegalArgumentException expected");
        } catch (MathIllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void representableDelta() {
        assertEquals(1.0, Precision.representableDelta(1.0, 1.0), 0);
        assertEquals(0.5, Precision.representableDelta(100.0, 0.5), 0);
    }
}
