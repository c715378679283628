package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.execution.BatchWriter.Code;
import dev.oraculum.runtime.OtherThreads;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other threads of the program do while a test runs: before it looks, or after it, as is asked, and not as it happens. */
class OtherThreadsEndToEndTest {
    private static final int VALUES = 1;
    private static final int OTHERS_FIRST = 32;
    private static final int TIMES = 50;

    private static final String BELL =
            """
            package seq;
            public class Bell {
                private static final java.util.Timer TIMER = new java.util.Timer(true);
                private volatile int rung;
                private Thread last;
                public void start() { last = new Thread(this::count); last.start(); }
                public void at(int millis) { TIMER.schedule(new java.util.TimerTask() { public void run() { count(); } }, millis); }
                void count() { rung++; }
                public void await() throws InterruptedException { last.join(); }
                public int rung() { return rung; }
            }
            """;

    @TempDir
    Path directory;

    private final BatchWriter bell = new BatchWriter("seq.Bell");
    private final int make = bell.constructor("seq.Bell", "()V");
    private final int start = bell.method("seq.Bell", "start", "()V");
    private final int at = bell.method("seq.Bell", "at", "(I)V");
    private final int await = bell.method("seq.Bell", "await", "()V");
    private final int rung = bell.method("seq.Bell", "rung", "()I");

    @Test
    void whereOthersComeFirstATestSeesWhatTheyWereGivenToDo() {
        assertEquals(Collections.nCopies(TIMES, "1"), last(List.of(), OTHERS_FIRST, new Code().call(make).call(start, 0).call(rung, 0)));
        Code timed = new Code().call(make).int32(0).call(at, 0, 1).call(rung, 0);
        assertEquals(Collections.nCopies(TIMES, "1"), last(List.of(), OTHERS_FIRST, timed));
    }

    @Test
    void whereOthersAreLateATestSeesItOnlyIfItWaitsForIt() {
        List<String> late = List.of(OtherThreads.LATE);
        assertEquals(Collections.nCopies(TIMES, "0"), last(late, 0, new Code().call(make).call(start, 0).call(rung, 0)));
        assertEquals(Collections.nCopies(TIMES, "0"), last(late, 0, new Code().call(make).int32(0).call(at, 0, 1).call(rung, 0)));
        assertEquals(Collections.nCopies(TIMES, "1"), last(late, 0, new Code().call(make).call(start, 0).call(await, 0).call(rung, 0)));
    }

    /** The last value of each of many equal tests. Each has a bell of its own: what a test before rings late, it does not hear. */
    private List<String> last(List<String> arguments, int flags, Code test) {
        SampleProject project = SampleProject.compile(directory.resolve("classes"), List.of(), BELL);
        List<Path> junit = Distribution.junit("platform-1", "junit-4", "hamcrest");
        List<Path> classPath = Stream.concat(project.classPath().stream(), junit.stream()).toList();
        ExecutionSettings settings =
                ExecutionSettings.of(Distribution.installation(), Jvm.running(), classPath, List.of("seq.NoTest"), new byte[0]);
        byte[] batch = BatchWriter.batch(VALUES | flags, 10_000, Collections.nCopies(TIMES, test));
        Work.CallSequences work = new Work.CallSequences("tests 9", bell.shared(), List.of(batch));
        List<String> last = new ArrayList<>();
        try (WorkerPool workers = WorkerPool.open(settings.withJvmArguments(arguments))) {
            workers.runSequences(new SequenceUnit(1, work, 1_000_000, Duration.ofSeconds(60)), new UnitSink() {
                @Override
                public void test(int of, TestRun run, List<ByteBuffer> states) {
                    throw new AssertionError("records come by plan");
                }

                @Override
                public void test(int of, TestRun run, Records records) {
                    ByteBuffer answer = records.answer().orElseThrow();
                    for (BatchAnswer one : BatchAnswer.read(answer.duplicate(), VALUES, Collections.nCopies(TIMES, test))) {
                        assertEquals(0, one.status());
                        last.add(one.values().get(one.values().size() - 1));
                    }
                }
            });
        }
        return last;
    }
}
