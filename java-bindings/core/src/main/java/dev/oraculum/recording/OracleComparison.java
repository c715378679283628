package dev.oraculum.recording;

import dev.oraculum.api.oracle.CheckReport.Kind;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import dev.oraculum.api.oracle.Oracle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what a test gave the data with what the oracle has of it.
 *
 * @param gone numbers of data that this version does not have: of them nothing is said
 */
public record OracleComparison(Oracle oracle, Set<Integer> gone) {
    /** @param pairs of the test and a datum that were compared */
    public record Compared(int pairs, List<Mismatch> mismatches) {}

    /**
     * The mismatches of one test, in the order of the data.
     *
     * @param now what it gave the data, by number
     * @param again what it gave them when it ran a second time; empty: it did not
     */
    public Compared compare(Oracle.TestValues test, Map<Integer, DataTrace> now, Optional<Map<Integer, DataTrace>> again) {
        Map<Integer, Oracle.Values> expected = new LinkedHashMap<>();
        test.values().forEach(values -> expected.put(values.datum(), values));
        Set<Integer> all = new TreeSet<>(expected.keySet());
        all.addAll(now.keySet());
        test.unstable().forEach(all::remove);
        all.removeAll(gone);
        List<Mismatch> mismatches = new ArrayList<>();
        for (int datum : all) {
            Oracle.Values before = expected.get(datum);
            DataTrace recorded = before == null ? DataTrace.NOTHING
                    : recorded(before);
            DataTrace actual = now.getOrDefault(datum, DataTrace.NOTHING);
            if (!recorded.agreesWith(actual)) {
                boolean repeatable = again.map(second -> actual.agreesWith(second.getOrDefault(datum, DataTrace.NOTHING))).orElse(true);
                mismatches.add(mismatch(test, datum, recorded, actual, repeatable));
            }
        }
        return new Compared(all.size(), List.copyOf(mismatches));
    }

    private static DataTrace recorded(Oracle.Values values) {
        Long state = values.state() == null ? null : Long.valueOf(Long.parseUnsignedLong(values.state(), 16));
        List<Integer> states = values.states().stream().map(text -> text.isEmpty() ? 0 : Integer.parseUnsignedInt(text, 16)).toList();
        return new DataTrace(values.count(), Long.parseUnsignedLong(values.hash(), 16), state, values.first(), states);
    }

    private Mismatch mismatch(Oracle.TestValues test, int datum, DataTrace expected, DataTrace actual, boolean repeatable) {
        int index = expected.firstDifference(actual);
        Kind kind = expected.count() == 0 ? Kind.NEW
                : actual.count() == 0 ? Kind.MISSING
                        : differsInside(expected, actual, index) ? Kind.STATE
                        : index == Math.min(expected.count(), actual.count()) ? Kind.COUNT : Kind.VALUE;
        return new Mismatch(test.name(), test.id(), oracle.data().get(datum), kind, index, at(expected, index), at(actual, index),
                expected.count(), actual.count(), repeatable);
    }

    /** Whether the texts say nothing of it. */
    private static boolean differsInside(DataTrace expected, DataTrace actual, int index) {
        String text = at(expected, index);
        return expected.withoutState().agreesWith(actual) || text != null && text.equals(at(actual, index));
    }

    private static String at(DataTrace trace, int index) {
        return index < trace.values().size() ? trace.values().get(index) : null;
    }
}
