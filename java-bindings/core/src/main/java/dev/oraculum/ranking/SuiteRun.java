package dev.oraculum.ranking;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.rank.RankTest;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the tests of a suite ended.
 *
 * @param result of the run; the engine knows tests by their places in it
 * @param names of the tests, each its own
 * @param notLoadable test classes that cannot be loaded, and why, a line each
 */
public record SuiteRun(UnitResult result, List<String> names, List<String> notLoadable) {
    /** @param notLoadable as above */
    public static SuiteRun of(UnitResult result, List<String> notLoadable) {
        Map<String, Integer> uses = new HashMap<>();
        result.tests().forEach(run -> uses.merge(run.test().name(), 1, Integer::sum));
        List<String> names = result.tests().stream()
                .map(run -> run.test().name())
                .toList();
        List<String> unique = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            unique.add(uses.get(names.get(i)) == 1 ? names.get(i) : names.get(i) + " " + result.tests().get(i).test().uniqueId());
        }
        return new SuiteRun(result, unique, notLoadable);
    }

    /** For the engine: the records of a test that does not pass say nothing. */
    public List<RankTest> tests() {
        List<RankTest> tests = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            tests.add(new RankTest(names.get(i), isUsed(i)));
        }
        return tests;
    }

    public boolean isUsed(int test) {
        return result.tests().get(test).outcome() == TestOutcome.PASSED;
    }

    /** Ids and classes of the tests, in the order of their places. */
    public List<TestCase> cases() {
        return result.tests().stream().map(TestRun::test).toList();
    }

    public long invocations(int test) {
        return result.tests().get(test).invocations();
    }

    /** What ended the run before its last test, or failed outside tests, a line each. */
    public List<String> problems() {
        return result.end() == UnitEnd.COMPLETED ? result.explanation().lines().toList()
                : List.of("the run ended early: " + result.sentence());
    }

    public RankReport.Suite figures() {
        int used = 0;
        int reaching = 0;
        long invocations = 0;
        for (int i = 0; i < names.size(); i++) {
            if (isUsed(i)) {
                used++;
                reaching += invocations(i) > 0 ? 1 : 0;
                invocations += invocations(i);
            }
        }
        return new RankReport.Suite(names.size(), used, reaching, invocations, leftOut());
    }

    private List<LeftOut> leftOut() {
        List<LeftOut> leftOut = new ArrayList<>();
        for (String line : notLoadable) {
            int colon = line.indexOf(':');
            leftOut.add(new LeftOut(colon < 0 ? line : line.substring(0, colon),
                    "cannot be loaded" + (colon < 0 ? "" : line.substring(colon))));
        }
        for (int i = 0; i < names.size(); i++) {
            TestRun run = result.tests().get(i);
            if (!isUsed(i)) {
                leftOut.add(new LeftOut(names.get(i), run.sentence()));
            }
        }
        return leftOut;
    }
}
