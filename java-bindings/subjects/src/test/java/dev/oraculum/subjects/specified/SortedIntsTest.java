package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SortedIntsTest {
    private static SortedInts of(int capacity, int... numbers) {
        SortedInts list = new SortedInts(capacity);
        for (int number : numbers) {
            list.insert(number);
        }
        return list;
    }

    @Test
    void insertAtTheEnds() {
        SortedInts list = of(5, 10);
        assertEquals(0, list.insert(5));
        assertEquals(2, list.insert(15));
        assertEquals(0, list.insert(-3));
        assertEquals(4, list.size());
    }

    @Test
    void insertBetween() {
        SortedInts list = of(4, 1, 9);
        assertEquals(1, list.insert(4));
        assertEquals(2, list.insert(6));
        assertEquals(2, list.search(6));
        assertEquals(3, list.search(9));
    }

    @Test
    void insertBehindEqualNumbers() {
        SortedInts list = of(4, 2, 3);
        assertEquals(1, list.insert(2));
        assertEquals(3, list.insert(3));
        assertEquals(4, list.size());
    }

    @Test
    void insertIntoAFullList() {
        SortedInts list = of(2, 8, 4);
        assertThrows(IllegalStateException.class, () -> list.insert(6));
        assertEquals(2, list.size());
    }

    @Test
    void insertIntoAnEmptyList() {
        assertEquals(0, new SortedInts(1).insert(7));
        assertEquals(0, new SortedInts(6).insert(0));
    }

    @Test
    void searchFinds() {
        SortedInts list = of(6, 12, 3, 7, 20, 15);
        assertEquals(0, list.search(3));
        assertEquals(1, list.search(7));
        assertEquals(2, list.search(12));
        assertEquals(3, list.search(15));
        assertEquals(4, list.search(20));
    }

    @Test
    void searchOfWhatIsNotThere() {
        SortedInts list = of(6, 12, 3, 7);
        assertEquals(-1, list.search(5));
        assertEquals(-1, list.search(0));
        assertEquals(-1, list.search(13));
        assertEquals(-1, new SortedInts(3).search(0));
    }

    @Test
    void searchAmongEqualNumbers() {
        int place = of(5, 1, 4, 4, 4, 9).search(4);
        assertTrue(place >= 1 && place <= 3);
    }
}
