package dev.oraculum.subjects.specified;

/** The last readings of a sensor, in a ring: a new one takes the place of the oldest when there is no room. */
public class LastReadings {
    private final int[] ring;
    private int next;
    private int size;

    /** No readings; IllegalArgumentException without room. @param capacity how many are kept */
    public LastReadings(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        ring = new int[capacity];
    }

    /** How many readings are kept now. */
    public int size() {
        return size;
    }

    /** Adds a reading. */
    public void add(int reading) {
        ring[next] = reading;
        next = (next + 1) % ring.length;
        if (size < ring.length) {
            size++;
        }
    }
}
