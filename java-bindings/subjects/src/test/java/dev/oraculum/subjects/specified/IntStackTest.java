package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class IntStackTest {
    private static IntStack of(int capacity, int... numbers) {
        IntStack stack = new IntStack(capacity);
        for (int number : numbers) {
            stack.push(number);
        }
        return stack;
    }

    @Test
    void pushPutsOnTop() {
        IntStack stack = new IntStack(3);
        stack.push(4);
        assertEquals(4, stack.peek(-1));
        stack.push(9);
        assertEquals(9, stack.peek(-1));
        assertEquals(2, stack.size());
    }

    @Test
    void pushFillsTheStack() {
        IntStack stack = of(2, 7, 7);
        assertTrue(stack.isFull());
        assertThrows(IllegalStateException.class, () -> stack.push(1));
        assertEquals(2, stack.size());
    }

    @Test
    void pushNegativeNumbersAndZero() {
        IntStack stack = of(5, -3, 0, 12);
        assertEquals(3, stack.size());
        assertEquals(12, stack.peek(0));
        stack.push(-100);
        assertEquals(-100, stack.peek(0));
    }

    @Test
    void popTakesTheLastOneFirst() {
        IntStack stack = of(4, 1, 2, 3);
        assertEquals(3, stack.pop());
        assertEquals(2, stack.pop());
        assertEquals(1, stack.pop());
        assertEquals(0, stack.size());
    }

    @Test
    void popOfAFullStack() {
        IntStack stack = of(2, 5, 8);
        assertEquals(8, stack.pop());
        assertFalse(stack.isFull());
        assertEquals(5, stack.peek(0));
    }

    @Test
    void popAfterPush() {
        IntStack stack = of(3, 6);
        stack.push(-2);
        assertEquals(-2, stack.pop());
        assertEquals(6, stack.pop());
        stack.push(30);
        assertEquals(30, stack.pop());
    }

    @Test
    void popOfNothing() {
        assertThrows(NoSuchElementException.class, () -> new IntStack(2).pop());
    }

    @Test
    void peekLooksOnly() {
        IntStack stack = of(3, 4, 5);
        assertEquals(5, stack.peek(0));
        assertEquals(5, stack.peek(0));
        assertEquals(2, stack.size());
    }

    @Test
    void peekOfNothing() {
        assertEquals(-1, new IntStack(3).peek(-1));
        assertEquals(42, new IntStack(1).peek(42));
        assertEquals(0, new IntStack(0).peek(0));
    }

    @Test
    void peekAfterPop() {
        IntStack stack = of(5, 1, 20, 3);
        stack.pop();
        assertEquals(20, stack.peek(-7));
        stack.pop();
        assertEquals(1, stack.peek(-7));
        stack.pop();
        assertEquals(-7, stack.peek(-7));
    }

    @Test
    void swapExchangesTheTopTwo() {
        IntStack stack = of(3, 1, 2, 3);
        assertTrue(stack.swap());
        assertEquals(2, stack.pop());
        assertEquals(3, stack.pop());
        assertEquals(1, stack.pop());
    }

    @Test
    void swapOfTwo() {
        IntStack stack = of(4, 10, -10);
        assertTrue(stack.swap());
        assertEquals(10, stack.peek(0));
        assertTrue(stack.swap());
        assertEquals(-10, stack.peek(0));
    }

    @Test
    void swapOfTooFew() {
        IntStack stack = of(4, 8);
        assertFalse(stack.swap());
        assertEquals(8, stack.peek(0));
        assertFalse(new IntStack(2).swap());
    }
}
