package dev.oraculum.subjects.specified;

import java.util.NoSuchElementException;

/** A bounded stack of ints. */
public class IntStack {
    private final int[] items;
    private int size;

    /** An empty stack. @param capacity how many numbers it can hold */
    public IntStack(int capacity) {
        items = new int[capacity];
    }

    /** How many numbers are in it. */
    public int size() {
        return size;
    }

    /** Whether there is no room left. */
    public boolean isFull() {
        return size == items.length;
    }

    /** Puts a number on top; IllegalStateException if there is no room. */
    public void push(int x) {
        if (isFull()) {
            throw new IllegalStateException("full");
        }
        items[size] = x;
        size++;
    }

    /** Takes the top off; NoSuchElementException if there is none. */
    public int pop() {
        if (size == 0) {
            throw new NoSuchElementException("empty");
        }
        size--;
        return items[size];
    }

    /** The top, or another number if there is none. */
    public int peek(int otherwise) {
        if (size == 0) {
            return otherwise;
        }
        return items[size - 1];
    }

    /** Exchanges the two on top; false if there are not two. */
    public boolean swap() {
        if (size < 2) {
            return false;
        }
        int top = items[size - 1];
        items[size - 1] = items[size - 2];
        items[size - 2] = top;
        return true;
    }
}
