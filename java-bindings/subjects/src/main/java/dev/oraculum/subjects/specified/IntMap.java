package dev.oraculum.subjects.specified;

/** A bounded map from ints to ints, in two arrays. */
public class IntMap {
    private final int[] keys;
    private final int[] values;
    private int size;

    /** An empty map. @param capacity how many keys it can hold */
    public IntMap(int capacity) {
        keys = new int[capacity];
        values = new int[capacity];
    }

    /** How many keys are in it. */
    public int size() {
        return size;
    }

    private int find(int key) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** Gives a key a value; false if it is a new key and there is no room. */
    public boolean put(int key, int value) {
        int place = find(key);
        if (place >= 0) {
            values[place] = value;
            return true;
        }
        if (size == keys.length) {
            return false;
        }
        keys[size] = key;
        values[size] = value;
        size++;
        return true;
    }

    /** The value of a key, or another number if it has none. */
    public int get(int key, int otherwise) {
        int place = find(key);
        return place < 0 ? otherwise : values[place];
    }
}
