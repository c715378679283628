package dev.oraculum.execution;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * How a pool sees, plan by plan, that a unit has left nothing behind in its worker: some tests on the original run again, and must do
 * what they did at first.
 */
final class Watches {
    /** Time for that check, by the clock of the original run. */
    static final long CHECK_NANOS = 250_000_000;

    private final Watch[] watches;

    /**
     * That of one plan.
     *
     * @param reaching what a new worker runs before its first mutant
     * @param checked what every worker runs after each mutant: as many of the quick ones as {@link #CHECK_NANOS} allow
     * @param baseline what they left at first
     */
    record Watch(List<TestCase> reaching, List<TestCase> checked, Baseline baseline) {}

    Watches(int plans) {
        watches = IntStream.range(0, plans).mapToObj(plan -> new Watch(List.of(), List.of(), new Baseline(plan))).toArray(Watch[]::new);
    }

    int plans() {
        return watches.length;
    }

    Watch of(int plan) {
        return watches[plan];
    }

    /** A sink for each plan, for a run of the original. */
    List<Baseline> baselines() {
        return IntStream.range(0, watches.length).mapToObj(Baseline::new).toList();
    }

    /** After both runs of the original: of every plan the tests that reach its method are watched. */
    void remember(OriginalRun run, Map<String, TestRun> original, List<Baseline> left) {
        for (int plan = 0; plan < watches.length; plan++) {
            List<TestCase> reaching = run.ofPlan(plan, original.keySet()).reaching();
            watches[plan] = new Watch(reaching, quick(reaching, original), left.get(plan));
        }
    }

    /** Only these tests are watched. */
    void narrow(int plan, List<TestCase> tests, Map<String, TestRun> original) {
        watches[plan] = new Watch(List.copyOf(tests), quick(tests, original), watches[plan].baseline());
    }

    private static List<TestCase> quick(List<TestCase> tests, Map<String, TestRun> original) {
        Map<TestCase, Long> nanos = new HashMap<>();
        tests.forEach(test -> nanos.put(test, original.get(test.uniqueId()).nanos()));
        Set<TestCase> chosen = new HashSet<>();
        long sum = 0;
        for (TestCase test : tests.stream().sorted(Comparator.comparing(nanos::get)).toList()) {
            sum += nanos.get(test);
            if (sum > CHECK_NANOS && !chosen.isEmpty()) {
                break;
            }
            chosen.add(test);
        }
        return tests.stream().filter(chosen::contains).toList();
    }
}
