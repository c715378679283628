package dev.oraculum.pipeline;

import dev.oraculum.api.improve.NotRecorded;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the tests that left no states on mutants, in any order of the mutants. */
final class NotRecordedUnits {
    private final Map<String, Long> testsByReason = new TreeMap<>();
    private long mutants;
    private long tests;

    /** What one unit keeps of it: how many tests, by why. */
    static Map<String, Long> of(UnitResult result) {
        Map<String, Long> byReason = new TreeMap<>();
        result.tests().stream().filter(test -> !test.outcome().isRepeatable()).forEach(test -> byReason.merge(reason(test), 1L, Long::sum));
        return byReason;
    }

    private static String reason(TestRun test) {
        // Which test it was, and after how long, would make a reason of each.
        return test.outcome() == TestOutcome.NOT_RECORDED ? test.sentence() : test.outcome().sentence();
    }

    /** @param unit null: the evidence is of a release that did not count them */
    void add(Map<String, Long> unit) {
        if (unit == null || unit.isEmpty()) {
            return;
        }
        mutants++;
        unit.forEach((reason, count) -> {
            tests += count;
            testsByReason.merge(reason, count, Long::sum);
        });
    }

    NotRecorded sum() {
        List<NotRecorded.Reason> reasons = new ArrayList<>();
        testsByReason.forEach((reason, count) -> reasons.add(new NotRecorded.Reason(reason, count)));
        // A stable sort: equally frequent ones stay in the order of their text.
        reasons.sort(Comparator.comparingLong(NotRecorded.Reason::tests).reversed());
        return new NotRecorded(mutants, tests, reasons.subList(0, Math.min(NotRecorded.MOST, reasons.size())));
    }
}
