package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What changes arrays: sorting, replacing, reversing. */
class IntArraysInPlaceTest {
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

    private static int[] sorted(int... array) {
        IntArrays.sort(array);
        return array;
    }

    private static int[] reversed(int... array) {
        IntArrays.reverse(array);
        return array;
    }

    private static void replaces(int from, int to, int[] expected, int... array) {
        int differences = 0;
        for (int element : array) {
            differences += element == from ? 1 : 0;
        }
        assertEquals(differences, IntArrays.replaceAll(array, from, to));
        assertArrayEquals(expected, array);
    }

    // sort

    @Test
    void sortOrders() {
        for (int[] array : ARRAYS) {
            int[] expected = array.clone();
            Arrays.sort(expected);
            assertArrayEquals(expected, sorted(array.clone()));
        }
    }

    @Test
    void sortLeavesWhatIsSorted() {
        for (int length = 0; length < 7; length++) {
            int[] array = new int[length];
            Arrays.setAll(array, i -> 3 * i - 4);
            assertArrayEquals(array.clone(), sorted(array));
        }
    }

    @Test
    void sortOfNothing() {
        assertArrayEquals(ints(), sorted());
    }

    @Test
    void sortOfOne() {
        assertArrayEquals(ints(5), sorted(5));
        assertArrayEquals(ints(-9), sorted(-9));
    }

    @Test
    void sortOfTwo() {
        assertArrayEquals(ints(3, 8), sorted(8, 3));
        assertArrayEquals(ints(3, 8), sorted(3, 8));
        assertArrayEquals(ints(-2, -1), sorted(-1, -2));
    }

    @Test
    void sortOfAllOrdersOfThree() {
        for (int[] order : List.of(ints(1, 2, 3), ints(1, 3, 2), ints(2, 1, 3), ints(2, 3, 1), ints(3, 1, 2), ints(3, 2, 1))) {
            assertArrayEquals(ints(1, 2, 3), sorted(order));
        }
    }

    @Test
    void sortOfDescending() {
        assertArrayEquals(ints(10, 20, 30, 40, 50, 60), sorted(60, 50, 40, 30, 20, 10));
        assertArrayEquals(ints(-3, -2, -1, 0), sorted(0, -1, -2, -3));
    }

    @Test
    void sortMovesTheFirstToTheEnd() {
        assertArrayEquals(ints(1, 2, 3, 4, 99), sorted(99, 1, 2, 3, 4));
    }

    @Test
    void sortMovesTheLastToTheFront() {
        assertArrayEquals(ints(0, 11, 22, 33, 44), sorted(11, 22, 33, 44, 0));
    }

    @Test
    void sortKeepsDuplicates() {
        assertArrayEquals(ints(1, 1, 2, 2, 3, 3), sorted(3, 1, 2, 3, 1, 2));
        assertArrayEquals(ints(0, 0, 0, 1), sorted(0, 1, 0, 0));
    }

    @Test
    void sortOfEqualElements() {
        assertArrayEquals(ints(6, 6, 6, 6), sorted(6, 6, 6, 6));
    }

    @Test
    void sortOfNegativesAndPositives() {
        assertArrayEquals(ints(-30, -4, -1, 0, 2, 17), sorted(17, -4, 0, -30, 2, -1));
        assertArrayEquals(ints(-5, 5), sorted(5, -5));
    }

    @Test
    void sortOfExtremes() {
        assertArrayEquals(ints(MIN, MIN + 1, -1, 0, MAX - 1, MAX), sorted(MAX, 0, MIN, MAX - 1, -1, MIN + 1));
        assertArrayEquals(ints(MIN, MIN, MAX), sorted(MIN, MAX, MIN));
    }

    @Test
    void sortOfAZigzag() {
        assertArrayEquals(ints(1, 2, 3, 4, 5, 6, 7, 8), sorted(5, 1, 6, 2, 7, 3, 8, 4));
    }

    @Test
    void sortSwapsOnePairOnly() {
        assertArrayEquals(ints(10, 11, 12, 13, 14), sorted(10, 13, 12, 11, 14));
    }

    @Test
    void sortOfTwoRuns() {
        assertArrayEquals(ints(1, 2, 4, 5, 7, 8), sorted(2, 5, 8, 1, 4, 7));
    }

    @Test
    void sortOfRandomArrays() {
        Random random = new Random(21);
        for (int length = 1; length <= 12; length++) {
            int[] array = random.ints(length, -1000, 1000).toArray();
            int[] expected = array.clone();
            Arrays.sort(expected);
            assertArrayEquals(expected, sorted(array));
        }
    }

    @Test
    void sortOfRandomArraysOfFewValues() {
        Random random = new Random(22);
        for (int length = 2; length <= 10; length++) {
            int[] array = random.ints(length, -1, 3).toArray();
            int[] expected = array.clone();
            Arrays.sort(expected);
            assertArrayEquals(expected, sorted(array));
        }
    }

    @Test
    void sortOfMany() {
        int[] array = new Random(23).ints(50).toArray();
        int[] expected = array.clone();
        Arrays.sort(expected);
        assertArrayEquals(expected, sorted(array));
    }

    @Test
    void sortOfNullFails() {
        assertThrows(NullPointerException.class, () -> IntArrays.sort(null));
    }

    // replaceAll

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
    void replaceAllInNothing() {
        replaces(1, 2, ints());
        replaces(0, 0, ints());
        replaces(-8, 3, ints());
    }

    @Test
    void replaceTheOnlyElement() {
        replaces(4, 5, ints(5), 4);
        replaces(4, 5, ints(3), 3);
        replaces(-4, 4, ints(4), -4);
    }

    @Test
    void replaceNothing() {
        replaces(100, 7, ints(1, 2, 3), 1, 2, 3);
        replaces(-2, 0, ints(2, 2), 2, 2);
        replaces(7, 1, ints(6, 8, 70, -7), 6, 8, 70, -7);
    }

    @Test
    void replaceTheFirst() {
        replaces(10, 0, ints(0, 20, 30), 10, 20, 30);
    }

    @Test
    void replaceTheLast() {
        replaces(30, -1, ints(10, 20, -1), 10, 20, 30);
    }

    @Test
    void replaceOneInTheMiddle() {
        replaces(25, 52, ints(5, 15, 52, 35), 5, 15, 25, 35);
    }

    @Test
    void replaceEveryElement() {
        replaces(8, 3, ints(3, 3, 3, 3), 8, 8, 8, 8);
        replaces(0, 1, ints(1, 1), 0, 0);
    }

    @Test
    void replaceSeveral() {
        replaces(1, 6, ints(6, 2, 6, 3, 6), 1, 2, 1, 3, 1);
        replaces(-1, 11, ints(11, 11, 0, 1, 11), -1, -1, 0, 1, -1);
    }

    @Test
    void replaceByWhatIsThere() {
        replaces(1, 2, ints(2, 2, 2, 3), 1, 2, 1, 3);
        replaces(5, 0, ints(0, 0, 0), 0, 5, 0);
    }

    @Test
    void replaceByItself() {
        replaces(4, 4, ints(4, 1, 4), 4, 1, 4);
        replaces(0, 0, ints(0), 0);
    }

    @Test
    void replaceByZeroAndBack() {
        int[] array = {3, 6, 3, 9};
        assertEquals(2, IntArrays.replaceAll(array, 3, 0));
        assertArrayEquals(ints(0, 6, 0, 9), array);
        assertEquals(2, IntArrays.replaceAll(array, 0, 3));
        assertArrayEquals(ints(3, 6, 3, 9), array);
    }

    @Test
    void replaceNegatives() {
        replaces(-6, 6, ints(6, 6, 5, -5), 6, -6, 5, -5);
        replaces(6, -6, ints(-6, -6, 5), 6, -6, 5);
    }

    @Test
    void replaceExtremes() {
        replaces(MIN, MAX, ints(MAX, 0, MAX), MIN, 0, MAX);
        replaces(MAX, MIN, ints(MIN, 0, MIN), MIN, 0, MAX);
        replaces(MIN, 0, ints(MIN + 1, 0, -1), MIN + 1, MIN, -1);
    }

    @Test
    void replaceInRandomArrays() {
        Random random = new Random(24);
        for (int i = 0; i < 15; i++) {
            int[] array = random.ints(random.nextInt(10), -3, 4).toArray();
            int from = random.nextInt(-3, 4);
            int to = random.nextInt(-50, 50);
            replaces(from, to, Arrays.stream(array).map(e -> e == from ? to : e).toArray(), array);
        }
    }

    @Test
    void replaceInMany() {
        int[] array = new int[36];
        Arrays.setAll(array, i -> i % 6);
        replaces(5, 50, Arrays.stream(array).map(e -> e == 5 ? 50 : e).toArray(), array);
    }

    // reverse

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

    @Test
    void reverseNothing() {
        assertArrayEquals(ints(), reversed());
    }

    @Test
    void reverseOne() {
        assertArrayEquals(ints(31), reversed(31));
        assertArrayEquals(ints(-1), reversed(-1));
    }

    @Test
    void reverseTwo() {
        assertArrayEquals(ints(2, 1), reversed(1, 2));
        assertArrayEquals(ints(-7, 70), reversed(70, -7));
    }

    @Test
    void reverseThreeKeepsTheMiddle() {
        assertArrayEquals(ints(9, 5, 1), reversed(1, 5, 9));
        assertArrayEquals(ints(0, 5, 0), reversed(0, 5, 0));
    }

    @Test
    void reverseEven() {
        assertArrayEquals(ints(40, 30, 20, 10), reversed(10, 20, 30, 40));
        assertArrayEquals(ints(6, 5, 4, 3, 2, 1), reversed(1, 2, 3, 4, 5, 6));
    }

    @Test
    void reverseOdd() {
        assertArrayEquals(ints(50, 40, 30, 20, 10), reversed(10, 20, 30, 40, 50));
        assertArrayEquals(ints(7, 6, 5, 4, 3, 2, 1), reversed(1, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void reverseUnordered() {
        assertArrayEquals(ints(8, 3, 9, 2), reversed(2, 9, 3, 8));
        assertArrayEquals(ints(-4, 100, 0, 12, -1), reversed(-1, 12, 0, 100, -4));
    }

    @Test
    void reverseAPalindrome() {
        assertArrayEquals(ints(1, 2, 3, 2, 1), reversed(1, 2, 3, 2, 1));
        assertArrayEquals(ints(4, 4), reversed(4, 4));
    }

    @Test
    void reverseDuplicates() {
        assertArrayEquals(ints(2, 1, 1), reversed(1, 1, 2));
        assertArrayEquals(ints(0, 0, 3, 3), reversed(3, 3, 0, 0));
    }

    @Test
    void reverseExtremes() {
        assertArrayEquals(ints(MAX, 0, MIN), reversed(MIN, 0, MAX));
        assertArrayEquals(ints(MIN, MAX), reversed(MAX, MIN));
    }

    @Test
    void reverseTwiceIsNothing() {
        int[] array = {15, 4, 23, 8, 42, 16};
        assertArrayEquals(ints(15, 4, 23, 8, 42, 16), reversed(reversed(array)));
    }

    @Test
    void reverseRandomArrays() {
        Random random = new Random(25);
        for (int length = 2; length <= 11; length++) {
            int[] array = random.ints(length, -100, 100).toArray();
            int[] before = array.clone();
            IntArrays.reverse(array);
            for (int i = 0; i < length; i++) {
                assertEquals(before[i], array[length - 1 - i]);
            }
        }
    }

    @Test
    void reverseMany() {
        int[] array = new int[45];
        Arrays.setAll(array, i -> i * 7 - 100);
        int[] expected = new int[45];
        Arrays.setAll(expected, i -> (44 - i) * 7 - 100);
        assertArrayEquals(expected, reversed(array));
    }
}
