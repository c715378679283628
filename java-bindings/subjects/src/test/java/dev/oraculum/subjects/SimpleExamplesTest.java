package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SimpleExamplesTest {
    private static final int[] EDGES = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1, 0, 1, Integer.MAX_VALUE - 1, Integer.MAX_VALUE};

    @Test
    void minOfSmallNumbers() {
        for (int x = -4; x <= 4; x++) {
            for (int y = -4; y <= 4; y++) {
                assertEquals(Math.min(x, y), SimpleExamples.min(x, y));
            }
        }
    }

    @Test
    void minAtTheEdges() {
        for (int x : EDGES) {
            for (int y : EDGES) {
                assertEquals(Math.min(x, y), SimpleExamples.min(x, y));
            }
        }
    }

    @Test
    void absOfSmallNumbers() {
        for (int x = -20; x <= 20; x++) {
            assertEquals(Math.abs(x), SimpleExamples.abs(x));
        }
    }

    @Test
    void absOfLargeNumbers() {
        for (int x = 1; x < 1_000_000_000; x *= 3) {
            assertEquals(x, SimpleExamples.abs(x));
            assertEquals(x, SimpleExamples.abs(-x));
        }
    }

    @Test
    void clampInsideBelowAndAbove() {
        for (int low = -3; low <= 3; low++) {
            for (int high = low; high <= 4; high++) {
                for (int value = -6; value <= 6; value++) {
                    assertEquals(Math.max(low, Math.min(high, value)), SimpleExamples.clamp(value, low, high));
                }
            }
        }
    }

    @Test
    void saturatedAddOfSmallNumbers() {
        for (int a = -5; a <= 5; a++) {
            for (int b = -5; b <= 5; b++) {
                assertEquals(a + b, SimpleExamples.saturatedAdd(a, b));
            }
        }
    }

    @Test
    void saturatedAddAtTheEdges() {
        for (int a : EDGES) {
            for (int b : EDGES) {
                long sum = (long) a + b;
                long expected = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, sum));
                assertEquals(expected, SimpleExamples.saturatedAdd(a, b));
            }
        }
    }
}
