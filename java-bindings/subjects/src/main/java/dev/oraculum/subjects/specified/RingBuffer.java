package dev.oraculum.subjects.specified;

/** A bounded queue in an array that is used as a ring. */
public class RingBuffer {
    private final int[] items;
    private int head;
    private int size;

    /** An empty queue. @param capacity how many numbers it can hold */
    public RingBuffer(int capacity) {
        items = new int[capacity];
    }

    /** How many numbers are in it. */
    public int size() {
        return size;
    }

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Puts a number at the end; false if there is no room. */
    public boolean offer(int x) {
        if (size == items.length) {
            return false;
        }
        items[(head + size) % items.length] = x;
        size++;
        return true;
    }

    /** Takes the first number out, or gives another if there is none. */
    public int poll(int otherwise) {
        if (isEmpty()) {
            return otherwise;
        }
        int first = items[head];
        head = (head + 1) % items.length;
        size--;
        return first;
    }
}
