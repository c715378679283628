package dev.oraculum.recording;

import java.util.List;

/**
 * What one datum was given in one test, in order.
 *
 * @param count how many values
 * @param hash over all of them and their order
 * @param values the first of them, as texts; docs/formats.md, "Values as text"
 */
public record DataTrace(long count, long hash, List<String> values) {
    /** What a datum that was never defined was given. */
    public static final DataTrace NOTHING = new DataTrace(0, 0, List.of());

    public DataTrace {
        values = List.copyOf(values);
    }

    /** Whether another run gave it the same values in the same order, those that were not kept included. */
    public boolean agreesWith(DataTrace other) {
        return count == other.count && hash == other.hash;
    }

    /** The index of the first kept value in which two traces differ; the number of common kept values if none does. */
    public int firstDifference(DataTrace other) {
        int common = Math.min(values.size(), other.values.size());
        int index = 0;
        while (index < common && values.get(index).equals(other.values.get(index))) {
            index++;
        }
        return index;
    }
}
