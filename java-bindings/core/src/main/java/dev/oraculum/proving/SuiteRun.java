package dev.oraculum.proving;

import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.runtime.Trial;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tests, run once in a fresh JVM with assertions enabled.
 *
 * @param result how they ended
 * @param failures what was noted of clauses on trial, by clause
 * @param problems what failed outside of tests, a line each
 */
record SuiteRun(UnitResult result, Map<Integer, ClauseFailure> failures, List<String> problems) {
    /** Fields of a note: mark, clause, class of the initializer, exception, test. */
    private static final int FIELDS = 5;

    /**
     * Runs all tests of the settings' test classes.
     *
     * @param settings without a plan
     * @throws CannotRunException there are none, or the JVM does not start
     */
    static SuiteRun of(ExecutionSettings settings) {
        try (WorkerPool pool = WorkerPool.open(settings.withWorkers(1))) {
            List<TestCase> tests = pool.discoverLoadable().tests();
            UnitResult result = pool.runOnce(Unit.ORIGINAL, tests, new UnitSink() {
                @Override
                public void test(int unit, TestRun run, List<ByteBuffer> states) {
                    // All there is to know is in the result.
                }
            });
            Map<Integer, List<String[]>> notes = new TreeMap<>();
            List<String> problems = new ArrayList<>();
            for (String line : result.explanation().lines().toList()) {
                String[] fields = line.split("\t", -1);
                if (fields.length == FIELDS && fields[0].equals(Trial.MARK)) {
                    notes.computeIfAbsent(Integer.valueOf(fields[1]), clause -> new ArrayList<>()).add(fields);
                } else {
                    problems.add(line);
                }
            }
            Map<Integer, ClauseFailure> failures = new TreeMap<>();
            notes.forEach((clause, ofClause) -> failures.put(clause, failure(clause, ofClause, result.tests())));
            return new SuiteRun(result, failures, problems);
        }
    }

    private static ClauseFailure failure(int clause, List<String[]> notes, List<TestRun> tests) {
        TreeSet<String> names = new TreeSet<>();
        String reason = null;
        for (String[] note : notes) {
            int test = Integer.parseInt(note[4]);
            String name = test >= 0 && test < tests.size() ? tests.get(test).test().name() : "";
            if (!name.isEmpty()) {
                names.add(name);
            }
            if (reason == null) {
                String what = note[3].isEmpty() ? "is false" : "throws " + note[3];
                String where = note[2].isEmpty() ? "" : " in the static initializer of " + note[2];
                reason = what + where + (name.isEmpty() ? " outside of tests" : (where.isEmpty() ? " in " : ", run by ") + name);
            }
        }
        return new ClauseFailure(clause, names, reason);
    }

    /** Tests that passed. */
    long passed() {
        return result.tests().stream().filter(test -> test.outcome() == TestOutcome.PASSED).count();
    }

    /** Whether nothing went wrong. */
    boolean isGreen() {
        return problems.isEmpty() && result.end() == UnitEnd.COMPLETED && notPassed().isEmpty();
    }

    /** Tests that failed or were lost, by id. */
    Map<String, TestRun> notPassed() {
        Map<String, TestRun> failed = new LinkedHashMap<>();
        for (TestRun test : result.tests()) {
            boolean fine = switch (test.outcome()) {
                case PASSED, ABORTED, SKIPPED, NOT_RECORDED -> true;
                default -> false;
            };
            if (!fine) {
                failed.put(test.test().uniqueId(), test);
            }
        }
        return failed;
    }

    /**
     * What went wrong here and not in a run of the same tests on the program as it is, a line each.
     */
    List<String> worseThan(SuiteRun before) {
        List<String> worse = new ArrayList<>();
        Map<String, TestRun> failedBefore = before.notPassed();
        notPassed().forEach((id, test) -> {
            if (!failedBefore.containsKey(id)) {
                worse.add(test.test().name() + " " + test.sentence());
            }
        });
        List<String> here = result.tests().stream().map(test -> test.test().uniqueId()).toList();
        before.result().tests().stream()
                .filter(test -> test.outcome() == TestOutcome.PASSED && !here.contains(test.test().uniqueId()))
                .forEach(test -> worse.add(test.test().name() + " is not run any more"));
        problems.stream().filter(problem -> !before.problems().contains(problem)).forEach(worse::add);
        if (worse.isEmpty() && result.end() != before.result().end()) {
            worse.add("the run of the tests " + result.sentence());
        }
        return worse;
    }
}
