package dev.oraculum.recording;

import java.util.List;

/**
 * What one datum was given in one test, in order.
 *
 * @param count how many values
 * @param hash over the texts of all of them and their order
 * @param state over their state, as far as it is looked into, and their order; null: not known, or not to be compared
 * @param values the first of them, as texts; docs/formats.md, "Values as text"
 * @param states of each of these, what tells its state from others with the same text; 0: the text says all
 */
public record DataTrace(long count, long hash, Long state, List<String> values, List<Integer> states) {
    /** What a datum that was never defined was given. */
    public static final DataTrace NOTHING = new DataTrace(0, 0, 0L, List.of(), List.of());

    public DataTrace {
        values = List.copyOf(values);
        states = List.copyOf(states);
    }

    /** The same by the texts alone, for what differs from run to run deeper inside. */
    public DataTrace withoutState() {
        return new DataTrace(count, hash, null, values, List.of());
    }

    /**
     * Whether another run gave it the same values in the same order, those that were not kept included. States count where both are known.
     */
    public boolean agreesWith(DataTrace other) {
        return count == other.count && hash == other.hash && (state == null || other.state == null || state.equals(other.state));
    }

    /** The index of the first kept value in which two traces differ; the number of common kept values if none does. */
    public int firstDifference(DataTrace other) {
        int common = Math.min(values.size(), other.values.size());
        int index = 0;
        while (index < common && values.get(index).equals(other.values.get(index)) && agreeAt(index, other)) {
            index++;
        }
        return index;
    }

    private boolean agreeAt(int index, DataTrace other) {
        return state == null || other.state == null || stateAt(index) == other.stateAt(index);
    }

    private int stateAt(int index) {
        return index < states.size() ? states.get(index) : 0;
    }
}
