package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SequencesTest {
    private static int[] of(int... elements) {
        return elements;
    }

    @Test
    void largestWhereverItIs() {
        assertEquals(9, Sequences.largest(of(9, 1, 4)));
        assertEquals(8, Sequences.largest(of(2, 8, 3, 5)));
        assertEquals(6, Sequences.largest(of(1, 2, 6)));
    }

    @Test
    void largestOfNegativeAndEqualElements() {
        assertEquals(-2, Sequences.largest(of(-5, -2, -9)));
        assertEquals(3, Sequences.largest(of(3, 3, 1, 3)));
        assertEquals(0, Sequences.largest(of(0)));
        assertEquals(-7, Sequences.largest(of(-7, -7)));
    }

    @Test
    void largestOfNothing() {
        assertThrows(IllegalArgumentException.class, () -> Sequences.largest(of()));
    }

    private static void reversed(int[] a, int... expected) {
        Sequences.reverse(a);
        assertArrayEquals(expected, a);
    }

    @Test
    void reverseTurnsRound() {
        reversed(of(1, 2, 3), 3, 2, 1);
        reversed(of(4, 7), 7, 4);
        reversed(of(5, -1, 0, 8), 8, 0, -1, 5);
    }

    @Test
    void reverseOfWhatReadsTheSame() {
        reversed(of());
        reversed(of(6), 6);
        reversed(of(2, 9, 2), 2, 9, 2);
    }

    @Test
    void reverseOfALongerArray() {
        reversed(of(1, 1, 2, 3, 5, 8, 13), 13, 8, 5, 3, 2, 1, 1);
    }

    @Test
    void swapExchanges() {
        int[] a = of(10, 20, 30);
        Sequences.swap(a, 0, 2);
        assertArrayEquals(of(30, 20, 10), a);
        Sequences.swap(a, 1, 0);
        assertArrayEquals(of(20, 30, 10), a);
    }

    @Test
    void swapOfOneElement() {
        int[] a = of(4, 5, 6);
        Sequences.swap(a, 1, 1);
        assertArrayEquals(of(4, 5, 6), a);
    }

    @Test
    void swapInALongerArray() {
        int[] a = of(-1, 0, 7, 3, 9);
        Sequences.swap(a, 3, 4);
        assertArrayEquals(of(-1, 0, 7, 9, 3), a);
        Sequences.swap(a, 4, 0);
        assertArrayEquals(of(3, 0, 7, 9, -1), a);
    }

    @Test
    void swapOutside() {
        assertThrows(IndexOutOfBoundsException.class, () -> Sequences.swap(of(1), 0, 1));
    }

    private static void rotated(int[] a, int... expected) {
        Sequences.rotateLeft(a);
        assertArrayEquals(expected, a);
    }

    @Test
    void rotateLeftMovesTheFirstToTheEnd() {
        rotated(of(1, 2, 3), 2, 3, 1);
        rotated(of(6, -4), -4, 6);
        rotated(of(9, 0, 5, 2), 0, 5, 2, 9);
        rotated(of(3, 8, 1, 1, 7), 8, 1, 1, 7, 3);
    }

    @Test
    void rotateLeftOfShortArrays() {
        rotated(of());
        rotated(of(5), 5);
    }

    @Test
    void concatPutsOneBehindTheOther() {
        assertArrayEquals(of(1, 2, 3), Sequences.concat(of(1, 2), of(3)));
        assertArrayEquals(of(7, 8, 9, 10), Sequences.concat(of(7), of(8, 9, 10)));
        assertArrayEquals(of(4, -4, 4, -4), Sequences.concat(of(4, -4), of(4, -4)));
    }

    @Test
    void concatWithNothing() {
        assertArrayEquals(of(5, 6), Sequences.concat(of(5, 6), of()));
        assertArrayEquals(of(2), Sequences.concat(of(), of(2)));
        assertArrayEquals(of(), Sequences.concat(of(), of()));
    }

    @Test
    void concatMakesANewArray() {
        int[] a = of(1, 3);
        assertNotSame(a, Sequences.concat(a, of()));
        assertArrayEquals(of(1, 3), a);
    }

    @Test
    void countsEqualElements() {
        assertEquals(2, Sequences.count(of(1, 2, 1), 1));
        assertEquals(1, Sequences.count(of(1, 2, 1), 2));
        assertEquals(0, Sequences.count(of(1, 2, 1), 3));
        assertEquals(3, Sequences.count(of(-6, -6, -6), -6));
        assertEquals(0, Sequences.count(of(), 0));
        assertEquals(1, Sequences.count(of(8, 0, 5, 9), 0));
    }
}
