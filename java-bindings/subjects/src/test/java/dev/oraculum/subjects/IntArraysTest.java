package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What looks at arrays; {@link IntArraysInPlaceTest} has what changes them. */
class IntArraysTest {
    private static final int MIN = Integer.MIN_VALUE;
    private static final int MAX = Integer.MAX_VALUE;

    private static final List<int[]> ARRAYS = List.of(
            new int[] {},
            new int[] {7},
            new int[] {2, 1},
            new int[] {1, 2},
            new int[] {5, 5},
            new int[] {3, 1, 2},
            new int[] {0, -1, 0, 1},
            new int[] {4, 3, 2, 1, 0},
            new int[] {9, 2, 9, 2, 9, 2},
            new int[] {MAX, MIN, 0, -5, 8});

    private static int[] ints(int... ints) {
        return ints;
    }

    // copyOf

    @Test
    void copyOfShortensAndPads() {
        for (int[] array : ARRAYS) {
            for (int length = 0; length <= array.length + 2; length++) {
                assertArrayEquals(Arrays.copyOf(array, length), IntArrays.copyOf(array, length));
            }
        }
    }

    @Test
    void copyOfNothingIsZeros() {
        assertArrayEquals(ints(), IntArrays.copyOf(ints(), 0));
        assertArrayEquals(ints(0), IntArrays.copyOf(ints(), 1));
        assertArrayEquals(ints(0, 0, 0, 0, 0), IntArrays.copyOf(ints(), 5));
    }

    @Test
    void copyOfOneElement() {
        assertArrayEquals(ints(), IntArrays.copyOf(ints(42), 0));
        assertArrayEquals(ints(42), IntArrays.copyOf(ints(42), 1));
        assertArrayEquals(ints(-42, 0, 0), IntArrays.copyOf(ints(-42), 3));
    }

    @Test
    void copyOfTheSameLengthIsEqual() {
        assertArrayEquals(ints(3, 1, 4, 1, 5, 9, 2, 6), IntArrays.copyOf(ints(3, 1, 4, 1, 5, 9, 2, 6), 8));
        assertArrayEquals(ints(-1, -2, -3), IntArrays.copyOf(ints(-1, -2, -3), 3));
    }

    @Test
    void copyOfIsAnotherArray() {
        int[] array = {6, 28, 496};
        int[] copy = IntArrays.copyOf(array, 3);
        assertNotSame(array, copy);
        copy[1] = 0;
        assertArrayEquals(ints(6, 28, 496), array);
    }

    @Test
    void copyOfLeavesOutTheEnd() {
        assertArrayEquals(ints(10, 20), IntArrays.copyOf(ints(10, 20, 30, 40, 50), 2));
        assertArrayEquals(ints(10, 20, 30, 40), IntArrays.copyOf(ints(10, 20, 30, 40, 50), 4));
        assertArrayEquals(ints(-7), IntArrays.copyOf(ints(-7, -8, -9), 1));
    }

    @Test
    void copyOfPadsWithZeros() {
        assertArrayEquals(ints(1, 2, 3, 0), IntArrays.copyOf(ints(1, 2, 3), 4));
        assertArrayEquals(ints(9, 8, 0, 0, 0, 0, 0), IntArrays.copyOf(ints(9, 8), 7));
    }

    @Test
    void copyOfZerosAndPadding() {
        assertArrayEquals(ints(0, 0, 0, 0), IntArrays.copyOf(ints(0, 0), 4));
        assertArrayEquals(ints(0, 5, 0, 0), IntArrays.copyOf(ints(0, 5, 0), 4));
    }

    @Test
    void copyOfExtremes() {
        assertArrayEquals(ints(MIN, MAX), IntArrays.copyOf(ints(MIN, MAX, 0), 2));
        assertArrayEquals(ints(MAX, MIN, MAX, 0, 0), IntArrays.copyOf(ints(MAX, MIN, MAX), 5));
    }

    @Test
    void copyOfMany() {
        int[] array = new int[40];
        Arrays.setAll(array, i -> i * i - 17 * i);
        for (int length : new int[] {0, 1, 7, 39, 40, 41, 60}) {
            assertArrayEquals(Arrays.copyOf(array, length), IntArrays.copyOf(array, length));
        }
    }

    @Test
    void copyOfRandomArrays() {
        Random random = new Random(11);
        for (int i = 0; i < 12; i++) {
            int[] array = random.ints(random.nextInt(9), -100, 100).toArray();
            int length = random.nextInt(12);
            assertArrayEquals(Arrays.copyOf(array, length), IntArrays.copyOf(array, length));
        }
    }

    @Test
    void aNegativeLengthIsRefused() {
        assertThrows(NegativeArraySizeException.class, () -> IntArrays.copyOf(ints(1, 2), -1));
    }

    // contains

    @Test
    void containsFindsEveryElementAndNothingElse() {
        for (int[] array : ARRAYS) {
            for (int element : array) {
                assertTrue(IntArrays.contains(array, element));
            }
            assertFalse(IntArrays.contains(array, 77));
        }
        assertFalse(IntArrays.contains(new int[0], 0));
    }

    @Test
    void nothingContainsNothing() {
        assertFalse(IntArrays.contains(ints(), 0));
        assertFalse(IntArrays.contains(ints(), -1));
        assertFalse(IntArrays.contains(ints(), MAX));
    }

    @Test
    void containsTheOnlyElement() {
        assertTrue(IntArrays.contains(ints(13), 13));
        assertFalse(IntArrays.contains(ints(13), 12));
        assertFalse(IntArrays.contains(ints(13), -13));
        assertTrue(IntArrays.contains(ints(0), 0));
    }

    @Test
    void containsTheFirst() {
        assertTrue(IntArrays.contains(ints(8, 1, 2, 3), 8));
        assertTrue(IntArrays.contains(ints(-4, 6), -4));
    }

    @Test
    void containsTheLast() {
        assertTrue(IntArrays.contains(ints(1, 2, 3, 8), 8));
        assertTrue(IntArrays.contains(ints(100, 200, 300, 400, 500, -600), -600));
    }

    @Test
    void containsOneInTheMiddle() {
        assertTrue(IntArrays.contains(ints(5, 10, 15, 20, 25), 15));
        assertTrue(IntArrays.contains(ints(0, 0, 1, 0, 0), 1));
    }

    @Test
    void containsWhatIsThereTwice() {
        assertTrue(IntArrays.contains(ints(4, 4), 4));
        assertTrue(IntArrays.contains(ints(3, 6, 3, 6), 6));
        assertFalse(IntArrays.contains(ints(4, 4, 4), 5));
    }

    @Test
    void doesNotContainNeighbours() {
        int[] even = {2, 4, 6, 8, 10};
        for (int odd = 1; odd <= 11; odd += 2) {
            assertFalse(IntArrays.contains(even, odd));
        }
    }

    @Test
    void doesNotContainTheNegative() {
        assertFalse(IntArrays.contains(ints(1, 2, 3), -2));
        assertFalse(IntArrays.contains(ints(-5, -6), 5));
        assertTrue(IntArrays.contains(ints(-5, -6, 6), 6));
    }

    @Test
    void doesNotContainAnIndexOrTheLength() {
        assertFalse(IntArrays.contains(ints(30, 31, 32), 0));
        assertFalse(IntArrays.contains(ints(30, 31, 32), 2));
        assertFalse(IntArrays.contains(ints(30, 31, 32), 3));
    }

    @Test
    void containsExtremes() {
        assertTrue(IntArrays.contains(ints(MIN, 0, MAX), MIN));
        assertTrue(IntArrays.contains(ints(MIN, 0, MAX), MAX));
        assertFalse(IntArrays.contains(ints(MIN, 0, MAX), -1));
        assertFalse(IntArrays.contains(ints(MAX - 1, MIN + 1), MAX));
    }

    @Test
    void containsZeroOnlyWhereItIs() {
        assertTrue(IntArrays.contains(ints(1, 0), 0));
        assertFalse(IntArrays.contains(ints(1, 2, -1), 0));
    }

    @Test
    void containsAmongMany() {
        int[] squares = new int[30];
        Arrays.setAll(squares, i -> i * i);
        assertTrue(IntArrays.contains(squares, 841));
        assertTrue(IntArrays.contains(squares, 225));
        assertFalse(IntArrays.contains(squares, 840));
        assertFalse(IntArrays.contains(squares, 900));
    }

    @Test
    void containsInRandomArrays() {
        Random random = new Random(12);
        for (int i = 0; i < 16; i++) {
            int[] array = random.ints(random.nextInt(8), -4, 5).toArray();
            int value = random.nextInt(-5, 6);
            assertEquals(Arrays.stream(array).anyMatch(e -> e == value), IntArrays.contains(array, value));
        }
    }

    // indexOf

    @Test
    void indexOfFindsTheFirst() {
        for (int[] array : ARRAYS) {
            for (int i = 0; i < array.length; i++) {
                int found = IntArrays.indexOf(array, array[i]);
                assertTrue(found <= i && array[found] == array[i]);
            }
            assertEquals(-1, IntArrays.indexOf(array, 77));
        }
        assertEquals(0, IntArrays.indexOf(new int[] {5, 5}, 5));
    }

    @Test
    void indexInNothing() {
        assertEquals(-1, IntArrays.indexOf(ints(), 0));
        assertEquals(-1, IntArrays.indexOf(ints(), -1));
        assertEquals(-1, IntArrays.indexOf(ints(), 100));
    }

    @Test
    void indexOfTheOnlyElement() {
        assertEquals(0, IntArrays.indexOf(ints(6), 6));
        assertEquals(0, IntArrays.indexOf(ints(0), 0));
        assertEquals(-1, IntArrays.indexOf(ints(6), 0));
        assertEquals(-1, IntArrays.indexOf(ints(6), -6));
    }

    @Test
    void indexOfEveryElement() {
        int[] array = {50, 40, 30, 20, 10};
        for (int i = 0; i < array.length; i++) {
            assertEquals(i, IntArrays.indexOf(array, 50 - 10 * i));
        }
    }

    @Test
    void indexOfTheFirstOfTwo() {
        assertEquals(1, IntArrays.indexOf(ints(1, 9, 2, 9), 9));
        assertEquals(0, IntArrays.indexOf(ints(7, 7, 7), 7));
        assertEquals(2, IntArrays.indexOf(ints(0, 1, 3, 3), 3));
    }

    @Test
    void indexOfTheLast() {
        assertEquals(3, IntArrays.indexOf(ints(2, 4, 8, 16), 16));
        assertEquals(5, IntArrays.indexOf(ints(1, 1, 1, 1, 1, 0), 0));
    }

    @Test
    void indexOfWhatIsMissing() {
        assertEquals(-1, IntArrays.indexOf(ints(2, 4, 8, 16), 3));
        assertEquals(-1, IntArrays.indexOf(ints(2, 4, 8, 16), 17));
        assertEquals(-1, IntArrays.indexOf(ints(-1, -2), 1));
    }

    @Test
    void indexOfMinusOneIsNotItsAbsence() {
        assertEquals(2, IntArrays.indexOf(ints(4, 3, -1), -1));
        assertEquals(0, IntArrays.indexOf(ints(-1), -1));
        assertEquals(-1, IntArrays.indexOf(ints(4, 3, 1), -1));
    }

    @Test
    void indexOfNumbersThatAreIndices() {
        assertEquals(3, IntArrays.indexOf(ints(3, 2, 1, 0), 0));
        assertEquals(0, IntArrays.indexOf(ints(3, 2, 1, 0), 3));
        assertEquals(1, IntArrays.indexOf(ints(0, 1, 2), 1));
    }

    @Test
    void indexOfExtremes() {
        assertEquals(1, IntArrays.indexOf(ints(0, MIN, MAX), MIN));
        assertEquals(2, IntArrays.indexOf(ints(0, MIN, MAX), MAX));
        assertEquals(-1, IntArrays.indexOf(ints(0, MIN, MAX - 1), MAX));
    }

    @Test
    void indexAmongMany() {
        int[] array = new int[35];
        Arrays.setAll(array, i -> (i * 13) % 35);
        for (int value : new int[] {0, 13, 22, 34, 35, -13}) {
            int expected = -1;
            for (int i = array.length - 1; i >= 0; i--) {
                expected = array[i] == value ? i : expected;
            }
            assertEquals(expected, IntArrays.indexOf(array, value));
        }
    }

    @Test
    void indexInRandomArrays() {
        Random random = new Random(13);
        for (int i = 0; i < 16; i++) {
            Integer[] array = random.ints(random.nextInt(9), -3, 4).boxed().toArray(Integer[]::new);
            int value = random.nextInt(-4, 5);
            assertEquals(List.of(array).indexOf(value), IntArrays.indexOf(Arrays.stream(array).mapToInt(Integer::intValue).toArray(), value));
        }
    }
}
