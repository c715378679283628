package dev.oraculum.execution;

import dev.oraculum.execution.BatchWriter.Code;
import dev.oraculum.runtime.protocol.TestOutcome;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Batches of tests that are written by hand, run in real workers. */
final class Batches {
    static final int VALUES = 1;
    static final int COVERAGE = 2;
    static final int OBSERVATIONS = 4;
    static final int COMPARED = 8;
    static final int TOGETHER = 16;
    static final long TICKS = 10_000;

    private final SampleProject project;

    /** @param sources of classes, which are compiled into a folder */
    Batches(Path classes, String... sources) {
        project = SampleProject.compile(classes, List.of(), sources);
    }

    byte[] classFile(String className) {
        return project.classFile(className);
    }

    /** What one batch left. */
    record Left(TestOutcome outcome, List<BatchAnswer> answers, Records records) {
        List<Integer> statuses() {
            return answers.stream().map(BatchAnswer::status).toList();
        }
    }

    /** @param plan of what the workers record */
    WorkerPool open(byte[] plan) {
        List<Path> junit = Distribution.junit("platform-1", "junit-4", "hamcrest");
        List<Path> classPath = Stream.concat(project.classPath().stream(), junit.stream()).toList();
        return WorkerPool.open(
                ExecutionSettings.of(Distribution.installation(), Jvm.running(), classPath, List.of("seq.NoTest"), plan));
    }

    static List<Left> run(WorkerPool workers, BatchWriter writer, int flags, Duration limitOfOne, List<List<Code>> batches) {
        return run(workers, writer, flags, 1, limitOfOne, batches);
    }

    static List<Left> run(
            WorkerPool workers, BatchWriter writer, int flags, int together, Duration limitOfOne, List<List<Code>> batches) {
        List<byte[]> codes = batches.stream().map(tests -> BatchWriter.batch(flags, TICKS, together, tests)).toList();
        Work.CallSequences work = new Work.CallSequences("tests 9", writer.shared(), codes);
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

    static List<BatchAnswer> runOne(WorkerPool workers, BatchWriter writer, int flags, Code... tests) {
        return run(workers, writer, flags, Duration.ofSeconds(60), List.of(List.of(tests))).get(0).answers();
    }

    /** Of batches that ask for no values. */
    static UnitSink sink(List<BatchAnswer> answers) {
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

    /** How a test ended that threw, in one line. */
    static String thrown(BatchAnswer answer) {
        return answer.status() + " " + answer.statement() + " " + answer.exception() + " " + answer.meant();
    }
}
