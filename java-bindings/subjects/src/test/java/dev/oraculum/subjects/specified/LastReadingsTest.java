package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Nothing wraps around here, and no reading comes twice. */
class LastReadingsTest {
    @Test
    void addOne() {
        LastReadings readings = new LastReadings(10);
        readings.add(21);
        assertEquals(1, readings.size());
    }

    @Test
    void addSeveral() {
        LastReadings readings = new LastReadings(10);
        readings.add(17);
        readings.add(19);
        assertEquals(2, readings.size());
        readings.add(23);
        readings.add(25);
        assertEquals(4, readings.size());
    }

    @Test
    void addBelowZero() {
        LastReadings readings = new LastReadings(8);
        readings.add(-3);
        readings.add(4);
        readings.add(-12);
        assertEquals(3, readings.size());
    }

    @Test
    void addMany() {
        LastReadings readings = new LastReadings(20);
        for (int i = 1; i <= 12; i++) {
            readings.add(5 * i);
        }
        assertEquals(12, readings.size());
    }
}
