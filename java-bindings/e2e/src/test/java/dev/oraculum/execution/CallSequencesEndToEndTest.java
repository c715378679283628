package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageRecord;
import dev.oraculum.runtime.protocol.TestOutcome;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encoded call sequences as units: a worker runs them by a runner that a line makes known, and records and contains them as tests. */
class CallSequencesEndToEndTest {
    private static final String SAFE =
            """
            package seq;
            public class Safe {
                private int turned;
                public String turn(int by) { turned += by; return turned == 42 ? "open" : "shut"; }
                public int forever(int n) { while (n >= 0) { n = (n + 1) & 7; } return n; }
                public boolean start(int n) throws java.io.IOException { return new ProcessBuilder("true", "" + n).start().isAlive(); }
                public int fail(int n) { throw new IllegalStateException("no " + n); }
                public int end(int n) { System.exit(n); return n; }
            }
            """;
    private static final String TURN = "new\nint 40\ncall turn 0 1\nint 2\ncall turn 0 3";

    @TempDir
    Path directory;

    private SampleProject project;

    /** What one sequence left. */
    private record Left(TestOutcome outcome, String answer, Records records) {}

    private final List<Left> left = new ArrayList<>();

    @BeforeEach
    void compile() throws Exception {
        List<Path> worker = List.of(Distribution.installation().workerJar());
        String runner = Files.readString(Path.of("src/test/subjects/sequences/runner/TextCalls.java"));
        SampleProject compiled = SampleProject.compile(directory.resolve("classes"), worker, SAFE, runner);
        Path services = Files.createDirectories(compiled.classes().resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.oraculum.worker.SequenceRunner"), "runner.TextCalls\n");
        project = new SampleProject(compiled.classes(), List.of());
    }

    private ExecutionSettings settings(byte[] plan) {
        List<Path> junit = Distribution.junit("platform-1", "junit-4", "hamcrest");
        List<Path> classPath = Stream.concat(project.classPath().stream(), junit.stream()).toList();
        return ExecutionSettings.of(Distribution.installation(), Jvm.running(), classPath, List.of("seq.NoTest"), plan);
    }

    private static Work.CallSequences work(String format, String... sequences) {
        List<byte[]> codes = Arrays.stream(sequences).map(sequence -> sequence.getBytes(StandardCharsets.UTF_8)).toList();
        return new Work.CallSequences(format, "seq.Safe".getBytes(StandardCharsets.UTF_8), codes);
    }

    private UnitResult run(WorkerPool pool, SequenceUnit unit) {
        left.clear();
        return pool.runSequences(unit, new UnitSink() {
            @Override
            public void test(int of, TestRun run, List<ByteBuffer> states) {
                throw new AssertionError("records come by plan");
            }

            @Override
            public void test(int of, TestRun run, Records records) {
                String answer = records.answer().map(bytes -> StandardCharsets.UTF_8.decode(bytes.duplicate()).toString()).orElse("");
                left.add(new Left(run.outcome(), answer.replace('\n', ' ').trim(), records));
            }
        });
    }

    private static SequenceUnit unit(String... sequences) {
        return new SequenceUnit(7, work("text calls 1", sequences), 10_000, Duration.ofSeconds(60));
    }

    @Test
    void sequencesAreRunRecordedAndAnswered() throws Exception {
        CoveragePlan plan = CoveragePlan.of(List.of(project.classFile("seq.Safe")));
        try (WorkerPool pool = WorkerPool.open(settings(plan.toBytes()))) {
            UnitResult result = run(pool, unit(TURN, "new\nint 39\ncall turn 0 1", "new\nint 1\ncall fail 0 1\nint 2"));
            assertEquals(UnitEnd.COMPLETED, result.end(), result::sentence);
            assertEquals("", result.explanation());
            assertEquals(
                    List.of("object 40 shut 2 open", "object 39 shut", "object 1 IllegalStateException"),
                    left.stream().map(Left::answer).toList());
            int first = plan.methods().stream()
                    .takeWhile(method -> !method.name().equals("turn"))
                    .mapToInt(CoveragePlan.Method::goals)
                    .sum();
            List<List<Double>> branches = new ArrayList<>();
            for (Left one : left) {
                CoverageRecord record = RecordingKinds.records(new CoverageKind(), plan, one.records().of(0)).get(0);
                branches.add(List.of(record.distances()[first + 1], record.distances()[first + 2]));
            }
            // Both outcomes of turned == 42; one, and 3 + 1 from the other; not there.
            double never = Double.POSITIVE_INFINITY;
            assertEquals(List.of(List.of(0.0, 0.0), List.of(0.0, 4.0), List.of(never, never)), branches);

            // The same worker runs the same again, on a mutant too.
            SampleProject mutant = SampleProject.compile(directory.resolve("mutant"), List.of(), SAFE.replace("== 42", "== 40"));
            byte[] bytes = mutant.classFile("seq.Safe");
            Work.CallSequences turn = work("text calls 1", TURN);
            run(pool, new SequenceUnit(8, "seq.Safe", bytes, 0, turn, 10_000, Duration.ofSeconds(60), List.of()));
            assertEquals(List.of("object 40 open 2 shut"), left.stream().map(Left::answer).toList());
            run(pool, unit(TURN));
            assertEquals(List.of("object 40 shut 2 open"), left.stream().map(Left::answer).toList());
        }
    }

    /** Also on the program as it is: nobody has looked at what a generator makes. */
    @Test
    void whatASequenceDoesIsBoundedAndContained() {
        try (WorkerPool pool = WorkerPool.open(settings(new byte[0]))) {
            SequenceUnit wild =
                    unit("new\nint 0\ncall forever 0 1", "new\nint 0\ncall start 0 1", "new\nint 3\ncall end 0 1", TURN);
            UnitResult result = run(pool, wild);
            assertEquals(
                    List.of(TestOutcome.TICK_BUDGET_EXCEEDED, TestOutcome.PASSED, TestOutcome.EXIT_ATTEMPTED, TestOutcome.PASSED),
                    left.stream().map(Left::outcome).toList());
            List<Boolean> contained = result.tests().stream().map(TestRun::contained).toList();
            assertEquals(List.of(false, true, true, false), contained, () -> result.deeds().toString());
            // To the runner a refusal is an exception as any other.
            assertEquals("object 0 ContainmentRefused", left.get(1).answer());
            assertEquals("object 40 shut 2 open", left.get(3).answer());
        }
    }

    @Test
    void aFormatThatNobodyKnowsIsSaid() {
        try (WorkerPool pool = WorkerPool.open(settings(new byte[0]))) {
            SequenceUnit unknown = new SequenceUnit(7, work("morse", TURN), 10_000, Duration.ofSeconds(60));
            String message = assertThrows(IllegalArgumentException.class, () -> run(pool, unknown)).getMessage();
            assertTrue(message.contains("this worker cannot run call sequences of format morse, but of [tests 9, text calls 1]"), message);
            assertEquals(UnitEnd.COMPLETED, run(pool, unit(TURN)).end());
        }
    }
}
