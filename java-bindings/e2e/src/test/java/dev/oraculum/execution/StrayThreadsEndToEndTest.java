package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.program.EnginePurity;
import dev.oraculum.ranking.AssertionsOfTests;
import dev.oraculum.ranking.FlowTrace;
import dev.oraculum.ranking.InvocationPlanner;
import dev.oraculum.ranking.SourceTexts;
import dev.oraculum.recording.DataPlanner;
import dev.oraculum.runtime.CallPlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A test that never ends leaves threads at work: it costs that test, and what the tests behind it leave is byte for byte what they leave
 * without it.
 */
class StrayThreadsEndToEndTest {
    private static final String CLASS = "stray.Counter";
    private static final String TEST = "stray.CounterTest";

    private static final String COUNTER =
            """
            package stray;
            public class Counter {
                private int total;
                public int add(int x) {
                    total += x;
                    return total;
                }
            }
            """;

    private static final String TESTS =
            """
            package stray;
            import static org.junit.Assert.*;
            import java.util.concurrent.*;
            @org.junit.FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)
            public class CounterTest {
                private static ExecutorService shared;
                static void use(int n) {
                    Counter counter = new Counter();
                    for (int i = 0; i < n; i++) {
                        assertEquals(i * (i + 1) / 2, counter.add(i));
                    }
                }
                /** Starts a thread that serves later tests, too. */
                private static Callable<Void> onShared(int n) throws Exception {
                    if (shared == null) {
                        shared = Executors.newSingleThreadExecutor();
                    }
                    shared.submit(() -> use(n)).get();
                    return null;
                }
                @org.junit.Test public void a_first() throws Exception { use(3); onShared(2); }
                @org.junit.Test(timeout = 300) public void b_strays() throws Exception { Stray.act(); }
                @org.junit.Test public void c_next() { use(400); }
                @org.junit.Test(timeout = 60_000) public void d_inTime() throws Exception { use(5); Thread.sleep(20); use(6); }
                @org.junit.Test public void e_shared() throws Exception { onShared(7); }
                @org.junit.Test public void f_fails() { assertEquals(1, new Counter().add(2)); }
                @org.junit.Test public void g_last() throws Exception { use(50); onShared(50); }
            }
            """;

    /** The same for JUnit 5, whose timeout gives up a thread of a pool. */
    private static final String JUPITER_TESTS =
            """
            package stray;
            import static org.junit.jupiter.api.Assertions.*;
            import java.time.Duration;
            import org.junit.jupiter.api.*;
            @TestMethodOrder(MethodOrderer.MethodName.class)
            public class CounterTest {
                static void use(int n) {
                    Counter counter = new Counter();
                    for (int i = 0; i < n; i++) {
                        assertEquals(i * (i + 1) / 2, counter.add(i));
                    }
                }
                @Test void a_first() { use(3); }
                @Test void b_strays() { assertTimeoutPreemptively(Duration.ofMillis(300), () -> Stray.act()); }
                @Test void c_next() { use(400); }
                @Test void d_inTime() { assertTimeoutPreemptively(Duration.ofSeconds(60), () -> { use(5); Thread.sleep(20); use(6); }); }
                @Test void e_supplies() { assertEquals(7, assertTimeoutPreemptively(Duration.ofSeconds(60), () -> { use(7); return 7; })); }
                @Test void f_fails() { assertEquals(1, new Counter().add(2)); }
                @Test void g_last() { use(50); }
            }
            """;

    private static final String STRAY =
            """
            package stray;
            import java.util.concurrent.*;
            public class Stray {
                static void act() throws Exception { %s }
                static void workForGood(long pause) {
                    while (true) {
                        try {
                            if (pause > 0) Thread.sleep(pause);
                            CounterTest.use(5);
                        } catch (Throwable t) {
                            // On it goes.
                        }
                    }
                }
            }
            """;

    /** In the test's own thread, which JUnit gives up; in a thread and a task that nobody ends; and from there in threads started later. */
    private static final String STRAYS =
            """
            new Thread(() -> workForGood(1)).start();
            Executors.newCachedThreadPool().submit(() -> workForGood(0));
            new Thread(() -> {
                while (true) {
                    try {
                        Thread t = new Thread(() -> CounterTest.use(3));
                        t.start();
                        t.join();
                    } catch (Throwable t) {
                    }
                }
            }).start();
            workForGood(0);
            """;

    private enum Kind {
        STATES {
            @Override
            Plan plan(ClassPath classPath) {
                return CapturePlanner.plan(classPath, MethodReference.parse(CLASS + "#add(int)").resolve(classPath),
                        CaptureSettings.DEFAULT, new EnginePurity()).plan();
            }
        },
        DATA {
            @Override
            Plan plan(ClassPath classPath) {
                OracleDatum parameter = new OracleDatum(CLASS, "add", "(I)I", "Counter.java", 0, DatumKind.PARAMETER, "x", null, false,
                        List.of(0));
                return DataPlanner.plan(classPath, List.of(parameter), 10).plan();
            }
        },
        CALLS {
            @Override
            Plan plan(ClassPath classPath) {
                return new CallPlan(Set.of("stray/CounterTest"), Set.of("stray/Counter"));
            }
        },
        INVOCATIONS {
            @Override
            Plan plan(ClassPath classPath) {
                return invocations(classPath);
            }
        },
        FLOW {
            @Override
            Plan plan(ClassPath classPath) {
                InvocationPlan plan = invocations(classPath);
                List<Anomalies.Anomaly> anomalies = new ArrayList<>();
                int method = IntStream.range(0, plan.methods().size()).filter(i -> plan.methods().get(i).name().equals("add")).findFirst()
                        .orElseThrow();
                List<StatePlan.Variable> variables = plan.methods().get(method).variables();
                int result = IntStream.range(0, variables.size())
                        .filter(i -> variables.get(i).moment() == StatePlan.Moment.EXIT && variables.get(i).sort() == 'I')
                        .findFirst()
                        .orElseThrow();
                for (int test = 0; test < 7; test++) {
                    // The constructor is the first invocation.
                    anomalies.add(new Anomalies.Anomaly(test, test, 1, method, Anomalies.Moment.EXIT, result));
                }
                AssertionsOfTests sites = AssertionsOfTests.of(classPath, List.of(TEST), new SourceTexts(List.of()));
                return new FlowTrace(plan, List.of("stray/Counter", "stray/CounterTest"), sites).plan(anomalies);
            }
        };

        abstract Plan plan(ClassPath classPath);

        private static InvocationPlan invocations(ClassPath classPath) {
            return InvocationPlanner.plan(classPath, "stray/Counter", 1, true).plan();
        }
    }

    @TempDir
    Path directory;

    /** What a run leaves: by test its outcome, its invocations and its records. */
    private record Left(Map<String, String> tests, UnitResult result) {}

    private static final List<Path> JUNIT_4 = Distribution.junit("platform-1", "junit-4", "hamcrest");
    private static final List<Path> JUNIT_5 = Distribution.junit("platform-1", "junit-jupiter-api", "junit-platform-commons", "opentest4j");

    private Left run(Kind kind, String folder, List<Path> junit, String tests, String stray) {
        SampleProject project = SampleProject.compile(directory.resolve(folder), junit, COUNTER, tests, STRAY.formatted(stray));
        byte[] plan;
        try (ClassPath classPath = ClassPath.open(project.classPath())) {
            plan = kind.plan(classPath).toBytes();
        }
        Map<String, String> left = new TreeMap<>();
        ExecutionSettings settings = ExecutionSettings.of(Distribution.installation(), Jvm.running(), project.classPath(), List.of(TEST),
                plan);
        try (WorkerPool pool = WorkerPool.open(settings)) {
            UnitResult result = pool.runListed(pool.discover().tests(), (unit, run, records) ->
                    left.put(run.test().methodName(), run.outcome() + " " + run.invocations() + " " + records.stream()
                            .map(StrayThreadsEndToEndTest::hex).toList()));
            return new Left(left, result);
        }
    }

    private static String hex(ByteBuffer batch) {
        byte[] bytes = new byte[batch.remaining()];
        batch.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void costItsOwnTestOnly(Kind kind) {
        compare(kind, JUNIT_4, TESTS);
    }

    @ParameterizedTest
    @EnumSource(names = {"STATES", "INVOCATIONS"})
    void costItsOwnTestOnlyUnderJupiter(Kind kind) {
        compare(kind, JUNIT_5, JUPITER_TESTS);
    }

    private void compare(Kind kind, List<Path> junit, String tests) {
        Left calm = run(kind, "calm", junit, tests, "");
        Left strayed = run(kind, "strayed", junit, tests, STRAYS);
        assertEquals(UnitEnd.COMPLETED, strayed.result().end(), strayed.result()::explanation);
        assertEquals("", strayed.result().explanation());
        assertEquals(TestOutcome.FAILED, strayed.result().tests().get(1).outcome(), strayed.result()::toString);
        assertTrue(calm.tests().get("c_next").length() > 20, "something is recorded: " + calm.tests());
        assertNotEquals(calm.tests().remove("b_strays"), strayed.tests().remove("b_strays"));
        assertEquals(calm.tests(), strayed.tests());
    }
}
