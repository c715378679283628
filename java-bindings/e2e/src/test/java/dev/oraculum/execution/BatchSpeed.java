package dev.oraculum.execution;

import dev.oraculum.execution.BatchWriter.Code;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * How many generated tests of a small class a worker runs in a second, from the command to the last answer: {@code make generate-speed}.
 * Nothing is checked; the figures are of the machine and of what else it does.
 */
public final class BatchSpeed {
    private static final String STACK =
            """
            package seq;
            public class Stack {
                private final int[] items;
                private int size;
                public Stack(int capacity) { items = new int[capacity]; }
                public void push(int x) { if (size == items.length) { throw new IllegalStateException("full"); } items[size++] = x; }
                public int pop() { if (size == 0) { throw new IllegalStateException("empty"); } return items[--size]; }
                int top() { return items[size - 1]; }
                public boolean isEmpty() { return size == 0; }
                public int count(int x) { int n = 0; for (int i = 0; i < size; i++) { if (items[i] == x) { n++; } } return n; }
            }
            """;
    private static final int ROUNDS = 5;
    private static final int BATCHES = 400;
    private static final long TICKS = 10_000;

    private final BatchWriter writer = new BatchWriter("seq.Stack");
    private final int make = writer.constructor("seq.Stack", "(I)V");
    private final int push = writer.method("seq.Stack", "push", "(I)V");
    private final int pop = writer.method("seq.Stack", "pop", "()I");
    private final int top = writer.method("seq.Stack", "top", "()I");
    private final int isEmpty = writer.method("seq.Stack", "isEmpty", "()Z");
    private final int count = writer.method("seq.Stack", "count", "(I)I");
    private final Random random = new Random(1);

    private BatchSpeed() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("oraculum-speed");
        try {
            SampleProject project = SampleProject.compile(folder, List.of(), STACK);
            System.out.println("tests a second of a small class, 8 statements each, best of " + ROUNDS + " rounds");
            BatchSpeed speed = new BatchSpeed();
            for (boolean coverage : new boolean[] {false, true}) {
                byte[] plan = coverage ? CoveragePlan.of(List.of(project.classFile("seq.Stack"))).toBytes() : new byte[0];
                List<Path> classPath = Stream.concat(project.classPath().stream(),
                        Distribution.junit("platform-1", "junit-4", "hamcrest").stream()).toList();
                ExecutionSettings settings = ExecutionSettings.of(
                        Distribution.installation(), Jvm.running(), classPath, List.of("seq.NoTest"), plan);
                try (WorkerPool pool = WorkerPool.open(settings)) {
                    for (boolean throwing : new boolean[] {false, true}) {
                        for (int size : new int[] {50, 256, 1024}) {
                            speed.measure(pool, coverage, throwing, size, BATCHES);
                        }
                    }
                    speed.measure(pool, coverage, false, 50, 1);
                    speed.measure(pool, coverage, false, 256, 1);
                }
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private void measure(WorkerPool pool, boolean coverage, boolean throwing, int size, int batches) {
        List<byte[]> codes = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            List<Code> tests = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                tests.add(test(throwing));
            }
            codes.add(BatchWriter.batch(coverage ? 2 : 0, TICKS, tests));
        }
        Work.CallSequences work = new Work.CallSequences("tests 9", writer.shared(), codes);
        SequenceUnit unit = new SequenceUnit(1, work, size * TICKS, Duration.ofSeconds(60));
        int rounds = batches == 1 ? 500 : ROUNDS;
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            UnitResult result = pool.runSequences(unit, new UnitSink() {
                @Override
                public void test(int of, TestRun run, List<ByteBuffer> states) {
                    throw new AssertionError("records come by plan");
                }

                @Override
                public void test(int of, TestRun run, Records records) {
                    // Answers are read, and not looked at.
                }
            });
            if (result.end() != UnitEnd.COMPLETED) {
                throw new IllegalStateException(result.sentence());
            }
            best = Math.min(best, (System.nanoTime() - start) / 1e9);
        }
        System.out.printf(
                Locale.ROOT,
                "%-12s %-17s %3d batches of %4d a unit: %,10.0f tests/s, %6.2f ms a unit%n",
                coverage ? "coverage" : "no coverage",
                throwing ? "every other throws" : "none throws",
                batches,
                size,
                (double) batches * size / best,
                best * 1e3);
    }

    private Code test(boolean throwing) {
        boolean full = throwing && random.nextBoolean();
        Code code = new Code().int32(full ? 1 : 4 + random.nextInt(4)).call(make, 0).int32(random.nextInt(10)).call(push, 1, 2).call(top, 1)
                .call(push, 1, 4);
        return random.nextBoolean() ? code.call(pop, 1).call(isEmpty, 1) : code.call(isEmpty, 1).call(count, 1, 2);
    }
}
