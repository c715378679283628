package dev.oraculum.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;

/** What to record while tests run. Made by the supervisor, sent to the worker as bytes, whose first four name the kind. */
public sealed interface Plan permits CapturePlan, DataPlan, CallPlan, InvocationPlan, FlowPlan {
    /** The plan as bytes, for {@link #fromBytes}. */
    byte[] toBytes();

    /** The plan of whatever kind that {@link #toBytes} wrote. */
    static Plan fromBytes(byte[] bytes) {
        int magic = bytes.length < 4 ? 0 : bytes[0] << 24 | (bytes[1] & 255) << 16 | (bytes[2] & 255) << 8 | bytes[3] & 255;
        return switch (magic) {
            case CapturePlan.MAGIC -> CapturePlan.fromBytes(bytes);
            case DataPlan.MAGIC -> DataPlan.fromBytes(bytes);
            case CallPlan.MAGIC -> CallPlan.fromBytes(bytes);
            case InvocationPlan.MAGIC -> InvocationPlan.fromBytes(bytes);
            case FlowPlan.MAGIC -> FlowPlan.fromBytes(bytes);
            default -> throw new UncheckedIOException(new IOException("not a plan of this version: starts with " + Integer.toHexString(magic)));
        };
    }
}
