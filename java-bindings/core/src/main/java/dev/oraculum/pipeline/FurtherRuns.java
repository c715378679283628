package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.evidence.Counterexamples;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Further runs of tests on the program as it is, each in a JVM of its own, with more recorded than for the evidence. Every state of a test
 * that passes is a correct one, whether another run has it or not; those in which an assertion is false become evidence.
 *
 * @param settings how the tests run, with the plan of {@link #wide}
 */
record FurtherRuns(Engine engine, ExecutionSettings settings) {
    /** Places of their units: far behind those of mutants. */
    private static final long FIRST_UNIT = 1L << 32;
    /** How much more of contents, and how many more invocations, are recorded than for the evidence. */
    private static final int MORE = 64;

    /** A plan that records more. */
    static StatePlan wide(StatePlan plan) {
        StatePlan.Limits limits = plan.limits();
        StatePlan.Limits more = new StatePlan.Limits(
                more(limits.fullyRecorded()), limits.observerTicks(), more(limits.contentsLimit()), more(limits.textLimit()));
        return new StatePlan(
                plan.className(), plan.methodName(), plan.descriptor(), plan.returnInstructions(), plan.exits(), plan.entryRoots(),
                plan.exitRoots(), plan.variables(), more);
    }

    private static int more(int limit) {
        return (int) Math.min((long) limit * MORE, Integer.MAX_VALUE);
    }

    /**
     * Runs tests, and looks for states in which an assertion is false. The first run with one is the last.
     *
     * @param wanted names of the tests whose states count
     * @param assertion in the assertion language
     */
    Seen of(Set<String> wanted, String assertion, int runs) {
        long states = 0;
        long judged = 0;
        for (int run = 1; run <= runs; run++) {
            Counterexamples one = once(wanted, assertion);
            states += one.states();
            judged += one.judged();
            if (one.counterexamples() > 0) {
                return new Seen(new Counterexamples(states, judged, one.counterexamples()), run);
            }
        }
        return new Seen(new Counterexamples(states, judged, 0), runs);
    }

    /**
     * What some runs have shown.
     *
     * @param jvms that they took
     */
    record Seen(Counterexamples states, int jvms) {}

    private Counterexamples once(Set<String> wanted, String assertion) {
        Map<Integer, List<ByteBuffer>> states = new HashMap<>();
        UnitResult result;
        try (WorkerPool pool = WorkerPool.open(settings.withWorkers(1))) {
            // A test made by another when it runs has the name of its method in front.
            List<TestCase> tests = pool.discoverLoadable().tests().stream()
                    .filter(test -> wanted.stream().anyMatch(name -> name.startsWith(test.className())))
                    .toList();
            if (tests.isEmpty()) {
                return new Counterexamples(0, 0, 0);
            }
            result = pool.runOnce(Unit.ORIGINAL, tests, new UnitSink() {
                @Override
                public void started(int unit) {
                    states.clear();
                }

                @Override
                public void test(int unit, TestRun run, List<ByteBuffer> records) {
                    if (run.outcome() == TestOutcome.PASSED) {
                        states.put(run.index(), List.copyOf(records));
                    }
                }
            });
        }
        Map<String, String> names = EvidenceRun.names(result.tests().stream().map(TestRun::test).toList());
        List<String> listed = result.tests().stream().map(test -> names.get(test.test().uniqueId())).toList();
        return keep(listed, states, wanted, assertion);
    }

    private Counterexamples keep(List<String> listed, Map<Integer, List<ByteBuffer>> states, Set<String> wanted, String assertion) {
        long before = engine.evidence().units().stream().filter(unit -> unit.kind() == UnitKind.COUNTEREXAMPLES).count();
        UnitHeader header = new UnitHeader(FIRST_UNIT + before, "counterexamples " + (before + 1), UnitKind.COUNTEREXAMPLES);
        List<Integer> places = new ArrayList<>(states.keySet());
        places.sort(null);
        try (EvidenceUnit unit = engine.evidence().beginUnit(header)) {
            for (int test : places) {
                if (wanted.contains(listed.get(test))) {
                    states.get(test).forEach(unit::append);
                }
            }
            Counterexamples found = unit.keepCounterexamples(assertion);
            if (found.counterexamples() > 0) {
                unit.finish(UnitEnd.COMPLETED.name(), listed, assertion);
            }
            return found;
        }
    }
}
