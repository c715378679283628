package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrayStackTest {
    private static ArrayStack<String> filled(int capacity, int size) {
        ArrayStack<String> stack = new ArrayStack<>(capacity);
        for (int i = 0; i < size; i++) {
            stack.push("e" + i);
        }
        return stack;
    }

    // push

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
    void pushOnAnEmptyStack() {
        ArrayStack<String> stack = new ArrayStack<>(10);
        stack.push("only");
        assertFalse(stack.isEmpty());
        assertEquals("only", stack.top());
    }

    @Test
    void pushFillsAStackOfOne() {
        ArrayStack<Integer> stack = new ArrayStack<>(1);
        stack.push(7);
        assertTrue(stack.isFull());
        assertEquals(7, stack.pop());
        stack.push(8);
        assertEquals(8, stack.top());
    }

    @Test
    void pushOnAFullStackChangesNothing() {
        ArrayStack<String> stack = filled(3, 3);
        assertThrows(IllegalStateException.class, () -> stack.push("late"));
        assertEquals(3, stack.size());
        assertEquals("e2", stack.top());
    }

    @Test
    void pushOfTheSameElementTwice() {
        ArrayStack<String> stack = new ArrayStack<>(5);
        String same = "same";
        stack.push(same);
        stack.push(same);
        stack.push(same);
        assertEquals(3, stack.size());
        assertSame(same, stack.pop());
        assertSame(same, stack.pop());
        assertEquals(1, stack.size());
    }

    @Test
    void pushAfterPopReusesThePlace() {
        ArrayStack<String> stack = filled(4, 4);
        stack.pop();
        stack.push("new");
        assertEquals("new", stack.top());
        stack.pop();
        stack.pop();
        stack.push("newer");
        assertEquals("newer", stack.top());
        assertEquals(3, stack.size());
    }

    @Test
    void pushOfOtherTypes() {
        ArrayStack<Object> stack = new ArrayStack<>(6);
        for (Object element : List.of(1, "two", 3.0, 'c', List.of())) {
            stack.push(element);
            assertSame(element, stack.top());
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
    void pushNullOnlyAndSomethingOnTop() {
        ArrayStack<String> stack = new ArrayStack<>(3);
        stack.push(null);
        stack.push("x");
        stack.push(null);
        assertNull(stack.pop());
        assertEquals("x", stack.pop());
        assertNull(stack.pop());
        assertTrue(stack.isEmpty());
    }

    @Test
    void pushHalfWay() {
        ArrayStack<String> stack = filled(20, 9);
        stack.push("tenth");
        stack.push("eleventh");
        assertEquals(11, stack.size());
        assertEquals("eleventh", stack.top());
    }

    @Test
    void pushTheLastThatFits() {
        ArrayStack<String> stack = filled(12, 11);
        assertFalse(stack.isFull());
        stack.push("last");
        assertTrue(stack.isFull());
        assertEquals("last", stack.top());
    }

    // pop

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
    void popTheOnlyElement() {
        ArrayStack<String> stack = filled(5, 1);
        assertEquals("e0", stack.pop());
        assertTrue(stack.isEmpty());
        assertNull(stack.top());
    }

    @Test
    void popFromAFullStackMakesRoom() {
        ArrayStack<String> stack = filled(7, 7);
        assertEquals("e6", stack.pop());
        assertFalse(stack.isFull());
        assertEquals(6, stack.size());
    }

    @Test
    void popFromNothingChangesNothing() {
        ArrayStack<String> stack = new ArrayStack<>(2);
        assertThrows(NoSuchElementException.class, stack::pop);
        assertEquals(0, stack.size());
        stack.push("a");
        assertEquals("a", stack.pop());
        assertThrows(NoSuchElementException.class, stack::pop);
        assertTrue(stack.isEmpty());
    }

    @Test
    void popDuplicates() {
        ArrayStack<Integer> stack = new ArrayStack<>(6);
        for (int i : new int[] {5, 5, 6, 5}) {
            stack.push(i);
        }
        assertEquals(5, stack.pop());
        assertEquals(6, stack.pop());
        assertEquals(5, stack.pop());
        assertEquals(5, stack.pop());
    }

    @Test
    void popTwoOfMany() {
        ArrayStack<String> stack = filled(30, 15);
        assertEquals("e14", stack.pop());
        assertEquals("e13", stack.pop());
        assertEquals(13, stack.size());
        assertEquals("e12", stack.top());
    }

    @Test
    void pushAndPopInTurns() {
        ArrayStack<String> stack = new ArrayStack<>(3);
        stack.push("a");
        stack.push("b");
        assertEquals("b", stack.pop());
        stack.push("c");
        stack.push("d");
        assertEquals("d", stack.pop());
        assertEquals("c", stack.pop());
        assertEquals("a", stack.pop());
    }

    @Test
    void popAfterClearFails() {
        ArrayStack<String> stack = filled(3, 3);
        assertEquals("e2", stack.pop());
        stack.clear();
        assertThrows(NoSuchElementException.class, stack::pop);
    }

    // top

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
    void topOfNothingIsNull() {
        assertNull(new ArrayStack<String>(4).top());
        assertNull(new ArrayStack<String>(0).top());
    }

    @Test
    void topOfOne() {
        ArrayStack<String> stack = filled(9, 1);
        assertEquals("e0", stack.top());
        assertEquals(1, stack.size());
    }

    @Test
    void topTwiceIsTheSame() {
        ArrayStack<String> stack = filled(6, 4);
        assertSame(stack.top(), stack.top());
        assertEquals(4, stack.size());
    }

    @Test
    void topFollowsPushAndPop() {
        ArrayStack<Integer> stack = new ArrayStack<>(4);
        stack.push(10);
        assertEquals(10, stack.top());
        stack.push(20);
        assertEquals(20, stack.top());
        stack.pop();
        assertEquals(10, stack.top());
        stack.pop();
        assertNull(stack.top());
    }

    @Test
    void topOfAFullStack() {
        assertEquals("e10", filled(11, 11).top());
        assertEquals("e0", filled(1, 1).top());
    }

    @Test
    void behavesAsTheStackOfTheLibrary() {
        Random random = new Random(5);
        for (int capacity = 1; capacity <= 5; capacity += 2) {
            ArrayStack<Integer> stack = new ArrayStack<>(capacity);
            ArrayDeque<Integer> model = new ArrayDeque<>();
            for (int step = 0; step < 30; step++) {
                if (random.nextInt(5) < 3 && model.size() < capacity) {
                    stack.push(step);
                    model.push(step);
                } else if (!model.isEmpty()) {
                    assertEquals(model.pop(), stack.pop());
                }
                assertEquals(model.peek(), stack.top());
                assertEquals(model.size(), stack.size());
            }
        }
    }

    // the rest

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

    @Test
    void aStackForNothingIsFullAndEmpty() {
        ArrayStack<String> stack = new ArrayStack<>(0);
        assertTrue(stack.isFull());
        assertTrue(stack.isEmpty());
        assertThrows(IllegalStateException.class, () -> stack.push("x"));
    }
}
