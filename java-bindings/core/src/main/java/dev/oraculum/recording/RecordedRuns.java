package dev.oraculum.recording;

import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.Problem;
import dev.oraculum.execution.TestCase;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * What test runs of a build left in a recording folder: the files that {@link RunWriter} wrote, of any number of JVMs. A test that was run
 * more than once counts with its first two runs, in the order of time.
 */
public final class RecordedRuns {
    private final Path folder;
    private final Set<String> classes = new TreeSet<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private final Set<String> jvms = new TreeSet<>();
    /** By id, in the order of their first runs. */
    private final Map<String, List<Run>> tests = new LinkedHashMap<>();

    /**
     * A run of a test.
     *
     * @param failure class and message of what was thrown, frames below; empty: nothing
     * @param invocations by plan, how often what is planned was reached
     */
    public record Run(TestCase test, TestOutcome outcome, String failure, long nanos, List<Integer> invocations, List<Batch> records) {
        /**
         * The records of one plan.
         *
         * @param index of the test, as records are to say it
         * @return ready to read; empty: there are none
         */
        public ByteBuffer records(int plan, int index) {
            if (plan >= records.size()) {
                return ByteBuffer.allocate(0);
            }
            ByteBuffer bytes = ByteBuffer.wrap(records.get(plan).read()).order(ByteOrder.LITTLE_ENDIAN);
            // Each record says the test's index behind its length.
            int at = 0;
            while (at < bytes.limit()) {
                int length = bytes.limit() - at < 2 * Integer.BYTES ? -1 : bytes.getInt(at);
                if (length < Integer.BYTES || length > bytes.limit() - at - Integer.BYTES) {
                    throw unusable("the recording " + records.get(plan).file() + " is damaged: a record of " + length + " bytes", null);
                }
                bytes.putInt(at + Integer.BYTES, index);
                at += Integer.BYTES + length;
            }
            return bytes;
        }

        /** How often what one plan is about was reached. */
        public int invocations(int plan) {
            return plan < invocations.size() ? invocations.get(plan) : 0;
        }
    }

    /** Where records are. */
    record Batch(Path file, long offset, int length) {
        byte[] read() {
            byte[] bytes = new byte[length];
            if (length > 0) {
                try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                    in.seek(offset);
                    in.readFully(bytes);
                } catch (IOException e) {
                    throw unusable("the recording " + file + " cannot be read any more: " + e.getMessage(), e);
                }
            }
            return bytes;
        }
    }

    /**
     * Both runs of a test.
     *
     * @param second the first again where there was only one
     */
    public record Twice(Run first, Run second) {}

    private RecordedRuns(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads the plan of a folder.
     *
     * @throws IllegalArgumentException there is none, or it is damaged
     */
    public static RunPlan plan(Path folder) {
        Path file = folder.resolve(RunPlan.FILE);
        if (!Files.isRegularFile(file)) {
            throw unusable("recorded is " + folder + ": nothing was planned to be recorded there (it has no file " + RunPlan.FILE + ")",
                    null);
        }
        try {
            return RunPlan.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw unusable("the plan " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Names of files of recordings in a folder, in no order. */
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(RunFrames.SUFFIX)).toList();
        }
    }

    /**
     * Reads what was recorded by a plan.
     *
     * @throws IllegalArgumentException there is nothing, a file is damaged or of another plan, tests ran at the same time in one JVM, or
     *     classes were others than the planned ones
     */
    public static RecordedRuns read(Path folder, RunPlan plan) {
        RecordedRuns runs = new RecordedRuns(folder);
        List<JvmRun> all = new ArrayList<>();
        try {
            for (Path file : files(folder)) {
                all.add(JvmRun.read(file, plan.key()));
            }
        } catch (IOException e) {
            throw unusable("recorded is " + folder + ": the folder cannot be read: " + e.getMessage(), e);
        }
        all.sort(Comparator.comparingLong(JvmRun::started).thenComparing(run -> run.file().getFileName().toString()));
        all.forEach(runs::add);
        if (runs.tests.isEmpty()) {
            throw unusable("recorded is " + folder + ": no test run has left a recording there", null);
        }
        return runs;
    }

    private void add(JvmRun run) {
        if (run.parallel()) {
            throw unusable("tests ran at the same time in one JVM, so that what they did cannot be told apart (" + run.file() + "): run"
                    + " them one after the other, with junit.jupiter.execution.parallel.enabled=false; several JVMs are no problem", null);
        }
        if (!run.others().isEmpty()) {
            List<String> names = run.others().stream().map(name -> name.replace('/', '.')).toList();
            throw unusable("classes were others, when the tests ran, than when the recording was planned: " + String.join(", ", names)
                    + " (" + run.file() + ")", null);
        }
        classes.addAll(run.classes());
        problems.addAll(run.problems());
        jvms.add(run.jvm());
        run.tests().forEach(test -> tests.computeIfAbsent(test.test().uniqueId(), id -> new ArrayList<>()).add(test));
    }

    /** Versions of the JVMs that ran the tests. */
    public String jvms() {
        return String.join(", ", jvms);
    }

    /** What went wrong outside tests, and what could not be woven. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Whether every test of these classes was run twice, so that what differs from run to run is known. */
    public boolean isRepeated(List<String> testClasses) {
        return ids(testClasses).stream().allMatch(id -> tests.get(id).size() > 1);
    }

    /**
     * The tests of some classes, in the order in which a run of ours has them: class by class as they are named, and in a class as they
     * ran.
     *
     * @param testClasses binary names; tests of classes nested in them are theirs
     * @throws IllegalArgumentException one of these classes was not run
     */
    public List<Twice> of(List<String> testClasses) {
        List<String> missing = testClasses.stream()
                .filter(name -> classes.stream().noneMatch(ran -> ran.equals(name) || ran.startsWith(name + "$"))).toList();
        if (!missing.isEmpty()) {
            throw unusable("the test run that recorded into " + folder + " did not run " + String.join(", ", missing)
                    + ", which may have tests: run them too, or name the test classes that count (setting testClasses), here as when the"
                    + " recording was planned", null);
        }
        return ids(testClasses).stream()
                .map(tests::get)
                .map(runs -> new Twice(runs.get(0), runs.get(Math.min(1, runs.size() - 1))))
                .toList();
    }

    private List<String> ids(List<String> testClasses) {
        return tests.keySet().stream()
                .filter(id -> place(id, testClasses) >= 0)
                // The launcher runs engine by engine; the sort keeps the order within a class.
                .sorted(Comparator.comparing(RecordedRuns::engine).thenComparingInt(id -> place(id, testClasses)))
                .toList();
    }

    private static String engine(String id) {
        return id.substring(0, Math.max(0, id.indexOf(']')));
    }

    /** Of the test's class among these, or of the class that it is nested in; -1: it is none of them. */
    private int place(String id, List<String> testClasses) {
        String name = tests.get(id).get(0).test().className();
        for (int i = 0; i < testClasses.size(); i++) {
            if (name.equals(testClasses.get(i)) || name.startsWith(testClasses.get(i) + "$")) {
                return i;
            }
        }
        // An engine that does not say.
        return name.isEmpty() ? testClasses.size() : -1;
    }

    /** The error of a recording that cannot be used. */
    public static InvalidInputException unusable(String message, Throwable cause) {
        return new InvalidInputException(Problem.Code.RECORDING_UNUSABLE.problem(), message, cause);
    }

    /** One file. */
    private record JvmRun(
            Path file, String jvm, long started, List<Run> tests, Set<String> classes, List<String> problems, Set<String> others,
            boolean parallel) {

        static JvmRun read(Path file, String key) {
            CRC32 checksum = new CRC32();
            try (Counted counted = new Counted(new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file)), checksum));
                    DataInputStream in = new DataInputStream(counted)) {
                if (in.readInt() != RunFrames.MAGIC) {
                    throw new IOException("it is no recording of this version");
                }
                if (!RunFrames.readText(in).equals(key)) {
                    throw unusable("the recording " + file + " was made by another plan than the folder has now; delete it", null);
                }
                return frames(file, in, counted, checksum);
            } catch (EOFException e) {
                throw unusable("the recording " + file + " is damaged: it ends early; delete it and run its tests again", e);
            } catch (IOException | IllegalStateException e) {
                throw unusable("the recording " + file + " is damaged: " + e.getMessage() + "; delete it and run its tests again", e);
            }
        }

        private static JvmRun frames(Path file, DataInputStream in, Counted counted, CRC32 checksum) throws IOException {
            String jvm = RunFrames.readText(in);
            long started = in.readLong();
            List<Run> tests = new ArrayList<>();
            Set<String> classes = new TreeSet<>();
            List<String> problems = new ArrayList<>();
            Set<String> others = new TreeSet<>();
            boolean parallel = false;
            while (true) {
                byte kind = in.readByte();
                switch (kind) {
                    case RunFrames.TEST_CLASS -> classes.add(RunFrames.readText(in));
                    case RunFrames.TEST -> tests.add(test(file, in, counted));
                    case RunFrames.PROBLEM -> problems.add(RunFrames.readText(in));
                    case RunFrames.OTHER_CLASS -> others.add(RunFrames.readText(in));
                    case RunFrames.PARALLEL -> parallel = true;
                    case RunFrames.END -> {
                        int all = (int) checksum.getValue();
                        if (in.readInt() != all) {
                            throw new IOException("its checksum is wrong");
                        }
                        return new JvmRun(file, jvm, started, tests, classes, problems, others, parallel);
                    }
                    default -> throw new IOException("no part of it begins with " + kind);
                }
            }
        }

        private static Run test(Path file, DataInputStream in, Counted counted) throws IOException {
            TestCase test = new TestCase(
                    RunFrames.readText(in), RunFrames.readText(in), RunFrames.readText(in), RunFrames.readText(in));
            TestOutcome outcome = outcome(RunFrames.readText(in));
            String failure = RunFrames.readText(in);
            long nanos = in.readLong();
            List<Integer> invocations = new ArrayList<>();
            for (int i = RunFrames.length(in); i > 0; i--) {
                invocations.add(in.readInt());
            }
            List<Batch> batches = new ArrayList<>();
            for (int i = RunFrames.length(in); i > 0; i--) {
                int length = RunFrames.length(in);
                batches.add(new Batch(file, counted.position, length));
                in.skipNBytes(length);
            }
            return new Run(test, outcome, failure, nanos, invocations, batches);
        }

        private static TestOutcome outcome(String name) throws IOException {
            try {
                return TestOutcome.valueOf(name);
            } catch (IllegalArgumentException e) {
                throw new IOException("a test that ended as \"" + name + "\"", e);
            }
        }
    }

    /** Knows how many bytes were read. */
    private static final class Counted extends FilterInputStream {
        private long position;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            position += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            position += Math.max(0, count);
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(count);
            position += skipped;
            return skipped;
        }
    }
}
