package dev.oraculum.evaluation;

import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Installation;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.ranking.InvocationPlanner;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How much longer published test classes take when every invocation of the class they test is recorded, with its statements.
 *
 * @param tests that pass with and without
 * @param invocations of the class in them
 * @param plain without recording
 * @param recorded with the default limits
 * @param unlimited with no invocation left out but by the bound on the memory of a test's records
 * @param records of how many invocations there are records then
 * @param megabytes of these
 */
record RecordingCost(String subject, int tests, long invocations, Millis plain, Millis recorded, Millis unlimited, long records,
        double megabytes) {
    /**
     * Of the tests together.
     *
     * @param cold in a new JVM, as a user's run is
     * @param warm of each test the fastest of several rounds later on
     */
    record Millis(double cold, double warm) {}

    private static final int DEPTH = 2;
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 5;

    /** A class, the jar it is in and the published test class. */
    private record Published(String subject, String testClass, String library) {}

    private static final List<Published> SUITES = List.of(
            new Published("org.apache.commons.math3.complex.Complex", "org.apache.commons.math3.complex.ComplexTest", "commons-math3"),
            new Published("org.apache.commons.math3.fraction.BigFraction", "org.apache.commons.math3.fraction.BigFractionTest",
                    "commons-math3"),
            new Published("org.apache.commons.math3.linear.ArrayRealVector", "org.apache.commons.math3.linear.ArrayRealVectorTest",
                    "commons-math3"),
            new Published("org.apache.commons.lang3.StringUtils", "org.apache.commons.lang3.StringUtilsTest", "commons-lang3"),
            new Published("org.apache.commons.lang3.ArrayUtils", "org.apache.commons.lang3.ArrayUtilsTest", "commons-lang3"));

    /**
     * What a JVM made of the tests: of each that always passed, by its id, nanoseconds in the first round, and in the fastest of the last
     * ones.
     */
    private record Measured(Map<String, Long> first, Map<String, Long> best, long invocations, long records, long bytes) {
        Millis of(Set<String> tests) {
            return new Millis(tests.stream().mapToLong(first::get).sum() / 1e6, tests.stream().mapToLong(best::get).sum() / 1e6);
        }
    }

    /**
     * Writes docs/results/recording.md. Arguments: the checkout, then words; with any, only classes with one of them in their names are
     * measured, and the page goes to the terminal.
     */
    public static void main(String[] arguments) throws IOException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> words = List.of(arguments).subList(1, arguments.length);
        List<RecordingCost> measured = SUITES.stream()
                .filter(suite -> words.isEmpty() || words.stream().anyMatch(suite.subject::contains))
                .map(suite -> measure(checkout.resolve("java-bindings/evaluation/target/libraries"), suite))
                .peek(found -> System.err.println(found.row()))
                .toList();
        String page = page(measured);
        if (words.isEmpty()) {
            Files.writeString(checkout.resolve("docs/results/recording.md"), page);
        } else {
            System.out.println(page);
        }
        System.exit(0);
    }

    private static String page(List<RecordingCost> measured) {
        StringBuilder text = new StringBuilder("# What recording of every invocation costs\n\nMade by `make recording-results`. "
                + Machine.describe() + ".\n\n");
        text.append("Published test classes of commons-math 3.6.1 and commons-lang 3.18, the class they test recorded as `rank` does:"
                + " entry, exit and statements of every invocation; one JVM for ");
        text.append("the tests as they are, one with the default limits of recording, one with none but the 64 MiB that a test's"
                + " records may take. Warm: milliseconds of the tests, of each the fastest of ").append(ROUNDS);
        text.append(" rounds after ").append(WARM_UP)
                .append(" others. Cold: the first round, as a run of `rank` is. The target is 10 times at most.\n\n");
        text.append("| class | tests | invocations | plain | recorded | ratio | all recorded | ratio | cold: plain | recorded: ratio |"
                + " all: ratio | records | MB |\n| --- |").append(" ---: |".repeat(12)).append('\n');
        measured.forEach(m -> text.append(m.row()).append('\n'));
        return text.toString();
    }

    /** A row of the page's table. */
    String row() {
        return String.format(Locale.ROOT, "| %s | %d | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.0f | %.1f | %.1f | %d | %.1f |", subject,
                tests, invocations, plain.warm, recorded.warm,
                recorded.warm / plain.warm, unlimited.warm, unlimited.warm / plain.warm, plain.cold, recorded.cold / plain.cold,
                unlimited.cold / plain.cold, records, megabytes);
    }

    private static RecordingCost measure(Path libraries, Published suite) {
        List<Path> paths = List.of(libraries.resolve(suite.library + ".jar"), libraries.resolve(suite.library + "-tests.jar"),
                libraries.resolve("junit4.jar"),
                libraries.resolve("hamcrest-core.jar"), libraries.resolve("junit-jupiter-api.jar"),
                libraries.resolve("junit-jupiter-params.jar"));
        InvocationPlan plan;
        try (ClassPath code = ClassPath.open(paths, Optional.of(Jvm.running().home()))) {
            plan = InvocationPlanner.plan(code, suite.subject.replace('.', '/'), DEPTH, true).plan();
        }
        StatePlan.Limits all = new StatePlan.Limits(Integer.MAX_VALUE, plan.limits().observerTicks());
        Measured plain = run(paths, suite, new InvocationPlan(List.of(), 0, true, plan.limits(), plan.recordsPerTest()));
        Measured recorded = run(paths, suite, plan);
        Measured unlimited = run(paths, suite, new InvocationPlan(plan.methods(), plan.statements(), true, all, Integer.MAX_VALUE));
        Set<String> tests = new TreeSet<>(plain.best.keySet());
        tests.retainAll(recorded.best.keySet());
        tests.retainAll(unlimited.best.keySet());
        return new RecordingCost(
                suite.subject, tests.size(), unlimited.invocations, plain.of(tests), recorded.of(tests), unlimited.of(tests),
                unlimited.records, unlimited.bytes / 1e6);
    }

    private static Measured run(List<Path> paths, Published suite, InvocationPlan plan) {
        Installation installation = Installation.at(Path.of(System.getProperty("oraculum.home")));
        try (WorkerPool pool = WorkerPool.open(ExecutionSettings.of(
                installation, Jvm.running(), paths, List.of(suite.testClass), plan.toBytes()))) {
            WorkerPool.Discovery found = pool.discoverLoadable();
            Map<String, Long> first = new HashMap<>();
            Map<String, Long> best = new HashMap<>();
            Set<String> failed = new HashSet<>();
            long[] bytes = new long[1];
            long[] records = new long[1];
            UnitResult result = null;
            for (int round = 0; round < WARM_UP + ROUNDS; round++) {
                bytes[0] = 0;
                records[0] = 0;
                result = pool.runOnce(Unit.ORIGINAL, found.tests(), (unit, test, batches) -> {
                    for (ByteBuffer batch : batches) {
                        bytes[0] += batch.remaining();
                        records[0] += records(batch);
                    }
                });
                for (TestRun test : result.tests()) {
                    String id = test.test().uniqueId();
                    if (test.outcome() != TestOutcome.PASSED) {
                        failed.add(id);
                    } else if (round == 0) {
                        first.put(id, test.nanos());
                    } else if (round >= WARM_UP) {
                        best.merge(id, test.nanos(), Math::min);
                    }
                }
            }
            best.keySet().retainAll(first.keySet());
            best.keySet().removeAll(failed);
            return new Measured(first, best, result.tests().stream().mapToLong(TestRun::invocations).sum(), records[0], bytes[0]);
        }
    }

    private static long records(ByteBuffer batch) {
        ByteBuffer left = batch.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        long count = 0;
        while (left.hasRemaining()) {
            int length = left.getInt();
            left.position(left.position() + length);
            count++;
        }
        return count;
    }
}
