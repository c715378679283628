package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.execution.BatchWriter.Code;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageRecord;
import dev.oraculum.runtime.protocol.TestOutcome;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Batches of generated tests in real workers: each test in a batch is as if it were alone. */
class TestBatchesEndToEndTest {
    private static final int VALUES = 1;
    private static final int COVERAGE = 2;
    private static final int OBSERVATIONS = 4;
    private static final int COMPARED = 8;
    private static final int TOGETHER = 16;
    private static final long TICKS = 10_000;

    private static final String STACK =
            """
            package seq;
            import java.util.function.IntSupplier;
            public class Stack {
                public enum Mode { OPEN, SHUT { @Override public String toString() { return "?"; } } }
                interface Rule { boolean allows(int x); }
                private final int[] items;
                private int size;
                int limit = 3;
                public Mode mode = Mode.OPEN;
                public Stack(int capacity) { items = new int[capacity]; }
                public void push(int x) { if (size == limit) { throw new IllegalStateException("full"); } items[size++] = x; }
                int top() { return items[size - 1]; }
                public long sum(long add, double scale) { long sum = add; for (int i = 0; i < size; i++) { sum += items[i]; } return \
                (long) (sum * scale); }
                public String name(String suffix, char c) { return suffix == null ? null : suffix + c; }
                boolean ask(Rule rule, IntSupplier more) { return rule.allows(42) && more.getAsInt() == 0; }
                public static int near(int x) { if (x == 1000) { return 1; } switch (x) { case 5: return 5; case 90: return 9; default: \
                return 0; } }
                public boolean isNamed(String name) { return name.equals("stack " + size); }
                public static boolean isHere(String place) {
                    return place.equals(System.getProperty("java.version")) | place.equals(System.getProperty("java.home") + "/lib")
                            | place.equals(System.getProperty("user.dir")) | place.equals(java.time.LocalDate.now().toString())
                            | place.equals("anywhere");
                }
                public Object shut() { mode = Mode.SHUT; return mode; }
                public void declares(int x) throws java.io.IOException { if (x > 0) { throw new java.io.IOException("x"); } \
                java.util.Objects.requireNonNull(null); }
            }
            """;

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

    private SampleProject project;

    /** What one batch left. */
    private record Left(TestOutcome outcome, List<BatchAnswer> answers, Records records) {
        List<Integer> statuses() {
            return answers.stream().map(BatchAnswer::status).toList();
        }
    }

    private final BatchWriter stack = new BatchWriter("seq.Stack");
    private final int make = stack.constructor("seq.Stack", "(I)V");
    private final int push = stack.method("seq.Stack", "push", "(I)V");
    private final int top = stack.method("seq.Stack", "top", "()I");
    private final int sum = stack.method("seq.Stack", "sum", "(JD)J");
    private final int name = stack.method("seq.Stack", "name", "(Ljava/lang/String;C)Ljava/lang/String;");
    private final int ask = stack.method("seq.Stack", "ask", "(Lseq/Stack$Rule;Ljava/util/function/IntSupplier;)Z");
    private final int isNamed = stack.method("seq.Stack", "isNamed", "(Ljava/lang/String;)Z");
    private final int isHere = stack.staticMethod("seq.Stack", "isHere", "(Ljava/lang/String;)Z");
    private final int near = stack.staticMethod("seq.Stack", "near", "(I)I");
    private final int shut = stack.method("seq.Stack", "shut", "()Ljava/lang/Object;");
    private final int declares = stack.method("seq.Stack", "declares", "(I)V");
    private final int limit = stack.field("seq.Stack", "limit", "I");
    private final int mode = stack.field("seq.Stack", "mode", "Lseq/Stack$Mode;");
    private final int missing = stack.method("seq.Stack", "missing", "()V");
    private final int hidden = stack.field("seq.Stack", "size", "I");
    private final int ints = stack.type("[I");
    private final int allows = stack.method("seq.Stack$Rule", "allows", "(I)Z");
    private final int getAsInt = stack.method("java.util.function.IntSupplier", "getAsInt", "()I");
    private final int rule = stack.type("Lseq/Stack$Rule;");
    private final int supplier = stack.type("Ljava/util/function/IntSupplier;");

    private final BatchWriter wild = new BatchWriter("seq.Wild");

    private int wild(String method, String descriptor) {
        return wild.staticMethod("seq.Wild", method, descriptor);
    }

    @BeforeEach
    void compile() {
        project = SampleProject.compile(directory.resolve("classes"), List.of(), STACK, WILD);
    }

    private WorkerPool open(byte[] plan) {
        List<Path> junit = Distribution.junit("platform-1", "junit-4", "hamcrest");
        List<Path> classPath = Stream.concat(project.classPath().stream(), junit.stream()).toList();
        return WorkerPool.open(
                ExecutionSettings.of(Distribution.installation(), Jvm.running(), classPath, List.of("seq.NoTest"), plan));
    }

    private static List<Left> run(WorkerPool workers, BatchWriter writer, int flags, Duration limitOfOne, List<List<Code>> batches) {
        return run(workers, writer, flags, 1, limitOfOne, batches);
    }

    private static List<Left> run(
            WorkerPool workers, BatchWriter writer, int flags, int together, Duration limitOfOne, List<List<Code>> batches) {
        List<byte[]> codes = batches.stream().map(tests -> BatchWriter.batch(flags, TICKS, together, tests)).toList();
        Work.CallSequences work = new Work.CallSequences("tests 8", writer.shared(), codes);
        List<Left> left = new ArrayList<>();
        workers.runSequences(new SequenceUnit(1, work, 1_000_000, limitOfOne), new UnitSink() {
            @Override
            public void test(int of, TestRun run, List<ByteBuffer> states) {
                throw new AssertionError("records come by plan");
            }

            @Override
            public void test(int of, TestRun run, Records records) {
                List<BatchAnswer> answers = records.answer()
                        .map(bytes -> BatchAnswer.read(bytes.duplicate(), flags, batches.get(left.size())))
                        .orElse(List.of());
                left.add(new Left(run.outcome(), answers, records));
            }
        });
        return left;
    }

    private static List<BatchAnswer> runOne(WorkerPool workers, BatchWriter writer, int flags, Code... tests) {
        return run(workers, writer, flags, Duration.ofSeconds(60), List.of(List.of(tests))).get(0).answers();
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
        try (WorkerPool workers = open(new byte[0])) {
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

    /** Of a last statement that throws; of one before, nothing of what follows runs. What cannot be asked any more gives nothing. */
    @Test
    void behindALastStatementThatThrowsIsLookedAt() {
        int forever = wild("forever", "(I)I");
        int branch = wild("branch", "(I)I");
        int huge = wild("huge", "()I");
        int exit = wild("exit", "()V");
        int unknown = wild("unknown", "()V");
        int full = stack.constructor("seq.Stack", "(I)V");
        int flags = VALUES | OBSERVATIONS;
        try (WorkerPool workers = open(new byte[0])) {
            List<BatchAnswer> answers = runOne(
                    workers,
                    stack,
                    flags,
                    code().int32(0).call(full, 0).int32(7).call(push, 1, 2).looking().get(limit, 1).call(top, 1).get(limit, 1),
                    code().int32(0).call(full, 0).int32(7).call(push, 1, 2).get(limit, 1).looking().get(limit, 1),
                    code().int32(1).call(full, 0).looking().get(limit, 1));
            String thrown = "java.lang.ArrayIndexOutOfBoundsException";
            assertEquals(List.of(1, 1, 0), answers.stream().map(BatchAnswer::status).toList());
            assertEquals(List.of("0", "seq.Stack", "7", "null", "3", "threw " + thrown, "3"), answers.get(0).values());
            assertEquals(thrown, answers.get(0).exception());
            assertEquals(List.of("0", "seq.Stack", "7", "null"), answers.get(1).values());
            assertEquals(List.of("1", "seq.Stack", "3"), answers.get(2).values());
            Code[] hopeless = {
                code().int32(3).array(wild.type("[I"), 0).element(1, 0).looking().call(branch, 0).call(forever, 0).call(branch, 0),
                code().int32(3).array(0, 0).element(1, 0).looking().call(branch, 0).call(exit).call(branch, 0),
                code().int32(3).call(huge).looking().call(branch, 0),
                code().int32(3).array(0, 0).element(1, 0).looking().call(branch, 0).call(unknown),
                code().int32(3).array(0, 0).element(1, 0).looking().call(branch, 0)
            };
            answers = Arrays.stream(hopeless).map(one -> runOne(workers, wild, flags, one).get(0)).toList();
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
    void statementsGiveWhatTheyGiveInJava() {
        try (WorkerPool workers = open(new byte[0])) {
            List<BatchAnswer> answers = runOne(
                    workers,
                    stack,
                    VALUES,
                    code().int32(2).call(make, 0).int8(7).call(push, 1, 2).call(top, 1).character('b').call(push, 1,
                            5).int64(-3).float64(0.5).call(sum, 1, 7, 8),
                    code().int32(1).call(make, 0).string("a\u00e4\ud83d\ude00").character('!').call(name, 1, 2, 3).nothing().call(name, 1,
                            5, 3),
                    code().int32(1).call(make, 0).get(limit, 1).int32(9).set(limit, 1, 3).get(limit, 1).get(mode, 1).call(shut, 1),
                    code().array(ints, 3).int32(5).store(0, 1, 1).element(0, 1).element(0, 2).bool(true).type(rule),
                    code().int32(1).call(make, 0).bool(true).stub(rule, allows, 2).stub(supplier, getAsInt, 2).call(ask, 1, 3, 4)
                            .stub(rule, allows, -1).call(ask, 1, 6, 4));
            List<List<String>> values = answers.stream().map(BatchAnswer::values).toList();
            // (7 + 'b' - 3) / 2
            assertEquals(List.of("2", "seq.Stack", "3:7", "nothing", "7", "'b'", "nothing", "7:-3", "0.5", "7:51"), values.get(0));
            assertEquals(List.of("1", "seq.Stack", "\"a\u00e4\ud83d\ude00\"", "'!'", "\"a\u00e4\ud83d\ude00!\"", "null", "null"),
                    values.get(1));
            assertEquals(
                    List.of("1", "seq.Stack", "3", "9", "nothing", "9", "seq.Stack$Mode.OPEN", "seq.Stack$Mode.SHUT"), values.get(2));
            assertEquals(List.of("[I[3]0,0,0", "5", "nothing", "5", "0", "true", "class seq.Stack$Rule"), values.get(3));
            assertEquals("true", values.get(4).get(5), "a stub that says true, and one whose number is 0");
            assertEquals("false", values.get(4).get(7), "a stub that says nothing");
            assertEquals(List.of(0, 0, 0, 0, 0), answers.stream().map(BatchAnswer::status).toList());
        }
    }

    private static String thrown(BatchAnswer answer) {
        return answer.status() + " " + answer.statement() + " " + answer.exception() + " " + answer.meant();
    }

    @Test
    void anExceptionEndsItsTestAndSaysWhetherTheCodeMeansIt() {
        try (WorkerPool workers = open(new byte[0])) {
            List<BatchAnswer> answers = runOne(
                    workers,
                    stack,
                    0,
                    code().int32(0).call(make, 0).set(limit, 1, 0).int32(5).call(push, 1, 3).call(top, 1),
                    code().int32(0).call(make, 0).call(top, 1).call(make, 0),
                    code().int32(-1).call(make, 0),
                    code().int32(0).call(make, 0).int32(1).call(declares, 1, 2),
                    code().int32(0).call(make, 0).call(declares, 1, 0),
                    code().nothing().call(top, 0),
                    code().string("no stack").call(top, 0),
                    code().int32(0).call(make, 0).string("no number").call(push, 1, 2),
                    code().array(ints, 1).element(0, 1),
                    code().call(missing, 0),
                    code().int32(1).call(make, 0).get(hidden, 1),
                    code().int32(5).call(near, 0));
            assertEquals(
                    List.of(
                            "1 4 java.lang.IllegalStateException true",
                            "1 2 java.lang.ArrayIndexOutOfBoundsException false",
                            "1 1 java.lang.NegativeArraySizeException false",
                            "1 3 java.io.IOException true",
                            "1 2 java.lang.NullPointerException true",
                            "1 1 java.lang.NullPointerException false",
                            "1 1 java.lang.ClassCastException false",
                            "1 3 java.lang.ClassCastException false",
                            "1 1 java.lang.ArrayIndexOutOfBoundsException false"),
                    answers.stream().limit(9).map(TestBatchesEndToEndTest::thrown).toList());
            // The slot of a call that comes too early is damage; what does not link costs its own test only.
            assertEquals(5, answers.get(9).status());
        }
    }

    @Test
    void aMemberThatDoesNotLinkCostsItsOwnTest() {
        try (WorkerPool workers = open(new byte[0])) {
            List<BatchAnswer> answers = runOne(
                    workers,
                    stack,
                    VALUES,
                    code().int32(0).call(make, 0).call(missing, 1).int32(1).call(push, 1, 3),
                    code().int32(1).call(make, 0).get(hidden, 1),
                    code().int32(5).call(near, 0));
            assertEquals(List.of(5, 5, 0), answers.stream().map(BatchAnswer::status).toList());
            assertTrue(answers.get(0).exception().startsWith("seq.Stack.missing()V cannot be used: java.lang.NoSuchMethodException"),
                    answers.get(0)::toString);
            assertTrue(answers.get(1).exception().contains("IllegalAccessException"), answers.get(1)::toString);
            assertEquals(List.of("5", "5"), answers.get(2).values());
        }
    }

    private Map<Integer, Double> recorded(CoveragePlan plan, Left left) {
        Map<Integer, Double> distances = new TreeMap<>();
        RecordingKinds.records(new CoverageKind(), plan, left.records().of(0)).forEach(record -> add(distances, record));
        return distances;
    }

    private static void add(Map<Integer, Double> distances, CoverageRecord record) {
        for (int goal = 0; goal < record.distances().length; goal++) {
            if (record.distances()[goal] < Double.POSITIVE_INFINITY) {
                distances.put(goal, record.distances()[goal]);
            }
        }
    }

    @Test
    void coverageOfATestIsThatOfTheTestAlone() {
        CoveragePlan plan = CoveragePlan.of(List.of(project.classFile("seq.Stack")));
        List<Code> tests = List.of(
                code().int32(2).call(make, 0).int32(7).call(push, 1, 2).call(top, 1),
                code().int32(990).call(near, 0),
                code().int32(88).call(near, 0),
                code().int32(5).call(near, 0),
                code().int32(0).call(make, 0).call(top, 1),
                code().int32(0),
                code().int32(1).call(make, 0).nothing().character('c').call(name, 1, 2, 3));
        try (WorkerPool workers = open(plan.toBytes())) {
            List<Left> alone = run(workers, stack, COVERAGE, Duration.ofSeconds(60), tests.stream().map(List::of).toList());
            Left together = run(workers, stack, COVERAGE, Duration.ofSeconds(60), List.of(tests)).get(0);
            List<Code> other = new ArrayList<>(tests);
            Collections.reverse(other);
            Left reversed = run(workers, stack, COVERAGE, Duration.ofSeconds(60), List.of(other)).get(0);
            Map<Integer, Double> all = new TreeMap<>();
            for (int i = 0; i < tests.size(); i++) {
                Map<Integer, Double> expected = recorded(plan, alone.get(i));
                assertEquals(i == 5, expected.isEmpty());
                assertEquals(expected, alone.get(i).answers().get(0).distances(), "test " + i + " alone");
                assertEquals(expected, together.answers().get(i).distances(), "test " + i);
                assertEquals(expected, reversed.answers().get(tests.size() - 1 - i).distances(), "test " + i + " after others");
                expected.forEach((goal, distance) -> all.merge(goal, distance, Math::min));
            }
            // The record of the batch is of all its tests.
            assertEquals(all, recorded(plan, together));
            assertTrue(all.values().stream().anyMatch(distance -> distance == 3.0), "88, two and one from 90: " + all);
            assertTrue(all.values().stream().anyMatch(distance -> distance == 11.0), "990, ten and one from 1000: " + all);
        }
    }

    @Test
    void aTestSaysWhichTextsItHasCompared() {
        CoveragePlan plan = CoveragePlan.of(List.of(project.classFile("seq.Stack")));
        List<Code> tests = List.of(
                code().int32(2).call(make, 0).string("heap").call(isNamed, 1, 2).string("stack").call(isNamed, 1, 4),
                code().int32(2).call(make, 0),
                code().int32(2).call(make, 0).nothing().call(isNamed, 1, 2),
                code().int32(2).call(make, 0).int32(7).call(push, 1, 2).string("heap").call(isNamed, 1, 4),
                code().string("here").call(isHere, 0));
        try (WorkerPool workers = open(plan.toBytes())) {
            // A test with the folder or the day in it would fail elsewhere, or tomorrow.
            for (int flags : new int[] {COVERAGE | COMPARED, VALUES | COMPARED, COMPARED}) {
                List<BatchAnswer> answers = run(workers, stack, flags, Duration.ofSeconds(60), List.of(tests)).get(0).answers();
                assertEquals(
                        List.of(List.of("heap", "stack 0", "stack"), List.of(), List.of("stack 0"), List.of("heap", "stack 1"),
                                List.of("here", "anywhere")),
                        answers.stream().map(BatchAnswer::compared).toList());
                assertEquals(List.of(0, 0, 1, 0, 0), answers.stream().map(BatchAnswer::status).toList());
            }
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
        try (WorkerPool workers = open(new byte[0])) {
            Left left = run(workers, wild, VALUES, Duration.ofSeconds(60), List.of(List.of(
                    quiet, code().int32(3).call(forever, 0), quiet, code().int32(3).int32(4).call(stubborn, 1).call(calm, 0),
                    code().call(swallows).int32(1), quiet))).get(0);
            assertEquals(List.of(0, 2, 0, 2, 2, 0), left.statuses());
            assertEquals(List.of(1, 2, 0), List.of(1, 3, 4).stream().map(i -> left.answers().get(i).statement()).toList());
            assertEquals(TestOutcome.PASSED, left.outcome());
            assertEquals(List.of("1", "2"), left.answers().get(5).values());
            // Without a budget of ticks for it, the stack is the bound.
            Work.CallSequences work = new Work.CallSequences("tests 8", wild.shared(),
                    List.of(BatchWriter.batch(0, 0, List.of(code().int32(0).call(deep, 0), quiet))));
            List<BatchAnswer> deepest = new ArrayList<>();
            workers.runSequences(new SequenceUnit(2, work, Long.MAX_VALUE, Duration.ofSeconds(60)), sink(deepest));
            assertEquals("1 1 java.lang.StackOverflowError false", thrown(deepest.get(0)));
            assertEquals(0, deepest.get(1).status());
        }
    }

    /** Of batches that ask for no values. */
    private static UnitSink sink(List<BatchAnswer> answers) {
        return new UnitSink() {
            @Override
            public void test(int of, TestRun run, List<ByteBuffer> states) {
                throw new AssertionError("records come by plan");
            }

            @Override
            public void test(int of, TestRun run, Records records) {
                records.answer().ifPresent(bytes -> answers.addAll(BatchAnswer.read(bytes.duplicate(), 0, List.of())));
            }
        };
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
        try (WorkerPool workers = open(new byte[0])) {
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
        CoveragePlan plan = CoveragePlan.of(List.of(project.classFile("seq.Wild")));
        int thread = wild("thread", "()V");
        int joined = wild("joined", "()V");
        int branch = wild("branch", "(I)I");
        int calm = wild("calm", "(I)I");
        int first = plan.methods().stream().takeWhile(method -> !method.name().equals("branch")).mapToInt(CoveragePlan.Method::goals).sum();
        List<Code> tests = new ArrayList<>(List.of(code().call(joined), code().int32(0).call(branch, 0), code().call(thread)));
        for (int i = 0; i < 200; i++) {
            tests.add(code().int32(i).call(calm, 0));
        }
        try (WorkerPool workers = open(plan.toBytes())) {
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
        try (WorkerPool workers = open(new byte[0])) {
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
        try (WorkerPool workers = open(new byte[0])) {
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
        try (WorkerPool workers = open(new byte[0])) {
            for (String waiting : List.of("served", "pooled", "timed", "forsaken", "amongTimers")) {
                Code wait = code().call(wild(waiting, "()V"));
                Left left = run(workers, wild, 0, Duration.ofMinutes(10), List.of(List.of(one, wait, one))).get(0);
                boolean forEver = waiting.equals("forsaken") || waiting.equals("amongTimers");
                assertEquals(forEver ? List.of(0, 2, 3) : List.of(0, 0, 0), left.statuses(), waiting);
            }
        }
    }

    /** Whatever bytes come: an answer for as many tests as they claim to be, and a worker that goes on. */
    @Test
    void damagedBatchesAreAnswered() {
        List<Code> tests = List.of(
                code().int32(2).call(make, 0).int8(7).call(push, 1, 2).call(top, 1),
                code().array(ints, 3).int32(5).store(0, 1, 1).element(0, 1),
                code().int32(1).call(make, 0).bool(true).stub(rule, allows, 2).stub(supplier, getAsInt, 2).call(ask, 1, 3, 4)
                        .string("x").get(limit, 1).set(limit, 1, 0));
        byte[] good = BatchWriter.batch(VALUES | COVERAGE, TICKS, tests);
        Random random = new Random(11);
        List<byte[]> damaged = new ArrayList<>();
        for (int length = 0; length < good.length; length++) {
            damaged.add(Arrays.copyOf(good, length));
        }
        for (int i = 0; i < 2_000; i++) {
            byte[] changed = good.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            damaged.add(changed);
        }
        damaged.add(good);
        CoveragePlan plan = CoveragePlan.of(List.of(project.classFile("seq.Stack")));
        try (WorkerPool workers = open(plan.toBytes())) {
            Work.CallSequences work = new Work.CallSequences("tests 8", stack.shared(), damaged);
            List<Integer> first = new ArrayList<>();
            List<TestOutcome> outcomes = new ArrayList<>();
            UnitResult result = workers.runSequences(new SequenceUnit(1, work, 1_000_000, Duration.ofSeconds(60)), new UnitSink() {
                @Override
                public void test(int of, TestRun run, List<ByteBuffer> states) {
                    throw new AssertionError("records come by plan");
                }

                @Override
                public void test(int of, TestRun run, Records records) {
                    outcomes.add(run.outcome());
                    ByteBuffer answer = records.answer().orElseThrow().duplicate();
                    // A batch may have come to claim that it has no tests.
                    first.add(answer.get() == 0 ? 0 : (int) answer.get());
                }
            });
            assertEquals(UnitEnd.COMPLETED, result.end(), result::sentence);
            assertEquals(Collections.nCopies(damaged.size(), TestOutcome.PASSED), outcomes);
            assertTrue(first.stream().allMatch(status -> status >= 0 && status <= 5), first::toString);
            assertEquals(5, first.get(3));
            assertEquals(0, first.get(damaged.size() - 1));
            // What all have in common is damaged: each test is told so.
            Work.CallSequences nothing = new Work.CallSequences("tests 8", new byte[] {3, 'a'}, List.of(BatchWriter.batch(0, 0, tests)));
            List<BatchAnswer> answers = new ArrayList<>();
            workers.runSequences(new SequenceUnit(2, nothing, 1_000_000, Duration.ofSeconds(60)), sink(answers));
            assertEquals(3, answers.size());
            assertTrue(answers.get(2).exception().startsWith("what all batches have in common is damaged: "), answers::toString);
        }
    }
}
