package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.WorkerSettings;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a mutant does, it is classified, costs one unit, and the next unit runs as if nothing had been. */
class RunawayMutantsEndToEndTest {
    private static final String CRASH = "try { java.lang.reflect.Field f = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");"
            + " f.setAccessible(true); ((sun.misc.Unsafe) f.get(null)).putAddress(0, 0); }"
            + " catch (ReflectiveOperationException e) { }";
    private static final String HANG_IN_JDK = "java.util.stream.LongStream.range(0, Long.MAX_VALUE).sum();";

    @TempDir
    static Path directory;

    private static Subject subject;
    private static WorkerPool pool;
    private static Notebook notebook;
    private static List<TestCase> reaching;
    private static int nextUnit = Unit.FIRST_MUTANT;

    @BeforeAll
    static void runOriginal() {
        subject = new Subject(directory);
        Budgets budgets = Budgets.DEFAULTS.withTime(2, Duration.ofSeconds(1));
        pool = WorkerPool.open(subject.settings(Jvm.running()).withHeap(64).withBudgets(budgets)
                .withSurroundings(WorkerSettings.DEFAULT.withAllow(List.of("net"))));
        notebook = new Notebook();
        OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
        assertEquals(List.of(), original.failing());
        reaching = original.reaching();
        assertEquals(List.of("a_zero", "b_three", "c_many"), reaching.stream().map(TestCase::methodName).toList());
    }

    @AfterAll
    static void noProcessIsLeft() {
        List<Long> workers = pool.processIds();
        pool.close();
        for (long pid : workers) {
            assertTrue(ProcessHandle.of(pid).isEmpty(), "worker " + pid + " is still there");
        }
        List<ProcessHandle> children = ProcessHandle.current().children().filter(ProcessHandle::isAlive).toList();
        assertEquals(List.of(), children);
    }

    private static UnitResult run(String body) {
        Unit unit = new Unit(nextUnit++, Subject.CLASS, subject.mutant(body), reaching);
        return pool.runUnit(unit, notebook);
    }

    private static void theNextUnitRunsAsEver() {
        UnitResult next = run("return x * 2 + 1;");
        assertEquals(UnitEnd.COMPLETED, next.end(), next::explanation);
        assertEquals(
                List.of(TestOutcome.FAILED, TestOutcome.FAILED, TestOutcome.FAILED),
                next.tests().stream().map(TestRun::outcome).toList());
        // Its tests go on after a failed assertion.
        assertEquals(Map.of("a_zero", 1, "b_three", 1, "c_many", 10), notebook.states(next.unit()));
    }

    @Test
    void aLoopEndsByItsTickBudgetAndTheOtherTestsRun() {
        UnitResult result = run("while (x == 3) { offset = -offset; } return x * 2;");
        assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
        assertEquals(
                Map.of(
                        "a_zero", TestOutcome.PASSED,
                        "b_three", TestOutcome.TICK_BUDGET_EXCEEDED,
                        "c_many", TestOutcome.TICK_BUDGET_EXCEEDED),
                notebook.outcomes(result.unit()));
        // c_many got as far as x = 2 before it met the loop.
        assertEquals(Map.of("a_zero", 1, "b_three", 0, "c_many", 3), notebook.states(result.unit()));
        theNextUnitRunsAsEver();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "sleeps       | try { Thread.sleep(1_000_000); } catch (InterruptedException e) { throw new IllegalStateException(e); } return x;",
        "parks        | new java.util.concurrent.Semaphore(0).acquireUninterruptibly(); return x;",
        "loops in JDK | " + HANG_IN_JDK + " return x;",
    })
    void whatNoProbeSeesEndsByTheClock(String what, String body) {
        UnitResult result = run(body);
        assertEquals(UnitEnd.TIMED_OUT, result.end(), result::explanation);
        assertEquals(
                List.of(TestOutcome.TIMED_OUT, TestOutcome.NOT_RUN, TestOutcome.NOT_RUN),
                result.tests().stream().map(TestRun::outcome).toList());
        theNextUnitRunsAsEver();
    }

    /** As on a busy machine: the time is over before the loop in the JDK has begun. */
    @Test
    void theJdkMayInitializeItsClassesAtItsPace() {
        UnitResult result = run("System.setProperty(\"java.util.prefs.PreferencesFactory\", \"sample.SlowPreferences\");"
                + " java.util.prefs.Preferences.userRoot(); " + HANG_IN_JDK + " return x;");
        assertEquals(UnitEnd.TIMED_OUT, result.end(), result::explanation);
        theNextUnitRunsAsEver();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "BLOCKED_ON_IO               | try { new java.net.ServerSocket(0).accept(); } catch (java.io.IOException e) { } return x;",
        "UNSTOPPABLE                 | while (true) { try { " + HANG_IN_JDK + " } catch (Throwable t) { } }",
        "STUCK_IN_STATIC_INITIALIZER | return HangingInitializer.value();",
        "BLOCKED_ON_MONITOR          | Background.run(LOCK); synchronized (LOCK) { return x; }",
        "CRASHED                     | " + CRASH + " return x;",
    })
    void aWorkerThatCannotBeSavedIsReplaced(UnitEnd end, String body) {
        UnitResult result = run(body.replace('`', '"'));
        assertEquals(end, result.end(), result::explanation);
        assertEquals(
                List.of(TestOutcome.LOST, TestOutcome.NOT_RUN, TestOutcome.NOT_RUN),
                result.tests().stream().map(TestRun::outcome).toList());
        assertFalse(result.sentence().isBlank());
        theNextUnitRunsAsEver();
    }

    @RepeatedTest(5)
    void aTestThatEndsTheJvmAtOnceTakesNothingOfTheTestsBeforeIt() {
        UnitResult result = run("if (x > 0) " + CRASH + " return x;");
        assertEquals(
                List.of(TestOutcome.PASSED, TestOutcome.LOST, TestOutcome.NOT_RUN),
                result.tests().stream().map(TestRun::outcome).toList());
        assertEquals(1, notebook.states(result.unit()).get("a_zero"));
    }

    @Test
    void theExplanationOfAnEndNamesItsCause() {
        UnitResult socket = run("try { new java.net.ServerSocket(0).accept(); } catch (java.io.IOException e) { } return x;");
        assertTrue(socket.explanation().contains("java.net.ServerSocket.accept"), socket::explanation);
        UnitResult crash = run(CRASH + " return x;");
        assertTrue(crash.sentence().startsWith("the JVM crashed: SIGSEGV"), crash::sentence);
    }

    @Test
    void memoryWithoutEndIsClassified() {
        UnitResult result = run("java.util.List<long[]> all = new java.util.ArrayList<>(); while (true) { all.add(new long[1 << 16]); }");
        assertEquals(UnitEnd.OUT_OF_MEMORY, result.end(), result::explanation);
        theNextUnitRunsAsEver();
    }

    @Test
    void recursionWithoutEndIsClassified() {
        UnitResult result = run("return twice(x) + 1;");
        assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
        assertEquals(TestOutcome.STACK_OVERFLOW, result.tests().get(0).outcome());
        theNextUnitRunsAsEver();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "exit         | System.exit(3); return x;",
        "halt         | Runtime.getRuntime().halt(3); return x;",
        "reflection   | try { Runtime.class.getMethod(`halt`, int.class).invoke(Runtime.getRuntime(), 7); }"
                + " catch (ReflectiveOperationException e) { } return x;",
        "caught exit  | try { System.exit(3); } catch (Throwable t) { } return x * 2;",
    })
    void anAttemptToEndTheJvmIsNoEnd(String what, String body) {
        UnitResult result = run(body.replace('`', '"'));
        assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
        assertEquals(
                List.of(TestOutcome.EXIT_ATTEMPTED, TestOutcome.EXIT_ATTEMPTED, TestOutcome.EXIT_ATTEMPTED),
                result.tests().stream().map(TestRun::outcome).toList());
        theNextUnitRunsAsEver();
    }

    @Test
    void aLoopThatCatchesThrowableEndsByItsTickBudget() {
        UnitResult result = run("while (true) { try { offset = -offset; } catch (Throwable t) { } }");
        assertEquals(TestOutcome.TICK_BUDGET_EXCEEDED, result.tests().get(0).outcome(), result::sentence);
        theNextUnitRunsAsEver();
    }

    @Test
    void aLoopInAStaticInitializerCostsTheClassAndSoTheWorker() {
        List<Long> before = pool.processIds();
        UnitResult result = run("return LoopingInitializer.value();");
        assertEquals(TestOutcome.TICK_BUDGET_EXCEEDED, result.tests().get(0).outcome(), result::sentence);
        theNextUnitRunsAsEver();
        List<Long> kept = new ArrayList<>(before);
        kept.retainAll(pool.processIds());
        assertEquals(List.of(), kept);
    }

    @Test
    void aMutantThatPollutesStaticStateDoesNotReachTheNextUnit() {
        UnitResult result = run("offset = 1; return x * 2;");
        assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
        theNextUnitRunsAsEver();
    }

    @Test
    void aThreadThatRunsOnDoesNotReachTheNextUnit() {
        UnitResult result = run("if (x == 3) Background.run(new Object()); return x * 2;");
        assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
        theNextUnitRunsAsEver();
    }

    @Test
    void aClassOfAnotherShapeIsRejected() {
        byte[] other = subject.mutant("return x; } public static int thrice(int x) { return 3 * x;");
        UnitResult result = pool.runUnit(new Unit(nextUnit++, Subject.CLASS, other, reaching), notebook);
        assertEquals(UnitEnd.REJECTED, result.end(), result::explanation);
        theNextUnitRunsAsEver();
    }
}
