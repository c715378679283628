package dev.oraculum.subjects;

import java.util.NoSuchElementException;

/**
 * A bounded stack in an array.
 *
 * @param <E> type of the elements
 */
public class ArrayStack<E> {
    private final Object[] elements;
    private int size;

    /**
     * An empty stack.
     *
     * @param capacity how many elements it can hold
     */
    public ArrayStack(int capacity) {
        elements = new Object[capacity];
        size = 0;
    }

    /** Number of elements. */
    public int size() {
        return size;
    }

    /** Whether there is nothing to pop. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Whether there is no room to push. */
    public boolean isFull() {
        return size == elements.length;
    }

    /** Puts an element on top; throws IllegalStateException on a full stack. */
    public void push(E element) {
        if (isFull()) {
            throw new IllegalStateException("the stack is full");
        }
        elements[size] = element;
        size = size + 1;
    }

    /** Takes the top element off; throws NoSuchElementException on an empty stack. */
    public E pop() {
        if (isEmpty()) {
            throw new NoSuchElementException("the stack is empty");
        }
        size = size - 1;
        E top = at(size);
        elements[size] = null;
        return top;
    }

    /** The top element, or null on an empty stack. */
    public E top() {
        if (isEmpty()) {
            return null;
        }
        return at(size - 1);
    }

    /** Forgets all elements. */
    public void clear() {
        while (size > 0) {
            size = size - 1;
            elements[size] = null;
        }
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        return (E) elements[index];
    }
}
