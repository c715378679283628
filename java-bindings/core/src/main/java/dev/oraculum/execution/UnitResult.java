package dev.oraculum.execution;

import dev.oraculum.runtime.containment.Deed;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What became of a unit.
 *
 * @param unit its id
 * @param end how it ended
 * @param explanation more about the end: exit code, signal, stack, the last lines that the process printed; may be empty
 * @param tests one per test of the unit, in its order; {@code NOT_RUN} where the turn never came
 * @param elapsed wall-clock time
 * @param outside what was done, or on a mutant refused, outside of tests: by class-level fixtures and engines
 */
public record UnitResult(int unit, UnitEnd end, String explanation, List<TestRun> tests, Duration elapsed, List<Deed> outside) {
    public UnitResult {
        tests = List.copyOf(tests);
        outside = List.copyOf(outside);
    }

    /** How many tests were refused something. */
    public long contained() {
        return tests.stream().filter(TestRun::contained).count();
    }

    /** What the unit's tests and fixtures did, or were refused, in the order of the first time. */
    public Set<Deed> deeds() {
        Set<Deed> all = new LinkedHashSet<>(outside);
        tests.forEach(test -> all.addAll(test.deeds()));
        return all;
    }

    /** Tests that ended where only this machine or this moment ends them: out of time, out of memory, with the process. */
    public List<TestRun> culprits() {
        return tests.stream().filter(run -> !run.outcome().isRepeatable() && run.outcome() != TestOutcome.NOT_RUN
                && run.outcome() != TestOutcome.NOT_RECORDED).toList();
    }

    /** The end in a sentence, with the explanation's first line. */
    public String sentence() {
        String first = explanation.lines().findFirst().orElse("");
        return first.isEmpty() ? end.sentence() : end.sentence() + ": " + first;
    }
}
