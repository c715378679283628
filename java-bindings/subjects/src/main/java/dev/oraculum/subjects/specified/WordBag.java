package dev.oraculum.subjects.specified;

import java.util.HashMap;
import java.util.Map;

/** Words, each any number of times. */
public class WordBag {
    private final Map<String, Integer> counts = new HashMap<>();
    private int size;

    /** An empty bag. */
    public WordBag() {}

    /** How many words are in it, equal ones counted each time. */
    public int size() {
        return size;
    }

    /** Adds a word and says how often it is there now; NullPointerException of null. */
    public int add(String word) {
        int now = count(word) + 1;
        counts.put(word, now);
        size++;
        return now;
    }

    /** Takes a word out, once; false if it was not there. */
    public boolean remove(String word) {
        int before = count(word);
        if (before == 0) {
            return false;
        }
        if (before == 1) {
            counts.remove(word);
        } else {
            counts.put(word, before - 1);
        }
        size--;
        return true;
    }

    /** How often a word is in it; NullPointerException of null. */
    public int count(String word) {
        if (word == null) {
            throw new NullPointerException("no word");
        }
        Integer count = counts.get(word);
        return count == null ? 0 : count;
    }
}
