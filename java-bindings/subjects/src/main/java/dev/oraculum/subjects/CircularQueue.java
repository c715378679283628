package dev.oraculum.subjects;

/**
 * A bounded queue of numbers in a circular array.
 */
public class CircularQueue {
    private final int[] elements;
    private int front;
    private int size;

    /**
     * An empty queue.
     *
     * @param capacity how many numbers it can hold
     */
    public CircularQueue(int capacity) {
        elements = new int[capacity];
    }

    /** Number of elements. */
    public int size() {
        return size;
    }

    /** How many elements there is room for. */
    public int capacity() {
        return elements.length;
    }

    /** Whether there is nothing to take. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Whether there is no room to add. */
    public boolean isFull() {
        return size == elements.length;
    }

    /**
     * Adds at the back.
     *
     * @return whether there was room
     */
    public boolean enqueue(int element) {
        if (isFull()) {
            return false;
        }
        elements[(front + size) % elements.length] = element;
        size++;
        return true;
    }

    /**
     * Takes from the front.
     *
     * @param otherwise what to return if the queue is empty
     */
    public int dequeue(int otherwise) {
        if (isEmpty()) {
            return otherwise;
        }
        int element = elements[front];
        front = (front + 1) % elements.length;
        size--;
        return element;
    }

    /** Index of the oldest element in the array. */
    public int front() {
        return front;
    }
}
