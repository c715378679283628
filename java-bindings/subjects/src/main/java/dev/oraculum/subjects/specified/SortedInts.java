package dev.oraculum.subjects.specified;

/** A bounded list of ints in ascending order. */
public class SortedInts {
    private final int[] items;
    private int size;

    /** An empty list. @param capacity how many numbers it can hold */
    public SortedInts(int capacity) {
        items = new int[capacity];
    }

    /** How many numbers are in it. */
    public int size() {
        return size;
    }

    /** Puts a number where it belongs and gives its place, behind equal ones; IllegalStateException if there is no room. */
    public int insert(int x) {
        if (size == items.length) {
            throw new IllegalStateException("full");
        }
        int place = size;
        while (place > 0 && items[place - 1] > x) {
            items[place] = items[place - 1];
            place--;
        }
        items[place] = x;
        size++;
        return place;
    }

    /** A place of a number by binary search, or -1. */
    public int search(int x) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (items[middle] == x) {
                return middle;
            }
            if (items[middle] < x) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
