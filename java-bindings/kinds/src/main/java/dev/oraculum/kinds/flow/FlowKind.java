package dev.oraculum.kinds.flow;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.FlowPlan;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Dynamic def-use chains from anomalous values to assertions. */
public final class FlowKind implements RecordingKind<FlowPlan, ByteBuffer> {
    @Override
    public int magic() {
        return FlowPlan.MAGIC;
    }

    @Override
    public Class<FlowPlan> plans() {
        return FlowPlan.class;
    }

    @Override
    public FlowPlan read(DataInputStream in) throws IOException {
        return FlowPlan.read(in);
    }

    @Override
    public Weaving weaving(FlowPlan plan, int place) {
        return new FlowWeaving(plan);
    }

    /** As it is: {@code dev.oraculum.ranking} reads it. */
    @Override
    public ByteBuffer record(FlowPlan plan, int test, ByteBuffer body) {
        return body;
    }
}
