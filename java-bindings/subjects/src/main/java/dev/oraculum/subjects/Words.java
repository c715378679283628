package dev.oraculum.subjects;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Methods over strings, lists and maps of them. */
public final class Words {
    private Words() {}

    /** The parts between single spaces, without the empty ones. */
    public static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ' ') {
                if (i > start) {
                    words.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return words;
    }

    /** The text without white space at its ends; null if nothing is left of it, or there was none. */
    public static String stripToNull(String text) {
        if (text == null) {
            return null;
        }
        String stripped = text.strip();
        return stripped.isEmpty() ? null : stripped;
    }

    /** The words that are longer than a bound, in their order. */
    public static List<String> longerThan(List<String> words, int length) {
        List<String> longer = new ArrayList<>();
        for (String word : words) {
            if (word.length() > length) {
                longer.add(word);
            }
        }
        return longer;
    }

    /** How often each word occurs. */
    public static Map<String, Integer> count(List<String> words) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        return counts;
    }
}
