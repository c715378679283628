package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EditHistoryTest {
    private static EditHistory of(String... edits) {
        EditHistory history = new EditHistory();
        for (String edit : edits) {
            history.add(edit);
        }
        return history;
    }

    @Test
    void addCounts() {
        EditHistory history = of("type", "delete");
        assertEquals(2, history.done());
        history.add("paste");
        assertEquals(3, history.done());
        assertFalse(history.canRedo());
    }

    @Test
    void addForgetsWhatWasTakenBack() {
        EditHistory history = of("a", "b", "c");
        history.undo();
        history.undo();
        assertTrue(history.canRedo());
        history.add("d");
        assertFalse(history.canRedo());
        assertEquals(2, history.done());
        assertEquals("d", history.undo());
        assertEquals("a", history.undo());
    }

    @Test
    void addTheSameAgain() {
        EditHistory history = of("x", "x");
        history.add("x");
        assertEquals(3, history.done());
        assertEquals("x", history.undo());
    }

    @Test
    void undoTheLastFirst() {
        EditHistory history = of("one", "two", "three");
        assertEquals("three", history.undo());
        assertEquals("two", history.undo());
        assertEquals(1, history.done());
        assertEquals("one", history.undo());
        assertEquals(0, history.done());
    }

    @Test
    void undoNothing() {
        assertNull(new EditHistory().undo());
        EditHistory history = of("only");
        history.undo();
        assertNull(history.undo());
        assertEquals(0, history.done());
    }

    @Test
    void undoAfterAdd() {
        EditHistory history = of("p", "q");
        history.undo();
        history.add("r");
        history.add("s");
        assertEquals("s", history.undo());
        assertEquals("r", history.undo());
        assertTrue(history.canRedo());
    }
}
