package dev.oraculum.runtime;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which calls of tests to record, so that they can be replayed: those that the code of {@code callers} makes to {@code callees}, and to
 * the JDK's classes of values, collections and streams in memory.
 *
 * @param callers internal names of the test classes and their helpers
 * @param callees internal names of the classes under test
 */
public record CallPlan(Set<String> callers, Set<String> callees) implements Plan {
    static final int MAGIC = 0x4f43_0001;

    public CallPlan {
        callers = Set.copyOf(callers);
        callees = Set.copyOf(callees);
    }

    @Override
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(MAGIC);
            write(out, callers);
            write(out, callees);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Set<String> names) throws IOException {
        out.writeInt(names.size());
        for (String name : new TreeSet<>(names)) {
            out.writeUTF(name);
        }
    }

    /** The plan that {@link #toBytes} wrote. */
    public static CallPlan fromBytes(byte[] bytes) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            int magic = in.readInt();
            if (magic != MAGIC) {
                throw new IOException("not a call plan of this version: starts with " + Integer.toHexString(magic));
            }
            return new CallPlan(read(in), read(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> read(DataInputStream in) throws IOException {
        Set<String> names = new HashSet<>();
        for (int i = in.readInt(); i > 0; i--) {
            names.add(in.readUTF());
        }
        return names;
    }
}
