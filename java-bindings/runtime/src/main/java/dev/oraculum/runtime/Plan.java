package dev.oraculum.runtime;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What to record while tests run. Made by the supervisor, sent to the worker as bytes, whose first four name the kind. */
public sealed interface Plan permits CapturePlan, DataPlan, CallPlan, InvocationPlan, FlowPlan, PlanSet {
    /** Names the kind, and the version of its format. */
    int magic();

    /** Writes all that comes after the magic number. */
    void write(DataOutput out) throws IOException;

    /** The plan as bytes, for {@link #fromBytes}. */
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

    /**
     * The plan of whatever kind that {@link #toBytes} wrote.
     *
     * @throws UncheckedIOException if the bytes are no plan of this version
     */
    static Plan fromBytes(byte[] bytes) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            int magic = bytes.length < Integer.BYTES ? 0 : in.readInt();
            return switch (magic) {
                case CapturePlan.MAGIC -> CapturePlan.read(in);
                case DataPlan.MAGIC -> DataPlan.read(in);
                case CallPlan.MAGIC -> CallPlan.read(in);
                case InvocationPlan.MAGIC -> InvocationPlan.read(in);
                case FlowPlan.MAGIC -> FlowPlan.read(in);
                case PlanSet.MAGIC -> PlanSet.read(in);
                default -> throw new IOException("not a plan of this version: starts with " + Integer.toHexString(magic));
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
