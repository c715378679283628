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
import dev.oraculum.runtime.CapturePlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much longer published test classes take when every invocation of the class they test is recorded, with its statements.
 *
 * @param tests that pass with and without
 * @param invocations of the class in them
 * @param plain milliseconds without recording
 * @param recorded with the default limits
 * @param unlimited with no invocation thinned or dropped
 * @param megabytes of records then
 */
record RankOverhead(String subject, int tests, long invocations, double plain, double recorded, double unlimited, double megabytes) {
    private static final int DEPTH = 2;
    private static final int ROUNDS = 3;

    /** A class, the jar it is in and the published test class. */
    private record Published(String subject, String testClass, String library) {}

    private static final List<Published> SUITES = List.of(
            new Published("org.apache.commons.math3.complex.Complex", "org.apache.commons.math3.complex.ComplexTest", "commons-math3"),
            new Published("org.apache.commons.math3.fraction.BigFraction", "org.apache.commons.math3.fraction.BigFractionTest", "commons-math3"),
            new Published("org.apache.commons.math3.linear.ArrayRealVector", "org.apache.commons.math3.linear.ArrayRealVectorTest", "commons-math3"),
            new Published("org.apache.commons.lang3.StringUtils", "org.apache.commons.lang3.StringUtilsTest", "commons-lang3"),
            new Published("org.apache.commons.lang3.ArrayUtils", "org.apache.commons.lang3.ArrayUtilsTest", "commons-lang3"));

    /** What a JVM made of the tests after one round to warm up: of each test the fastest time of the other rounds. */
    private record Measured(List<Long> nanos, List<Boolean> passed, long invocations, long bytes) {}

    static List<RankOverhead> measure(Path libraries) {
        return SUITES.stream().map(suite -> measure(libraries, suite)).peek(found -> System.err.println(found.row())).toList();
    }

    /** A row of the page's table. */
    String row() {
        return String.format(Locale.ROOT, "| %s | %d | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |", subject, tests, invocations, plain, recorded, recorded / plain, unlimited,
                unlimited / plain, megabytes);
    }

    private static RankOverhead measure(Path libraries, Published suite) {
        List<Path> paths = List.of(libraries.resolve(suite.library + ".jar"), libraries.resolve(suite.library + "-tests.jar"), libraries.resolve("junit4.jar"),
                libraries.resolve("hamcrest-core.jar"), libraries.resolve("junit-jupiter-api.jar"), libraries.resolve("junit-jupiter-params.jar"));
        InvocationPlan plan;
        try (ClassPath code = ClassPath.open(paths, Optional.of(Jvm.running().home()))) {
            plan = InvocationPlanner.plan(code, suite.subject.replace('.', '/'), DEPTH, true).plan();
        }
        CapturePlan.Limits all = new CapturePlan.Limits(Integer.MAX_VALUE, plan.limits().observerTicks());
        Measured plain = run(paths, suite, new InvocationPlan(List.of(), 0, true, plan.limits(), plan.recordsPerTest()));
        Measured recorded = run(paths, suite, plan);
        Measured unlimited = run(paths, suite, new InvocationPlan(plan.methods(), plan.statements(), true, all, Integer.MAX_VALUE));
        double[] millis = new double[3];
        int tests = 0;
        for (int i = 0; i < plain.nanos.size(); i++) {
            if (plain.passed.get(i) && recorded.passed.get(i) && unlimited.passed.get(i)) {
                tests++;
                millis[0] += plain.nanos.get(i) / 1e6;
                millis[1] += recorded.nanos.get(i) / 1e6;
                millis[2] += unlimited.nanos.get(i) / 1e6;
            }
        }
        return new RankOverhead(suite.subject, tests, unlimited.invocations, millis[0], millis[1], millis[2], unlimited.bytes / 1e6);
    }

    private static Measured run(List<Path> paths, Published suite, InvocationPlan plan) {
        Installation installation = Installation.at(Path.of(System.getProperty("oraculum.home")));
        try (WorkerPool pool = WorkerPool.open(ExecutionSettings.of(installation, Jvm.running(), paths, List.of(suite.testClass), plan.toBytes()))) {
            WorkerPool.Discovery found = pool.discoverLoadable();
            long[] best = new long[found.tests().size()];
            long[] bytes = new long[1];
            UnitResult result = pool.runOnce(Unit.ORIGINAL, found.tests(), (unit, test, records) -> {});
            for (int round = 0; round < ROUNDS; round++) {
                bytes[0] = 0;
                result = pool.runOnce(Unit.ORIGINAL, found.tests(), (unit, test, records) -> {
                    for (ByteBuffer batch : records) {
                        bytes[0] += batch.remaining();
                    }
                });
                for (int i = 0; i < best.length; i++) {
                    long nanos = result.tests().get(i).nanos();
                    best[i] = round == 0 ? nanos : Math.min(best[i], nanos);
                }
            }
            List<Boolean> passed = result.tests().stream().map(t -> t.outcome() == TestOutcome.PASSED).toList();
            return new Measured(Arrays.stream(best).boxed().toList(), passed, result.tests().stream().mapToLong(TestRun::invocations).sum(), bytes[0]);
        }
    }
}
