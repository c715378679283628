package dev.oraculum.runtime;

import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What to record while tests run, of one kind. Made by the supervisor, sent to the worker as bytes, whose first four name the kind:
 * {@code dev.oraculum.kinds.RecordingKinds} reads them.
 */
public interface Plan {
    /** Names the kind, and the version of its format. */
    int magic();

    /** Writes all that comes after the magic number. */
    void write(DataOutput out) throws IOException;

    /**
     * What does it, from the start.
     *
     * @param place of the plan in the set of plans, by which woven code finds its recording
     */
    Recording recording(int place);

    /** No two plans of a set have the same subject. Most kinds have one, so that there is at most one plan of the kind. */
    default Object subject() {
        return getClass();
    }

    /** Whether it can be recorded beside other plans. */
    default boolean standsAlone() {
        return false;
    }

    /** The plans that it stands for: those of a set, or itself. */
    default List<Plan> members() {
        return List.of(this);
    }

    /** The plan as bytes. */
    default byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(magic());
            write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
