package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntervalTest {
    @Test
    void containsItsNumbers() {
        Interval interval = new Interval(3, 7);
        assertTrue(interval.contains(3));
        assertTrue(interval.contains(5));
        assertTrue(interval.contains(7));
        assertFalse(interval.contains(2));
        assertFalse(interval.contains(8));
        assertFalse(interval.contains(-5));
    }

    @Test
    void containsOne() {
        Interval zero = new Interval(0, 0);
        assertTrue(zero.contains(0));
        assertFalse(zero.contains(1));
        assertFalse(zero.contains(-1));
        assertTrue(new Interval(-10, -4).contains(-6));
        assertFalse(new Interval(-10, -4).contains(6));
    }

    @Test
    void intersectsWhatOverlaps() {
        Interval interval = new Interval(2, 6);
        assertTrue(interval.intersects(new Interval(4, 9)));
        assertTrue(interval.intersects(new Interval(0, 3)));
        assertTrue(interval.intersects(new Interval(3, 5)));
        assertTrue(interval.intersects(new Interval(-20, 20)));
        assertTrue(interval.intersects(new Interval(6, 8)));
        assertTrue(interval.intersects(new Interval(1, 2)));
    }

    @Test
    void intersectsNothingBeside() {
        Interval interval = new Interval(2, 6);
        assertFalse(interval.intersects(new Interval(7, 9)));
        assertFalse(interval.intersects(new Interval(-3, 1)));
        assertFalse(interval.intersects(new Interval(100, 100)));
        assertFalse(new Interval(-8, -5).intersects(new Interval(5, 8)));
    }

    private static void hull(int low, int high, Interval one, Interval other) {
        Interval hull = one.hull(other);
        assertEquals(low, hull.low());
        assertEquals(high, hull.high());
    }

    @Test
    void hulls() {
        hull(1, 9, new Interval(1, 4), new Interval(6, 9));
        hull(-2, 5, new Interval(0, 5), new Interval(-2, 3));
        hull(0, 10, new Interval(0, 10), new Interval(3, 4));
        hull(-7, 8, new Interval(2, 2), new Interval(-7, 8));
        hull(5, 5, new Interval(5, 5), new Interval(5, 5));
        hull(-30, -10, new Interval(-12, -10), new Interval(-30, -25));
    }

    @Test
    void theWrongWayRound() {
        assertThrows(IllegalArgumentException.class, () -> new Interval(2, 1));
    }
}
