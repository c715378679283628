package dev.oraculum.execution;

import static dev.oraculum.execution.Batches.COMPARED;
import static dev.oraculum.execution.Batches.COVERAGE;
import static dev.oraculum.execution.Batches.OBSERVATIONS;
import static dev.oraculum.execution.Batches.TICKS;
import static dev.oraculum.execution.Batches.VALUES;
import static dev.oraculum.execution.Batches.run;
import static dev.oraculum.execution.Batches.runOne;
import static dev.oraculum.execution.Batches.sink;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.execution.BatchWriter.Code;
import dev.oraculum.execution.Batches.Left;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of generated tests in real workers: each test in a batch is as if it were alone. */
class TestBatchesEndToEndTest {
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

    @TempDir
    Path directory;

    private Batches batches;

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

    @BeforeEach
    void compile() {
        batches = new Batches(directory.resolve("classes"), STACK);
    }

    private static Code code() {
        return new Code();
    }

    /** Of a last statement that throws; of one before, nothing of what follows runs. */
    @Test
    void behindALastStatementThatThrowsIsLookedAt() {
        try (WorkerPool workers = batches.open(new byte[0])) {
            List<BatchAnswer> answers = runOne(
                    workers,
                    stack,
                    VALUES | OBSERVATIONS,
                    code().int32(0).call(make, 0).int32(7).call(push, 1, 2).looking().get(limit, 1).call(top, 1).get(limit, 1),
                    code().int32(0).call(make, 0).int32(7).call(push, 1, 2).get(limit, 1).looking().get(limit, 1),
                    code().int32(1).call(make, 0).looking().get(limit, 1));
            String thrown = "java.lang.ArrayIndexOutOfBoundsException";
            assertEquals(List.of(1, 1, 0), answers.stream().map(BatchAnswer::status).toList());
            assertEquals(List.of("0", "seq.Stack", "7", "null", "3", "threw " + thrown, "3"), answers.get(0).values());
            assertEquals(thrown, answers.get(0).exception());
            assertEquals(List.of("0", "seq.Stack", "7", "null"), answers.get(1).values());
            assertEquals(List.of("1", "seq.Stack", "3"), answers.get(2).values());
        }
    }

    @Test
    void statementsGiveWhatTheyGiveInJava() {
        try (WorkerPool workers = batches.open(new byte[0])) {
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

    @Test
    void anExceptionEndsItsTestAndSaysWhetherTheCodeMeansIt() {
        try (WorkerPool workers = batches.open(new byte[0])) {
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
                    answers.stream().limit(9).map(Batches::thrown).toList());
            // The slot of a call that comes too early is damage; what does not link costs its own test only.
            assertEquals(5, answers.get(9).status());
        }
    }

    @Test
    void aMemberThatDoesNotLinkCostsItsOwnTest() {
        try (WorkerPool workers = batches.open(new byte[0])) {
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
        CoveragePlan plan = CoveragePlan.of(List.of(batches.classFile("seq.Stack")));
        List<Code> tests = List.of(
                code().int32(2).call(make, 0).int32(7).call(push, 1, 2).call(top, 1),
                code().int32(990).call(near, 0),
                code().int32(88).call(near, 0),
                code().int32(5).call(near, 0),
                code().int32(0).call(make, 0).call(top, 1),
                code().int32(0),
                code().int32(1).call(make, 0).nothing().character('c').call(name, 1, 2, 3));
        try (WorkerPool workers = batches.open(plan.toBytes())) {
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
        CoveragePlan plan = CoveragePlan.of(List.of(batches.classFile("seq.Stack")));
        List<Code> tests = List.of(
                code().int32(2).call(make, 0).string("heap").call(isNamed, 1, 2).string("stack").call(isNamed, 1, 4),
                code().int32(2).call(make, 0),
                code().int32(2).call(make, 0).nothing().call(isNamed, 1, 2),
                code().int32(2).call(make, 0).int32(7).call(push, 1, 2).string("heap").call(isNamed, 1, 4),
                code().string("here").call(isHere, 0));
        try (WorkerPool workers = batches.open(plan.toBytes())) {
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
        CoveragePlan plan = CoveragePlan.of(List.of(batches.classFile("seq.Stack")));
        try (WorkerPool workers = batches.open(plan.toBytes())) {
            Work.CallSequences work = new Work.CallSequences("tests 9", stack.shared(), damaged);
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
            Work.CallSequences nothing = new Work.CallSequences("tests 9", new byte[] {3, 'a'}, List.of(BatchWriter.batch(0, 0, tests)));
            List<BatchAnswer> answers = new ArrayList<>();
            workers.runSequences(new SequenceUnit(2, nothing, 1_000_000, Duration.ofSeconds(60)), sink(answers));
            assertEquals(3, answers.size());
            assertTrue(answers.get(2).exception().startsWith("what all batches have in common is damaged: "), answers::toString);
        }
    }
}
