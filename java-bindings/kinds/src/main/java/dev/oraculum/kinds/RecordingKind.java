package dev.oraculum.kinds;

import dev.oraculum.runtime.Plan;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One kind of recording: what can be recorded of a test. A kind is a folder with a plan (what to record), a {@link Weaving} (which probes
 * go where), a recording (what they do; {@link Plan#recording} makes it) and a record (what is read of it afterwards). One line in
 * {@link RecordingKinds} makes it known.
 *
 * @param <P> its plans
 * @param <R> its records
 */
public interface RecordingKind<P extends Plan, R> {
    /** The magic number of its plans, and of no other kind's. */
    int magic();

    /** Its plans' class. */
    Class<P> plans();

    /** Reads what {@link Plan#write} wrote. */
    P read(DataInputStream in) throws IOException;

    /**
     * The weaving of one of its plans.
     *
     * @param place of the plan in the set of plans: what probes hand over, so that records go to this plan
     */
    Weaving weaving(P plan, int place);

    /**
     * Reads one record.
     *
     * @param test place of the test in its unit
     * @param body what stands behind the test, in a little-endian buffer
     * @throws IllegalArgumentException if it is no record of the plan
     */
    R record(P plan, int test, ByteBuffer body);
}
