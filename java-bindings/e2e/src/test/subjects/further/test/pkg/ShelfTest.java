package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShelfTest {
    @Test
    void put() {
        Shelf shelf = new Shelf(3);
        shelf.put(7);
        shelf.put(8);
        assertEquals(2, shelf.count());
    }

    @Test
    void lent() {
        for (int wanted = 1; wanted < 13; wanted++) {
            assertEquals(wanted, Shelf.lent(wanted));
        }
    }
}
