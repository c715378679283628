package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageRecord;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.MutantSchemata;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.Mutators;
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
import java.util.Optional;
import java.util.stream.IntStream;
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
    private static final String TURNS = "new\nint 42\ncall turn 0 1\nint -84\ncall turn 0 3";

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

    /** A worker keeps a class file in its place between units: what is next may be in it, too, in another, or the program as it is. */
    @Test
    void mutantsOfOneClassFileAreRunInTurn() {
        List<Mutant> mutants;
        byte[] original = project.classFile("seq.Safe");
        try (ClassPath classPath = ClassPath.open(List.of(project.classes()))) {
            mutants = Mutants.ofClass(classPath, "seq/Safe", Mutators.defaults()).stream()
                    .filter(mutant -> mutant.method().equals("turn(int)"))
                    .toList();
        }
        List<MutantSchemata.Place> places = MutantSchemata.of(original, mutants).stream().map(Optional::orElseThrow).toList();
        int subtracts = place(mutants, "MATH");
        int neverOpens = place(mutants, "REMOVE_CONDITIONALS_EQUAL_ELSE");
        int saysNothing = place(mutants, "EMPTY_RETURNS");
        assertEquals(1, places.stream().map(place -> place.schema().number()).distinct().count(), "one class file");
        SequenceUnit asItIs = unit(TURNS);
        SequenceUnit subtracting = inOneOfSeveral(places.get(subtracts));
        SequenceUnit neverOpening = inOneOfSeveral(places.get(neverOpens));
        SequenceUnit sayingNothing = mutated(mutants.get(saysNothing).bytes(), 0);
        String normal = "object 42 open -84 shut";
        String subtracted = "object 42 shut -84 open";
        String shut = "object 42 shut -84 shut";
        String silent = "object 42  -84";
        try (WorkerPool pool = WorkerPool.open(settings(new byte[0]))) {
            // It is loaded with several mutants in it.
            assertEquals(subtracted, answer(pool, subtracting));
            List<Long> worker = pool.processIds();
            assertEquals(shut, answer(pool, neverOpening));
            assertEquals(normal, answer(pool, asItIs));
            assertEquals(subtracted, answer(pool, subtracting));
            assertEquals(silent, answer(pool, inOneOfSeveral(places.get(saysNothing))));

            assertEquals(silent, answer(pool, sayingNothing));
            assertEquals(normal, answer(pool, asItIs));
            assertEquals(silent, answer(pool, sayingNothing));
            assertEquals(shut, answer(pool, neverOpening));
            // In place of the class file with several, and then it again.
            assertEquals(subtracted, answer(pool, mutated(mutants.get(subtracts).bytes(), 0)));
            assertEquals(subtracted, answer(pool, subtracting));
            assertEquals(normal, answer(pool, asItIs));
            assertEquals(normal, answer(pool, asItIs));
            assertEquals(shut, answer(pool, neverOpening));
            // Before other work it is taken back.
            assertEquals(silent, answer(pool, sayingNothing));
            assertThrows(CannotRunException.class, pool::discover);
            assertEquals(normal, answer(pool, asItIs));
            assertEquals(worker, pool.processIds(), "one worker has run all of it");
        }
    }

    private static int place(List<Mutant> mutants, String mutator) {
        List<Integer> places = IntStream.range(0, mutants.size()).filter(i -> mutants.get(i).mutator().equals(mutator)).boxed().toList();
        assertEquals(1, places.size(), () -> mutants.stream().map(Mutant::id).toList().toString());
        return places.get(0);
    }

    private static SequenceUnit inOneOfSeveral(MutantSchemata.Place place) {
        return mutated(place.schema().classFile(), place.number());
    }

    private static SequenceUnit mutated(byte[] classFile, int active) {
        Work.CallSequences turns = work("text calls 1", TURNS);
        return new SequenceUnit(9, "seq.Safe", classFile, active, turns, 10_000, Duration.ofSeconds(60), List.of());
    }

    private String answer(WorkerPool pool, SequenceUnit unit) {
        UnitResult result = run(pool, unit);
        assertEquals(UnitEnd.COMPLETED, result.end(), result::sentence);
        return left.get(0).answer();
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
