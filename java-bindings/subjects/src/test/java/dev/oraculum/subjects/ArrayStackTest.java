package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class ArrayStackTest {
    private static ArrayStack<String> filled(int capacity, int size) {
        ArrayStack<String> stack = new ArrayStack<>(capacity);
        for (int i = 0; i < size; i++) {
            stack.push("e" + i);
        }
        return stack;
    }

    @Test
    void pushGrowsTheStackByOne() {
        for (int capacity = 1; capacity <= 6; capacity++) {
            ArrayStack<String> stack = new ArrayStack<>(capacity);
            for (int i = 0; i < capacity; i++) {
                assertEquals(i, stack.size());
                stack.push("e" + i);
                assertEquals("e" + i, stack.top());
            }
            assertTrue(stack.isFull());
            assertThrows(IllegalStateException.class, () -> stack.push("one too many"));
        }
    }

    @Test
    void popReturnsTheElementsInReverse() {
        for (int size = 1; size <= 6; size++) {
            ArrayStack<String> stack = filled(8, size);
            for (int i = size - 1; i >= 0; i--) {
                assertEquals("e" + i, stack.pop());
                assertEquals(i, stack.size());
            }
            assertTrue(stack.isEmpty());
            assertThrows(NoSuchElementException.class, stack::pop);
        }
    }

    @Test
    void topLeavesTheStackAsItIs() {
        for (int size = 0; size <= 5; size++) {
            ArrayStack<String> stack = filled(5, size);
            String top = stack.top();
            if (size == 0) {
                assertNull(top);
            } else {
                assertEquals("e" + (size - 1), top);
                assertSame(top, stack.pop());
            }
        }
    }

    @Test
    void nullIsAnElement() {
        ArrayStack<String> stack = filled(4, 2);
        stack.push(null);
        assertEquals(3, stack.size());
        assertNull(stack.top());
        assertNull(stack.pop());
        assertEquals("e1", stack.top());
    }

    @Test
    void clearEmptiesTheStack() {
        for (int size = 0; size <= 4; size++) {
            ArrayStack<String> stack = filled(4, size);
            stack.clear();
            assertTrue(stack.isEmpty());
            assertNull(stack.top());
        }
    }

    @Test
    void fullAndEmptyDependOnSizeAndCapacity() {
        for (int capacity = 1; capacity <= 4; capacity++) {
            for (int size = 0; size <= capacity; size++) {
                ArrayStack<String> stack = filled(capacity, size);
                assertEquals(size == capacity, stack.isFull());
                assertEquals(size == 0, stack.isEmpty());
            }
        }
        assertFalse(filled(3, 1).isFull());
    }
}
