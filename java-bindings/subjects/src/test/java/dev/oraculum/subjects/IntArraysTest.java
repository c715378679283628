package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntArraysTest {
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
            new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, 0, -5, 8});

    @Test
    void sortOrders() {
        for (int[] array : ARRAYS) {
            int[] expected = array.clone();
            Arrays.sort(expected);
            int[] sorted = array.clone();
            IntArrays.sort(sorted);
            assertArrayEquals(expected, sorted);
        }
    }

    @Test
    void sortLeavesWhatIsSorted() {
        for (int length = 0; length < 7; length++) {
            int[] array = new int[length];
            Arrays.setAll(array, i -> 3 * i - 4);
            int[] expected = array.clone();
            IntArrays.sort(array);
            assertArrayEquals(expected, array);
        }
    }

    @Test
    void copyOfShortensAndPads() {
        for (int[] array : ARRAYS) {
            for (int length = 0; length <= array.length + 2; length++) {
                assertArrayEquals(Arrays.copyOf(array, length), IntArrays.copyOf(array, length));
            }
        }
    }

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
    void replaceAllReplacesAndCounts() {
        int[] nines = {9, 2, 9, 2, 9, 2};
        assertEquals(3, IntArrays.replaceAll(nines, 9, 4));
        assertArrayEquals(new int[] {4, 2, 4, 2, 4, 2}, nines);
        assertEquals(0, IntArrays.replaceAll(nines, 9, 4));
        assertEquals(3, IntArrays.replaceAll(nines, 2, 4));
        assertArrayEquals(new int[] {4, 4, 4, 4, 4, 4}, nines);
        int[] same = {1, 3};
        assertEquals(1, IntArrays.replaceAll(same, 3, 3));
        assertArrayEquals(new int[] {1, 3}, same);
        assertEquals(0, IntArrays.replaceAll(new int[0], 1, 2));
    }

    @Test
    void replaceAllOnManyArrays() {
        for (int[] array : ARRAYS) {
            for (int from : new int[] {0, 1, 2, 5, 9}) {
                int[] replaced = array.clone();
                int expected = (int) Arrays.stream(array).filter(i -> i == from).count();
                assertEquals(expected, IntArrays.replaceAll(replaced, from, -3));
                assertArrayEquals(Arrays.stream(array).map(i -> i == from ? -3 : i).toArray(), replaced);
            }
        }
    }

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
    void reverseTurnsRound() {
        for (int[] array : ARRAYS) {
            int[] reversed = array.clone();
            IntArrays.reverse(reversed);
            for (int i = 0; i < array.length; i++) {
                assertEquals(array[array.length - 1 - i], reversed[i]);
            }
            IntArrays.reverse(reversed);
            assertArrayEquals(array, reversed);
        }
    }
}
