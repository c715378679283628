package dev.oraculum.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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
    public static final int MAGIC = 0x4f43_0001;

    public CallPlan {
        callers = Set.copyOf(callers);
        callees = Set.copyOf(callees);
    }

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        writeNames(out, callers);
        writeNames(out, callees);
    }

    private static void writeNames(DataOutput out, Set<String> names) throws IOException {
        out.writeInt(names.size());
        for (String name : new TreeSet<>(names)) {
            out.writeUTF(name);
        }
    }

    @Override
    public Recording recording(int place) {
        return new CallRecording();
    }

    /** Reads what {@link #write} wrote. */
    public static CallPlan read(DataInput in) throws IOException {
        return new CallPlan(readNames(in), readNames(in));
    }

    private static Set<String> readNames(DataInput in) throws IOException {
        Set<String> names = new HashSet<>();
        for (int i = in.readInt(); i > 0; i--) {
            names.add(in.readUTF());
        }
        return names;
    }
}
