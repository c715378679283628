package pkg;

import java.util.ArrayList;
import java.util.List;

/** What returns every kind of literal, and takes every kind of argument. */
public class Text {
    public static final Text EMPTY = new Text();
    public String label;
    private final StringBuilder held = new StringBuilder();

    public static Text of(char first) {
        return new Text().add(first);
    }

    public Text add(char c) {
        held.append(c);
        return this;
    }

    public Text addAll(List<String> words) {
        for (String word : words) {
            held.append(word);
        }
        return this;
    }

    public Text name(String wanted) {
        label = wanted;
        return this;
    }

    public String reversed() {
        return new StringBuilder(held).reverse().toString();
    }

    public double ratio(long a, float b, short c, byte d) {
        return (a + b + c) / d;
    }

    public Character last() {
        return held.length() == 0 ? null : held.charAt(held.length() - 1);
    }

    public byte[] bytes(boolean upper, Case wanted) {
        return (upper || wanted == Case.UPPER ? held.toString().toUpperCase() : held.toString()).getBytes();
    }

    public Case style() {
        return held.toString().equals(held.toString().toUpperCase()) ? Case.UPPER : Case.LOWER;
    }

    public List<Integer> lengths(String[] words) {
        List<Integer> lengths = new ArrayList<>();
        for (String word : words) {
            lengths.add(word.length());
        }
        return lengths;
    }

    public Text self() {
        return held.length() > 0 ? this : null;
    }

    /** A letter case. */
    public enum Case {
        UPPER,
        LOWER
    }
}
