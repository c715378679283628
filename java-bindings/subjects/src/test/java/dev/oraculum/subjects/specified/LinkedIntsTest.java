package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class LinkedIntsTest {
    private static LinkedInts of(int... numbers) {
        LinkedInts list = new LinkedInts();
        for (int i = numbers.length - 1; i >= 0; i--) {
            list.addFirst(numbers[i]);
        }
        return list;
    }

    @Test
    void addFirstToAnEmptyList() {
        LinkedInts list = new LinkedInts();
        list.addFirst(5);
        assertEquals(1, list.size());
        assertArrayEquals(new int[] {5}, list.toArray());
    }

    @Test
    void addFirstPutsBefore() {
        LinkedInts list = of(2, 3);
        list.addFirst(1);
        assertArrayEquals(new int[] {1, 2, 3}, list.toArray());
        list.addFirst(-9);
        assertEquals(4, list.size());
        assertEquals(-3, list.sum());
    }

    @Test
    void addFirstTakesEqualNumbers() {
        LinkedInts list = of(7);
        list.addFirst(7);
        list.addFirst(0);
        assertArrayEquals(new int[] {0, 7, 7}, list.toArray());
    }

    @Test
    void removeFirstInOrder() {
        LinkedInts list = of(4, 5, 6);
        assertEquals(4, list.removeFirst());
        assertEquals(5, list.removeFirst());
        assertEquals(1, list.size());
        assertEquals(6, list.removeFirst());
        assertEquals(0, list.size());
    }

    @Test
    void removeFirstAfterAddFirst() {
        LinkedInts list = of(1);
        list.addFirst(-20);
        assertEquals(-20, list.removeFirst());
        assertArrayEquals(new int[] {1}, list.toArray());
    }

    @Test
    void removeFirstOfNothing() {
        assertThrows(NoSuchElementException.class, () -> new LinkedInts().removeFirst());
    }

    @Test
    void containsWhatWasAdded() {
        LinkedInts list = of(3, 8, 13);
        assertTrue(list.contains(3));
        assertTrue(list.contains(8));
        assertTrue(list.contains(13));
        assertFalse(list.contains(5));
        assertFalse(list.contains(-3));
    }

    @Test
    void containsNothing() {
        assertFalse(new LinkedInts().contains(0));
        LinkedInts list = of(9);
        list.removeFirst();
        assertFalse(list.contains(9));
    }

    @Test
    void toArrayOfLists() {
        assertArrayEquals(new int[] {}, new LinkedInts().toArray());
        assertArrayEquals(new int[] {2, 2, -1}, of(2, 2, -1).toArray());
        assertArrayEquals(new int[] {10, 4, 6, 8}, of(10, 4, 6, 8).toArray());
    }
}
