package dev.oraculum.execution;

import static dev.oraculum.execution.Batches.COVERAGE;
import static dev.oraculum.execution.Batches.OBSERVATIONS;
import static dev.oraculum.execution.Batches.TOGETHER;
import static dev.oraculum.execution.Batches.VALUES;
import static dev.oraculum.execution.Batches.run;
import static dev.oraculum.execution.Batches.runOne;
import static dev.oraculum.execution.Batches.sink;
import static dev.oraculum.execution.Batches.thrown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.execution.BatchWriter.Code;
import dev.oraculum.execution.Batches.Left;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.runtime.protocol.TestOutcome;
import dev.oraculum.runtime.protocol.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Batches of tests of code that does not end, takes all memory, or does what no test may do: who does it is told, and the tests before and
 * after do not change.
 */
class WildBatchesEndToEndTest {
    private static final String WILD =
            """
            package seq;
            public class Wild {
                static int calls;
                public static int forever(int n) { int m = n; while (m >= 0) { m = (m + 1) & 7; } return m; }
                public static int stubborn(int n) { while (true) { try { n = forever(n); } catch (Throwable t) { n++; } } }
                public static int swallows() { try { return forever(1); } catch (Throwable t) { return 7; } }
                public static int deep(int n) { return deep(n + 1) + 1; }
                public static int hungry() { java.util.List<long[]> all = new java.util.ArrayList<>(); long[] one = new long[1 << 20]; \
                while (true) { all.add(one.clone()); } }
                public static int greedy() { java.util.List<long[]> all = new java.util.ArrayList<>(); while (true) { all.add(new long[1 \
                << 20]); } }
                public static int huge() { return java.util.Collections.nCopies(Integer.MAX_VALUE, 0).toArray().length; }
                public static void exit() { System.exit(3); }
                public static boolean process() throws Exception { return new ProcessBuilder("true").start().isAlive(); }
                public static String quiet() { try { new ProcessBuilder("true").start(); return "ran"; } catch (Exception e) { return \
                "refused"; } }
                public static void sleep() throws Exception { Thread.sleep(1_000_000); }
                public static void doze() throws Exception { while (true) { Thread.sleep(0, 500_000); } }
                public static void forsaken() throws Exception { new java.util.concurrent.CountDownLatch(1).await(); }
                public static void served() throws Exception { java.util.concurrent.CountDownLatch l = new \
                java.util.concurrent.CountDownLatch(1); new Thread(() -> { pause(600); l.countDown(); }).start(); l.await(); }
                public static void pooled() throws Exception { java.util.concurrent.CompletableFuture.runAsync(() -> pause(600)).get(); }
                public static void timed() throws Exception { java.util.concurrent.CountDownLatch l = new \
                java.util.concurrent.CountDownLatch(1); at(60, l::countDown); l.await(); }
                public static void amongTimers() throws Exception { at(600_000, () -> { }); forsaken(); }
                static final java.util.Timer TIMER = new java.util.Timer(true);
                static void at(int millis, Runnable what) { TIMER.schedule(new java.util.TimerTask() { public void run() { what.run(); } \
                }, millis); }
                static void pause(int millis) { try { Thread.sleep(millis); } catch (InterruptedException e) { } }
                public static void interrupt() { Thread.currentThread().interrupt(); }
                public static boolean interrupted() { return Thread.currentThread().isInterrupted(); }
                public static void thread() { Thread t = new Thread(() -> { pause(); while (true) { branch(1); } }); t.setDaemon(true); \
                t.start(); }
                static void pause() { try { Thread.sleep(50); } catch (InterruptedException e) { } }
                public static void joined() throws Exception { Thread t = new Thread(() -> branch(1)); t.start(); t.join(); }
                public static int branch(int x) { if (x > 0) { return 1; } return 0; }
                public static long jdk() { return java.util.stream.LongStream.range(0, Long.MAX_VALUE).sum(); }
                public static int calm(int x) { return x + 1; }
                public static int next() { return ++calls; }
                static final java.util.Map<Object, int[]> CELLS = new java.util.WeakHashMap<>();
                public static int nextOfCell() { return ++CELLS.computeIfAbsent(Wild.class, any -> new int[1])[0]; }
                public static int lost() { return Lost.value; }
                static class Lost { static int value = forever(3); }
                public static int table() { return Table.value; }
                static class Table { static int value; static { for (int i = 0; i < 300_000; i++) { value += i & 1; } } }
            }
            """;

    @TempDir
    Path directory;

    private Batches batches;

    private final BatchWriter wild = new BatchWriter("seq.Wild");

    private int wild(String method, String descriptor) {
        return wild.staticMethod("seq.Wild", method, descriptor);
    }

    @BeforeEach
    void compile() {
        batches = new Batches(directory.resolve("classes"), WILD);
    }

    private static Code code() {
        return new Code();
    }

    /** Behind each test, behind two, and behind all of them; what a weak map holds, too. */
    @Test
    void staticStateIsPutBackBehindAsManyTestsAsTheBatchSays() {
        BatchWriter wild = new BatchWriter("seq.Wild");
        int next = wild.staticMethod("seq.Wild", "next", "()I");
        int nextOfCell = wild.staticMethod("seq.Wild", "nextOfCell", "()I");
        Map<Integer, List<String>> expected = Map.of(
                1, List.of("1", "1", "1", "1", "1"), 2, List.of("1", "2", "1", "2", "1"), 0, List.of("1", "2", "3", "4", "5"));
        try (WorkerPool workers = batches.open(new byte[0])) {
            for (int round = 0; round < 2; round++) {
                for (Map.Entry<Integer, List<String>> together : expected.entrySet()) {
                    List<Code> tests = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        tests.add(code().call(next).call(nextOfCell));
                    }
                    List<BatchAnswer> answers =
                            run(workers, wild, VALUES, together.getKey(), Duration.ofSeconds(60), List.of(tests)).get(0).answers();
                    assertEquals(together.getValue(), answers.stream().map(answer -> answer.values().get(0)).toList());
                    assertEquals(together.getValue(), answers.stream().map(answer -> answer.values().get(1)).toList());
                }
            }
            assertEquals(List.of(5), runOne(workers, wild, VALUES | TOGETHER, code().call(next)).stream().map(BatchAnswer::status).toList(),
                    "a batch that does not say how many");
        }
    }

    /** The test has its end: what cannot be asked any more gives nothing. */
    @Test
    void whatDoesNotEndBehindAStatementThatThrowsIsNotSeen() {
        int forever = wild("forever", "(I)I");
        int branch = wild("branch", "(I)I");
        int huge = wild("huge", "()I");
        int exit = wild("exit", "()V");
        int unknown = wild("unknown", "()V");
        int ints = wild.type("[I");
        Code[] tests = {
            code().int32(3).array(ints, 0).element(1, 0).looking().call(branch, 0).call(forever, 0).call(branch, 0),
            code().int32(3).array(ints, 0).element(1, 0).looking().call(branch, 0).call(exit).call(branch, 0),
            code().int32(3).call(huge).looking().call(branch, 0),
            code().int32(3).array(ints, 0).element(1, 0).looking().call(branch, 0).call(unknown),
            code().int32(3).array(ints, 0).element(1, 0).looking().call(branch, 0)
        };
        try (WorkerPool workers = batches.open(new byte[0])) {
            List<BatchAnswer> answers =
                    Arrays.stream(tests).map(one -> runOne(workers, wild, VALUES | OBSERVATIONS, one).get(0)).toList();
            assertEquals(List.of(1, 1, 1, 5, 1), answers.stream().map(BatchAnswer::status).toList());
            String array = "[I[0]";
            assertEquals(List.of("3", array, "null", "1", "nothing", "nothing"), answers.get(0).values());
            assertEquals(List.of("3", array, "null", "1", "nothing", "nothing"), answers.get(1).values());
            assertEquals("java.lang.OutOfMemoryError", answers.get(2).exception());
            assertEquals(List.of("3", "null", "nothing"), answers.get(2).values());
            assertEquals(List.of("3", array, "null", "1"), answers.get(4).values());
        }
    }

    @Test
    void aTestHasABudgetOfItsOwn() {
        int forever = wild("forever", "(I)I");
        int stubborn = wild("stubborn", "(I)I");
        int swallows = wild("swallows", "()I");
        int deep = wild("deep", "(I)I");
        int calm = wild("calm", "(I)I");
        Code quiet = code().int32(1).call(calm, 0);
        try (WorkerPool workers = batches.open(new byte[0])) {
            Left left = run(workers, wild, VALUES, Duration.ofSeconds(60), List.of(List.of(
                    quiet, code().int32(3).call(forever, 0), quiet, code().int32(3).int32(4).call(stubborn, 1).call(calm, 0),
                    code().call(swallows).int32(1), quiet))).get(0);
            assertEquals(List.of(0, 2, 0, 2, 2, 0), left.statuses());
            assertEquals(List.of(1, 2, 0), List.of(1, 3, 4).stream().map(i -> left.answers().get(i).statement()).toList());
            assertEquals(TestOutcome.PASSED, left.outcome());
            assertEquals(List.of("1", "2"), left.answers().get(5).values());
            // Without a budget of ticks for it, the stack is the bound.
            Work.CallSequences work = new Work.CallSequences("tests 9", wild.shared(),
                    List.of(BatchWriter.batch(0, 0, List.of(code().int32(0).call(deep, 0), quiet))));
            List<BatchAnswer> deepest = new ArrayList<>();
            workers.runSequences(new SequenceUnit(2, work, Long.MAX_VALUE, Duration.ofSeconds(60)), sink(deepest));
            assertEquals("1 1 java.lang.StackOverflowError false", thrown(deepest.get(0)));
            assertEquals(0, deepest.get(1).status());
        }
    }

    @Test
    void deedsAreRefusedAndTheirTestsSaySo() {
        int exit = wild("exit", "()V");
        int process = wild("process", "()Z");
        int quiet = wild("quiet", "()Ljava/lang/String;");
        int calm = wild("calm", "(I)I");
        int interrupt = wild("interrupt", "()V");
        int interrupted = wild("interrupted", "()Z");
        Code one = code().int32(1).call(calm, 0);
        try (WorkerPool workers = batches.open(new byte[0])) {
            Left left = run(workers, wild, VALUES, Duration.ofSeconds(60), List.of(List.of(
                    one, code().call(process), code().int32(1).call(quiet), one, code().call(exit).int32(1), code().call(interrupt),
                    code().call(interrupted)))).get(0);
            assertEquals(List.of(0, 4, 4, 0, 4, 0, 0), left.statuses());
            assertEquals(1, left.answers().get(2).statement());
            assertEquals(List.of("false"), left.answers().get(6).values());
        }
    }

    @Test
    void whatThreadsOfATestDoLaterIsNoOtherTests() {
        CoveragePlan plan = CoveragePlan.of(List.of(batches.classFile("seq.Wild")));
        int thread = wild("thread", "()V");
        int joined = wild("joined", "()V");
        int branch = wild("branch", "(I)I");
        int calm = wild("calm", "(I)I");
        int first = plan.methods().stream().takeWhile(method -> !method.name().equals("branch")).mapToInt(CoveragePlan.Method::goals).sum();
        List<Code> tests = new ArrayList<>(List.of(code().call(joined), code().int32(0).call(branch, 0), code().call(thread)));
        for (int i = 0; i < 200; i++) {
            tests.add(code().int32(i).call(calm, 0));
        }
        try (WorkerPool workers = batches.open(plan.toBytes())) {
            Left left = run(workers, wild, COVERAGE, Duration.ofSeconds(60), List.of(tests)).get(0);
            assertEquals(Collections.nCopies(tests.size(), 0), left.statuses());
            assertEquals(0.0, left.answers().get(0).distances().get(first), "by a thread that the test waits for");
            assertTrue(left.answers().get(1).distances().get(first) == 0.0);
            for (BatchAnswer calmTest : left.answers().subList(3, tests.size())) {
                assertFalse(calmTest.distances().containsKey(first), calmTest::toString);
            }
        }
    }

    @Test
    void whatEndsTheBatchKeepsTheTestsBefore() {
        int calm = wild("calm", "(I)I");
        int sleep = wild("sleep", "()V");
        int hungry = wild("hungry", "()I");
        int lost = wild("lost", "()I");
        Code one = code().int32(1).call(calm, 0);
        try (WorkerPool workers = batches.open(new byte[0])) {
            List<Left> slept = run(workers, wild, 0, Duration.ofMillis(1_500),
                    List.of(List.of(one, code().int32(1).call(sleep), one, one), List.of(one)));
            assertEquals(List.of(0, 2, 3, 3), slept.get(0).statuses());
            assertEquals(TestOutcome.TIMED_OUT, slept.get(0).outcome());
            assertEquals(List.of(0), slept.get(1).statuses(), "the next batch");

            Left starved = run(workers, wild, 0, Duration.ofSeconds(60), List.of(List.of(one, code().call(hungry), one))).get(0);
            assertEquals(List.of(0, 1, 3), starved.statuses());
            assertEquals("java.lang.OutOfMemoryError", starved.answers().get(1).exception());
            Code greedy = code().call(wild("greedy", "()I"));
            Left bounded = run(workers, wild, 0, Duration.ofSeconds(60), List.of(List.of(one, greedy, one))).get(0);
            assertEquals(List.of(0, 2, 0), bounded.statuses(), "its budget ends before the heap does");

            Code table = code().call(wild("table", "()I"));
            Left made = run(workers, wild, VALUES, Duration.ofSeconds(60), List.of(List.of(table, one, table))).get(0);
            assertEquals(List.of(0, 0, 0), made.statuses(), "an initializer may take more than the test that happens to need it first");
            assertEquals(List.of("150000"), made.answers().get(0).values());

            int huge = wild("huge", "()I");
            Left refused = run(workers, wild, 0, Duration.ofSeconds(60), List.of(List.of(one, code().call(huge), one))).get(0);
            assertEquals(List.of(0, 1, 0), refused.statuses(), "an array that was never there takes no memory");
            assertEquals("java.lang.OutOfMemoryError", refused.answers().get(1).exception());

            List<Left> aborted = run(workers, wild, 0, Duration.ofSeconds(60), List.of(List.of(one, code().call(lost), one)));
            assertEquals(List.of(0, 2, 3), aborted.get(0).statuses(), "a class whose initializer was ended is lost to this JVM");
            assertEquals(List.of(0, 2, 3), run(workers, wild, 0, Duration.ofSeconds(60),
                    List.of(List.of(one, code().call(lost), one))).get(0).statuses(), "a new one has it");
        }
    }

    /** What the JDK does for it has no probes, and neither has sleep: only a clock ends them, and not as late as the batch. */
    @Test
    @Timeout(120)
    void aTestThatPassesNoProbeDoesNotUseUpTheTimeOfItsBatch() {
        Code one = code().int32(1).call(wild("calm", "(I)I"), 0);
        int jdk = wild("jdk", "()J");
        int sleep = wild("sleep", "()V");
        int doze = wild("doze", "()V");
        try (WorkerPool workers = batches.open(new byte[0])) {
            for (int endless : new int[] {jdk, sleep, doze}) {
                Left left = run(workers, wild, 0, Duration.ofMinutes(10), List.of(List.of(one, code().call(endless), one))).get(0);
                assertEquals(List.of(0, 2, 3), left.statuses());
                assertEquals(TestOutcome.TIMED_OUT, left.outcome());
            }
        }
    }

    /** What waits for a thread is not what waits for nobody. */
    @Test
    @Timeout(120)
    void onlyATestThatNobodyCanWakeIsEndedSoon() {
        Code one = code().int32(1).call(wild("calm", "(I)I"), 0);
        try (WorkerPool workers = batches.open(new byte[0])) {
            for (String waiting : List.of("served", "pooled", "timed", "forsaken", "amongTimers")) {
                Code wait = code().call(wild(waiting, "()V"));
                Left left = run(workers, wild, 0, Duration.ofMinutes(10), List.of(List.of(one, wait, one))).get(0);
                boolean forEver = waiting.equals("forsaken") || waiting.equals("amongTimers");
                assertEquals(forEver ? List.of(0, 2, 3) : List.of(0, 0, 0), left.statuses(), waiting);
            }
        }
    }
}
