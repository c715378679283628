package pkg;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Words and how often each was added. */
public class Tally {
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private int total;

    public Tally add(String word) {
        if (word == null) {
            throw new IllegalArgumentException("no word");
        }
        counts.merge(word, 1, Integer::sum);
        total++;
        return this;
    }

    public int getTotal() {
        return total;
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    public List<String> words() {
        return new ArrayList<>(counts.keySet());
    }

    public double mean() {
        return (double) total / counts.size();
    }

    public Optional<String> first() {
        return counts.keySet().stream().findFirst();
    }

    /** Adds to each number how many words there are. */
    public void addTo(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] += counts.size() + 1;
        }
    }
}
