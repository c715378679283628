package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class SearchTreeTest {
    private static SearchTree of(int... numbers) {
        SearchTree tree = new SearchTree();
        for (int number : numbers) {
            assertTrue(tree.add(number));
        }
        return tree;
    }

    @Test
    void addOnBothSides() {
        SearchTree tree = of(10, 5, 15);
        assertEquals(3, tree.size());
        assertTrue(tree.add(7));
        assertTrue(tree.add(12));
        assertEquals(5, tree.size());
    }

    @Test
    void addAgain() {
        SearchTree tree = of(4, 2, 6);
        assertFalse(tree.add(4));
        assertFalse(tree.add(2));
        assertFalse(tree.add(6));
        assertEquals(3, tree.size());
    }

    @Test
    void addInOrder() {
        SearchTree tree = of(1, 2, 3, 4);
        assertFalse(tree.add(3));
        assertTrue(tree.add(0));
        assertTrue(tree.add(-8));
        assertEquals(6, tree.size());
    }

    @Test
    void leastOfTrees() {
        assertEquals(5, of(5).least());
        assertEquals(2, of(8, 2, 9).least());
        assertEquals(-3, of(0, 4, -3, 1).least());
        assertEquals(1, of(1, 2, 3).least());
        assertEquals(6, of(9, 8, 7, 6).least());
    }

    @Test
    void leastAfterAdd() {
        SearchTree tree = of(20, 10);
        assertEquals(10, tree.least());
        tree.add(15);
        assertEquals(10, tree.least());
        tree.add(-1);
        assertEquals(-1, tree.least());
    }

    @Test
    void leastOfNothing() {
        assertThrows(NoSuchElementException.class, () -> new SearchTree().least());
    }
}
