package dev.oraculum.runtime.protocol;

import static dev.oraculum.runtime.protocol.Wire.readBytes;
import static dev.oraculum.runtime.protocol.Wire.readEnum;
import static dev.oraculum.runtime.protocol.Wire.readList;
import static dev.oraculum.runtime.protocol.Wire.readOptionalBytes;
import static dev.oraculum.runtime.protocol.Wire.readString;
import static dev.oraculum.runtime.protocol.Wire.writeBytes;
import static dev.oraculum.runtime.protocol.Wire.writeList;
import static dev.oraculum.runtime.protocol.Wire.writeOptionalBytes;
import static dev.oraculum.runtime.protocol.Wire.writeString;

import dev.oraculum.runtime.containment.Deed;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * One message. Commands go from the supervisor to the worker, one at a time; each is answered by reports, the last of
 * which is named in its comment, or by {@link Refused}.
 */
public sealed interface Message {

    /** Identifies the kind of message on the wire. */
    Kind kind();

    /** Writes what follows the kind. */
    void write(DataOutputStream out) throws IOException;

    /** The kinds of messages; the ordinal is the first byte of a frame. */
    enum Kind {
        HELLO,
        CONFIGURE,
        READY,
        DISCOVER,
        DISCOVERED,
        RUN,
        TEST_ADDED,
        TEST_STARTED,
        RECORDS,
        ANSWER,
        TEST_FINISHED,
        STUCK,
        UNIT_FINISHED,
        REFUSED;

        private static final Kind[] ALL = values();
    }

    /** Reads one message from the inside of a frame. */
    static Message read(DataInputStream in) throws IOException {
        return switch (readEnum(in, Kind.ALL)) {
            case HELLO -> Hello.read(in);
            case CONFIGURE -> Configure.read(in);
            case READY -> new Ready();
            case DISCOVER -> Discover.read(in);
            case DISCOVERED -> Discovered.read(in);
            case RUN -> Run.read(in);
            case TEST_ADDED -> TestAdded.read(in);
            case TEST_STARTED -> TestStarted.read(in);
            case RECORDS -> Records.read(in);
            case ANSWER -> Answer.read(in);
            case TEST_FINISHED -> TestFinished.read(in);
            case STUCK -> Stuck.read(in);
            case UNIT_FINISHED -> UnitFinished.read(in);
            case REFUSED -> Refused.read(in);
        };
    }

    // ---- worker and supervisor get to know each other ----------------------------------------------------------

    /** First report of a worker: the token proves that it is the process that the supervisor started. */
    record Hello(String token, long pid, String javaVersion) implements Message {
        static Hello read(DataInputStream in) throws IOException {
            return new Hello(readString(in), in.readLong(), readString(in));
        }

        @Override
        public Kind kind() {
            return Kind.HELLO;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            writeString(out, token);
            out.writeLong(pid);
            writeString(out, javaVersion);
        }
    }

    /**
     * What to record and how to stop a test. Answered by {@link Ready}.
     *
     * @param plan a plan or set of plans, encoded; empty: record nothing
     * @param scope the jars and directories whose classes are bounded in time and may not end the JVM
     * @param nativeLibrary path of the library with the kill switch; empty: none, the ladder has one rung less
     * @param graceMillis how long each rung of the ladder may take before the next one
     * @param scratch path of the folder in which code under test may write as it likes; removed with the worker
     * @param allow what mutants may do beside what is always allowed, as {@code --allow} takes it
     */
    record Configure(byte[] plan, List<String> scope, String nativeLibrary, int graceMillis, String scratch, List<String> allow)
            implements Message {
        static Configure read(DataInputStream in) throws IOException {
            return new Configure(
                    readBytes(in),
                    readList(in, Wire::readString),
                    readString(in),
                    in.readInt(),
                    readString(in),
                    readList(in, Wire::readString));
        }

        @Override
        public Kind kind() {
            return Kind.CONFIGURE;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            writeBytes(out, plan);
            writeList(out, scope, Wire::writeString);
            writeString(out, nativeLibrary);
            out.writeInt(graceMillis);
            writeString(out, scratch);
            writeList(out, allow, Wire::writeString);
        }
    }

    /** The command is done and there is nothing more to say. */
    record Ready() implements Message {
        @Override
        public Kind kind() {
            return Kind.READY;
        }

        @Override
        public void write(DataOutputStream out) {}
    }

    // ---- discovery ----------------------------------------------------------------------------------------------

    /** A test, or a container whose tests are known only once it runs (parameterized tests, test factories). */
    record Test(String uniqueId, String displayName, String className, String methodName) {
        static Test read(DataInputStream in) throws IOException {
            return new Test(readString(in), readString(in), readString(in), readString(in));
        }

        static void write(DataOutputStream out, Test test) throws IOException {
            writeString(out, test.uniqueId);
            writeString(out, test.displayName);
            writeString(out, test.className);
            writeString(out, test.methodName);
        }
    }

    /** Which tests do these classes have? Answered by {@link Discovered}. */
    record Discover(List<String> classNames) implements Message {
        static Discover read(DataInputStream in) throws IOException {
            return new Discover(readList(in, Wire::readString));
        }

        @Override
        public Kind kind() {
            return Kind.DISCOVER;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            writeList(out, classNames, Wire::writeString);
        }
    }

    /**
     * The tests found, in the order of the class names, then of the engine.
     *
     * @param engines ids of the test engines that were asked
     * @param missing asked-for classes that do not exist or do not load, with the reason behind a colon
     * @param withoutTests asked-for classes in which no engine found a test
     */
    record Discovered(List<Test> tests, List<String> engines, List<String> missing, List<String> withoutTests)
            implements Message {
        static Discovered read(DataInputStream in) throws IOException {
            return new Discovered(
                    readList(in, Test::read),
                    readList(in, Wire::readString),
                    readList(in, Wire::readString),
                    readList(in, Wire::readString));
        }

        @Override
        public Kind kind() {
            return Kind.DISCOVERED;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            writeList(out, tests, Test::write);
            writeList(out, engines, Wire::writeString);
            writeList(out, missing, Wire::writeString);
            writeList(out, withoutTests, Wire::writeString);
        }
    }

    private static Deed readDeed(DataInputStream in) throws IOException {
        return new Deed(readEnum(in, DEEDS), readString(in));
    }

    private static void writeDeed(DataOutputStream out, Deed deed) throws IOException {
        out.writeByte(deed.kind().ordinal());
        writeString(out, deed.target());
    }

    /** Kinds of deeds by their number on the wire. */
    Deed.Kind[] DEEDS = Deed.Kind.values();

    // ---- running a unit -----------------------------------------------------------------------------------------

    /**
     * A test to run.
     *
     * @param tickBudget probes it may pass before it is ended; {@link Long#MAX_VALUE}: no bound
     * @param millis wall-clock time after which the watchdog ends it
     * @param selected false: only its place in the list is taken, it is not run
     * @param granted what it did on the original, and so may do on a mutant
     */
    record Request(String uniqueId, long tickBudget, long millis, boolean selected, List<Deed> granted) {
        public Request(String uniqueId, long tickBudget, long millis, boolean selected) {
            this(uniqueId, tickBudget, millis, selected, List.of());
        }

        static Request read(DataInputStream in) throws IOException {
            return new Request(readString(in), in.readLong(), in.readLong(), in.readBoolean(), readList(in, Message::readDeed));
        }

        static void write(DataOutputStream out, Request request) throws IOException {
            writeString(out, request.uniqueId);
            out.writeLong(request.tickBudget);
            out.writeLong(request.millis);
            out.writeBoolean(request.selected);
            writeList(out, request.granted, Message::writeDeed);
        }
    }

    /**
     * Run tests against one version of a class. Answered by {@link TestStarted}, {@link Records},
     * {@link TestFinished} for each test, then {@link UnitFinished}. What it has in common with the run before goes over the line once.
     *
     * @param mutatedClass name of the class to replace for this unit; empty: none, the original runs
     * @param bytes the class file that replaces it
     * @param activeMutant which of several mutants in that class file it is ({@link dev.oraculum.runtime.ActiveMutant}); 0: it has one
     * @param tests what to run; reports give the index in this list
     * @param between budget outside tests: class-level fixtures, engines
     * @param work what the tests are
     * @param plans places, in the set of plans, of those that record; empty: all
     * @param failuresSetAside whether a test goes on after a failed assertion, {@link dev.oraculum.runtime.TestFailures}
     * @param timeOuts end the unit once this many tests had to be stopped by the watchdog
     */
    record Run(
            int unit,
            String mutatedClass,
            byte[] bytes,
            int activeMutant,
            List<Request> tests,
            Request between,
            Work work,
            List<Integer> plans,
            boolean failuresSetAside,
            int timeOuts)
            implements Message {
        /** Whether it is one call sequence, which nothing comes before: it begins with the run, and no {@link TestStarted} says so. */
        public boolean isOneSequence() {
            return tests.size() == 1 && work instanceof Work.CallSequences;
        }

        static Run read(DataInputStream in) throws IOException {
            return new Run(
                    in.readInt(),
                    readString(in),
                    readOptionalBytes(in),
                    in.readInt(),
                    readList(in, Request::read),
                    Request.read(in),
                    Work.read(in),
                    readList(in, DataInputStream::readInt),
                    in.readBoolean(),
                    in.readInt());
        }

        @Override
        public Kind kind() {
            return Kind.RUN;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(unit);
            writeString(out, mutatedClass);
            writeOptionalBytes(out, bytes);
            out.writeInt(activeMutant);
            writeList(out, tests, Request::write);
            Request.write(out, between);
            Work.write(out, work);
            writeList(out, plans, DataOutputStream::writeInt);
            out.writeBoolean(failuresSetAside);
            out.writeInt(timeOuts);
        }
    }

    /** In an open run: the next index belongs to this test. */
    record TestAdded(Test test) implements Message {
        static TestAdded read(DataInputStream in) throws IOException {
            return new TestAdded(Test.read(in));
        }

        @Override
        public Kind kind() {
            return Kind.TEST_ADDED;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            Test.write(out, test);
        }
    }

    record TestStarted(int test) implements Message {
        static TestStarted read(DataInputStream in) throws IOException {
            return new TestStarted(in.readInt());
        }

        @Override
        public Kind kind() {
            return Kind.TEST_STARTED;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(test);
        }
    }

    /**
     * Records of one plan, as docs/formats.md, "States as binary records", lays them out; never split.
     *
     * @param plan its place in the set of plans
     */
    record Records(int plan, byte[] batch) implements Message {
        static Records read(DataInputStream in) throws IOException {
            return new Records(in.readInt(), readBytes(in));
        }

        @Override
        public Kind kind() {
            return Kind.RECORDS;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(plan);
            writeBytes(out, batch);
        }
    }

    /** What the runner of a call sequence answers; opaque to everything but who sent the sequence. Before its {@link TestFinished}. */
    record Answer(byte[] bytes) implements Message {
        static Answer read(DataInputStream in) throws IOException {
            return new Answer(readBytes(in));
        }

        @Override
        public Kind kind() {
            return Kind.ANSWER;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            writeBytes(out, bytes);
        }
    }

    /**
     * @param failure class and message of what was thrown, with the first frames below; empty: nothing was thrown
     * @param nanos wall-clock time
     * @param ticks probes passed
     * @param invocations by plan, of its method under test
     * @param deeds what it did outside of the JVM and its scratch folder; on a mutant, what it was refused
     * @param contained whether it was refused something: its states from then on are not there
     */
    record TestFinished(
            int test, TestOutcome outcome, String failure, long nanos, long ticks, List<Integer> invocations, List<Deed> deeds,
            boolean contained)
            implements Message {
        private static final TestOutcome[] OUTCOMES = TestOutcome.values();

        /** A test that was not run. */
        public TestFinished(int test, TestOutcome outcome, String reason) {
            this(test, outcome, reason, 0, 0, List.of(), List.of(), false);
        }

        static TestFinished read(DataInputStream in) throws IOException {
            return new TestFinished(
                    in.readInt(),
                    readEnum(in, OUTCOMES),
                    readString(in),
                    in.readLong(),
                    in.readLong(),
                    readList(in, DataInputStream::readInt),
                    readList(in, Message::readDeed),
                    in.readBoolean());
        }

        @Override
        public Kind kind() {
            return Kind.TEST_FINISHED;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(test);
            out.writeByte(outcome.ordinal());
            writeString(out, failure);
            out.writeLong(nanos);
            out.writeLong(ticks);
            writeList(out, invocations, DataOutputStream::writeInt);
            writeList(out, deeds, Message::writeDeed);
            out.writeBoolean(contained);
        }
    }

    /** The ladder is at its end: the worker cannot go on. {@code where} is the stack of the thread. */
    record Stuck(StuckReason reason, String where) implements Message {
        private static final StuckReason[] REASONS = StuckReason.values();

        static Stuck read(DataInputStream in) throws IOException {
            return new Stuck(readEnum(in, REASONS), readString(in));
        }

        @Override
        public Kind kind() {
            return Kind.STUCK;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(reason.ordinal());
            writeString(out, where);
        }
    }

    /**
     * @param problem what went wrong outside the tests (a class-level fixture failed, the engine gave up); empty: nothing
     * @param worn the unit left something behind (a poisoned class, a full heap): start a new worker before the next one
     * @param deeds as those of {@link TestFinished}, of what runs outside of tests
     */
    record UnitFinished(int unit, String problem, boolean worn, List<Deed> deeds) implements Message {
        public UnitFinished(int unit, String problem, boolean worn) {
            this(unit, problem, worn, List.of());
        }

        static UnitFinished read(DataInputStream in) throws IOException {
            return new UnitFinished(in.readInt(), readString(in), in.readBoolean(), readList(in, Message::readDeed));
        }

        @Override
        public Kind kind() {
            return Kind.UNIT_FINISHED;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeInt(unit);
            writeString(out, problem);
            out.writeBoolean(worn);
            writeList(out, deeds, Message::writeDeed);
        }
    }

    /** The command could not be carried out, and why. The worker is ready for the next one. */
    record Refused(String why) implements Message {
        static Refused read(DataInputStream in) throws IOException {
            return new Refused(readString(in));
        }

        @Override
        public Kind kind() {
            return Kind.REFUSED;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            writeString(out, why);
        }
    }
}
