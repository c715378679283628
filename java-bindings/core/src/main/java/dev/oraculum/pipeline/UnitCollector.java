package dev.oraculum.pipeline;

import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Holds what the units of a pool leave behind until they are over, and then commits it: states by test, in the order of the unit's tests.
 * A unit that is run again takes the place of its first run.
 */
final class UnitCollector implements UnitSink {
    private final Map<Integer, Map<Integer, List<ByteBuffer>>> statesByTest = new ConcurrentHashMap<>();
    private final Consumer<UnitResult> whenFinished;

    /** @param whenFinished hears of every finished unit, on the thread that ran it */
    UnitCollector(Consumer<UnitResult> whenFinished) {
        this.whenFinished = whenFinished;
    }

    @Override
    public void started(int unit) {
        statesByTest.remove(unit);
    }

    @Override
    public void test(int unit, TestRun run, List<ByteBuffer> states) {
        statesByTest.computeIfAbsent(unit, u -> new TreeMap<>()).put(run.index(), List.copyOf(states));
    }

    @Override
    public void finished(UnitResult result) {
        whenFinished.accept(result);
    }

    /**
     * Writes a unit into the evidence.
     *
     * @param wanted tests whose states count
     * @param names names of the unit's tests, by their index
     */
    void commit(Evidence evidence, UnitHeader header, UnitResult result, Predicate<TestRun> wanted, List<String> names, String outcome) {
        commit(evidence, header, result, wanted, names, outcome, List.of());
    }

    /** @param further records of tests that are named, but not the unit's */
    void commit(
            Evidence evidence, UnitHeader header, UnitResult result, Predicate<TestRun> wanted, List<String> names, String outcome,
            List<ByteBuffer> further) {
        Map<Integer, List<ByteBuffer>> states = statesByTest.remove(result.unit());
        commit(evidence, header, result.end(), names, outcome, unit -> {
            if (states != null) {
                result.tests().stream()
                        .filter(wanted)
                        .flatMap(run -> states.getOrDefault(run.index(), List.of()).stream())
                        .forEach(unit::append);
            }
            further.forEach(unit::append);
        });
    }

    /** @param records appends them */
    static void commit(
            Evidence evidence, UnitHeader header, UnitEnd end, List<String> names, String outcome, Consumer<EvidenceUnit> records) {
        try (EvidenceUnit unit = evidence.beginUnit(header)) {
            records.accept(unit);
            unit.finish(end.name(), names, outcome);
        }
    }
}
