package dev.oraculum.kinds.calls;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.CallPlan;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The calls that tests make (docs/formats.md, "Call records"). */
public final class CallKind implements RecordingKind<CallPlan, ByteBuffer> {
    @Override
    public int magic() {
        return CallPlan.MAGIC;
    }

    @Override
    public Class<CallPlan> plans() {
        return CallPlan.class;
    }

    @Override
    public CallPlan read(DataInputStream in) throws IOException {
        return CallPlan.read(in);
    }

    @Override
    public Weaving weaving(CallPlan plan, int place) {
        return new CallWeaving(plan);
    }

    /** As it is: {@code dev.oraculum.replay} reads it. */
    @Override
    public ByteBuffer record(CallPlan plan, int test, ByteBuffer body) {
        return body;
    }
}
