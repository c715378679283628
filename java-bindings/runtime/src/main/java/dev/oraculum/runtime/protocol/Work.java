package dev.oraculum.runtime.protocol;

import static dev.oraculum.runtime.protocol.Wire.readEnum;
import static dev.oraculum.runtime.protocol.Wire.readList;
import static dev.oraculum.runtime.protocol.Wire.readOptionalBytes;
import static dev.oraculum.runtime.protocol.Wire.readString;
import static dev.oraculum.runtime.protocol.Wire.writeList;
import static dev.oraculum.runtime.protocol.Wire.writeOptionalBytes;
import static dev.oraculum.runtime.protocol.Wire.writeString;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** What the tests of a unit are. Their names, budgets and order are those of the unit's requests, whatever they are. */
public sealed interface Work {
    /** Identifies the kind of work on the wire. */
    Kind kind();

    /** Writes what follows the kind. */
    void write(DataOutputStream out) throws IOException;

    /** Whether the requests are only where to begin, and each test that runs is announced by {@link Message.TestAdded}. */
    default boolean open() {
        return false;
    }

    /** Whether the policy on mutants holds on the original too: nobody has looked at what runs. */
    default boolean contained() {
        return false;
    }

    /** Kinds of work; the ordinal is what is on the wire. */
    enum Kind {
        JUNIT_TESTS,
        CALL_SEQUENCES;

        private static final Kind[] ALL = values();
    }

    static Work read(DataInputStream in) throws IOException {
        return switch (readEnum(in, Kind.ALL)) {
            case JUNIT_TESTS -> JUnitTests.read(in);
            case CALL_SEQUENCES -> CallSequences.read(in);
        };
    }

    static void write(DataOutputStream out, Work work) throws IOException {
        out.writeByte(work.kind().ordinal());
        work.write(out);
    }

    /**
     * Tests of the JUnit Platform; the requests name them by their ids.
     *
     * @param open run whatever the listed ids contain; the list of tests is then that of the announcements. Not open: a test that is not
     *     listed is run but neither recorded nor reported
     * @param contained as on a mutant: nobody has read them yet
     */
    record JUnitTests(boolean open, boolean contained) implements Work {
        /** Tests of people. */
        public JUnitTests(boolean open) {
            this(open, false);
        }

        static JUnitTests read(DataInputStream in) throws IOException {
            return new JUnitTests(in.readBoolean(), in.readBoolean());
        }

        @Override
        public Kind kind() {
            return Kind.JUNIT_TESTS;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeBoolean(open);
            out.writeBoolean(contained);
        }
    }

    /**
     * Encoded call sequences, one a request. Each is a test of its own, contained as on a mutant, and may leave a {@link Message.Answer}.
     *
     * @param format names the encoding, and so the runner in the worker ({@code dev.oraculum.worker.SequenceRunner})
     * @param shared what the sequences have in common, a table of members for example
     * @param sequences by request, the code
     */
    record CallSequences(String format, byte[] shared, List<byte[]> sequences) implements Work {
        public CallSequences {
            sequences = List.copyOf(sequences);
        }

        static CallSequences read(DataInputStream in) throws IOException {
            return new CallSequences(readString(in), readOptionalBytes(in), readList(in, Wire::readBytes));
        }

        @Override
        public boolean contained() {
            return true;
        }

        @Override
        public Kind kind() {
            return Kind.CALL_SEQUENCES;
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            writeString(out, format);
            writeOptionalBytes(out, shared);
            writeList(out, sequences, Wire::writeBytes);
        }
    }
}
