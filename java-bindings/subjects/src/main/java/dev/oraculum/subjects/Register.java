package dev.oraculum.subjects;

import java.util.ArrayList;
import java.util.List;

/** Numbers in the order of their entry, each once. */
public class Register {
    private final List<Integer> entries = new ArrayList<>();

    /** Enters a number; whether it is new. */
    public boolean add(int number) {
        if (contains(number)) {
            return false;
        }
        entries.add(number);
        return true;
    }

    /** Takes a number out; whether it was there. */
    public boolean remove(int number) {
        int at = entries.indexOf(number);
        if (at < 0) {
            return false;
        }
        entries.remove(at);
        return true;
    }

    /** Whether a number is there. */
    public boolean contains(int number) {
        return entries.contains(number);
    }

    /** How many numbers there are. */
    public int size() {
        return entries.size();
    }

    /** The numbers from a place on; a copy. */
    public List<Integer> from(int place) {
        return new ArrayList<>(entries.subList(place, entries.size()));
    }
}
