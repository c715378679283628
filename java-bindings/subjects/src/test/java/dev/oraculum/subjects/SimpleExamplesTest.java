package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SimpleExamplesTest {
    private static final int MIN = Integer.MIN_VALUE;
    private static final int MAX = Integer.MAX_VALUE;
    private static final int[] EDGES = {MIN, MIN + 1, -1, 0, 1, MAX - 1, MAX};

    // min

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
    void minIsTheFirstIfItIsSmaller() {
        assertEquals(3, SimpleExamples.min(3, 8));
        assertEquals(-20, SimpleExamples.min(-20, 100));
        assertEquals(0, SimpleExamples.min(0, 1));
    }

    @Test
    void minIsTheSecondIfItIsSmaller() {
        assertEquals(3, SimpleExamples.min(8, 3));
        assertEquals(-20, SimpleExamples.min(100, -20));
        assertEquals(-1, SimpleExamples.min(0, -1));
    }

    @Test
    void minOfEqualNumbers() {
        for (int x : new int[] {-1000, -7, 0, 12, 65_536}) {
            assertEquals(x, SimpleExamples.min(x, x));
        }
    }

    @Test
    void minOfNegatives() {
        assertEquals(-9, SimpleExamples.min(-9, -8));
        assertEquals(-500, SimpleExamples.min(-2, -500));
    }

    @Test
    void minOfNeighbours() {
        for (int x = 10; x < 100_000; x *= 7) {
            assertEquals(x, SimpleExamples.min(x, x + 1));
            assertEquals(x, SimpleExamples.min(x + 1, x));
        }
    }

    @Test
    void minOfRandomNumbers() {
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            int x = random.nextInt();
            int y = random.nextInt();
            assertEquals(x < y ? x : y, SimpleExamples.min(x, y));
        }
    }

    // abs

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
    void absOfZeroIsZero() {
        assertEquals(0, SimpleExamples.abs(0));
    }

    @Test
    void absOfPositives() {
        for (int x : new int[] {1, 6, 28, 496, 8128}) {
            assertEquals(x, SimpleExamples.abs(x));
        }
    }

    @Test
    void absOfNegatives() {
        for (int x : new int[] {-1, -6, -28, -496, -8128}) {
            assertEquals(-x, SimpleExamples.abs(x));
        }
    }

    @Test
    void absAtTheEdges() {
        assertEquals(MAX, SimpleExamples.abs(MAX));
        assertEquals(MAX, SimpleExamples.abs(MIN + 1));
    }

    @Test
    void absOfTheSmallestOverflows() {
        assertEquals(MIN, SimpleExamples.abs(MIN));
    }

    @Test
    void absTwiceIsAbs() {
        for (int x : new int[] {-75, -2, 3, 44}) {
            assertEquals(SimpleExamples.abs(x), SimpleExamples.abs(SimpleExamples.abs(x)));
        }
    }

    @Test
    void absOfRandomNumbers() {
        Random random = new Random(2);
        for (int i = 0; i < 20; i++) {
            int x = random.nextInt();
            assertEquals(Math.abs(x), SimpleExamples.abs(x));
        }
    }

    // clamp

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
    void clampLeavesWhatIsInside() {
        assertEquals(5, SimpleExamples.clamp(5, 0, 10));
        assertEquals(-5, SimpleExamples.clamp(-5, -10, 0));
        assertEquals(77, SimpleExamples.clamp(77, 76, 78));
    }

    @Test
    void clampRaisesWhatIsBelow() {
        assertEquals(0, SimpleExamples.clamp(-1, 0, 10));
        assertEquals(100, SimpleExamples.clamp(-100, 100, 200));
        assertEquals(-10, SimpleExamples.clamp(MIN, -10, -5));
    }

    @Test
    void clampLowersWhatIsAbove() {
        assertEquals(10, SimpleExamples.clamp(11, 0, 10));
        assertEquals(200, SimpleExamples.clamp(1_000_000, 100, 200));
        assertEquals(-5, SimpleExamples.clamp(MAX, -10, -5));
    }

    @Test
    void clampAtTheBounds() {
        assertEquals(20, SimpleExamples.clamp(20, 20, 30));
        assertEquals(30, SimpleExamples.clamp(30, 20, 30));
        assertEquals(20, SimpleExamples.clamp(19, 20, 30));
        assertEquals(30, SimpleExamples.clamp(31, 20, 30));
    }

    @Test
    void clampToOneNumber() {
        for (int value : new int[] {-40, 6, 7, 8, 900}) {
            assertEquals(7, SimpleExamples.clamp(value, 7, 7));
        }
    }

    @Test
    void clampToEverything() {
        for (int value : EDGES) {
            assertEquals(value, SimpleExamples.clamp(value, MIN, MAX));
        }
    }

    @Test
    void clampWithExtremeBounds() {
        assertEquals(0, SimpleExamples.clamp(-12, 0, MAX));
        assertEquals(12, SimpleExamples.clamp(12, 0, MAX));
        assertEquals(0, SimpleExamples.clamp(12, MIN, 0));
        assertEquals(-12, SimpleExamples.clamp(-12, MIN, 0));
    }

    @Test
    void clampOfRandomNumbers() {
        Random random = new Random(3);
        for (int i = 0; i < 25; i++) {
            int low = random.nextInt(-1000, 1000);
            int high = low + random.nextInt(500);
            int value = random.nextInt(-2000, 2000);
            assertEquals(Math.max(low, Math.min(high, value)), SimpleExamples.clamp(value, low, high));
        }
    }

    // saturatedAdd

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
                long expected = Math.max(MIN, Math.min(MAX, sum));
                assertEquals(expected, SimpleExamples.saturatedAdd(a, b));
            }
        }
    }

    @Test
    void saturatedAddOfZero() {
        for (int a : new int[] {MIN, -300, 0, 17, MAX}) {
            assertEquals(a, SimpleExamples.saturatedAdd(a, 0));
            assertEquals(a, SimpleExamples.saturatedAdd(0, a));
        }
    }

    @Test
    void saturatedAddOfOpposites() {
        assertEquals(0, SimpleExamples.saturatedAdd(123_456, -123_456));
        assertEquals(-1, SimpleExamples.saturatedAdd(MAX, MIN));
        assertEquals(1, SimpleExamples.saturatedAdd(-99, 100));
    }

    @Test
    void saturatedAddHoldsAtTheTop() {
        assertEquals(MAX, SimpleExamples.saturatedAdd(MAX, 1));
        assertEquals(MAX, SimpleExamples.saturatedAdd(2_000_000_000, 2_000_000_000));
        assertEquals(MAX, SimpleExamples.saturatedAdd(1_073_741_824, 1_073_741_824));
    }

    @Test
    void saturatedAddHoldsAtTheBottom() {
        assertEquals(MIN, SimpleExamples.saturatedAdd(MIN, -1));
        assertEquals(MIN, SimpleExamples.saturatedAdd(-2_000_000_000, -2_000_000_000));
        assertEquals(MIN, SimpleExamples.saturatedAdd(-1_073_741_825, -1_073_741_824));
    }

    @Test
    void saturatedAddJustFits() {
        assertEquals(MAX, SimpleExamples.saturatedAdd(MAX - 5, 5));
        assertEquals(MAX - 1, SimpleExamples.saturatedAdd(1_073_741_823, 1_073_741_823));
        assertEquals(MIN, SimpleExamples.saturatedAdd(-1_073_741_824, -1_073_741_824));
    }

    @Test
    void saturatedAddOfRandomNumbers() {
        Random random = new Random(4);
        for (int i = 0; i < 25; i++) {
            int a = random.nextInt();
            int b = random.nextInt();
            assertEquals((int) Math.max(MIN, Math.min(MAX, (long) a + b)), SimpleExamples.saturatedAdd(a, b));
        }
    }
}
