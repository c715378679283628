package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntMapTest {
    private static IntMap of(int capacity, int... keysAndValues) {
        IntMap map = new IntMap(capacity);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            assertTrue(map.put(keysAndValues[i], keysAndValues[i + 1]));
        }
        return map;
    }

    @Test
    void putNewKeys() {
        IntMap map = of(3, 1, 10, 2, 20);
        assertEquals(2, map.size());
        assertEquals(10, map.get(1, 0));
        assertEquals(20, map.get(2, 0));
        assertTrue(map.put(-5, 0));
        assertEquals(3, map.size());
    }

    @Test
    void putReplaces() {
        IntMap map = of(2, 7, 70, 8, 80);
        assertTrue(map.put(7, 71));
        assertEquals(71, map.get(7, 0));
        assertEquals(80, map.get(8, 0));
        assertTrue(map.put(8, -1));
        assertEquals(-1, map.get(8, 0));
        assertEquals(2, map.size());
    }

    @Test
    void putWithoutRoom() {
        IntMap map = of(2, 4, 40, 5, 50);
        assertFalse(map.put(6, 60));
        assertEquals(2, map.size());
        assertEquals(0, map.get(6, 0));
        assertFalse(new IntMap(0).put(1, 1));
    }

    @Test
    void putIntoALargeMap() {
        IntMap map = of(10, 0, 3, 1, 3, 2, 9);
        assertTrue(map.put(3, 12));
        assertTrue(map.put(0, 4));
        assertEquals(4, map.size());
        assertEquals(4, map.get(0, 1));
    }

    @Test
    void getOfWhatIsNotThere() {
        assertEquals(-1, new IntMap(3).get(1, -1));
        assertEquals(33, of(2, 9, 90).get(8, 33));
        assertEquals(0, of(2, 9, 90, 10, 100).get(90, 0));
    }

    @Test
    void getOfSeveral() {
        IntMap map = of(4, 3, 30, 6, 60, 9, 90);
        assertEquals(30, map.get(3, 0));
        assertEquals(60, map.get(6, 0));
        assertEquals(90, map.get(9, 0));
    }
}
