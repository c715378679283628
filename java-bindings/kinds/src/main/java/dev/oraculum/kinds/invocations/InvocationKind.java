package dev.oraculum.kinds.invocations;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.InvocationPlan;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Every invocation of the methods of a class (docs/formats.md, "Invocation records"). */
public final class InvocationKind implements RecordingKind<InvocationPlan, ByteBuffer> {
    @Override
    public int magic() {
        return InvocationPlan.MAGIC;
    }

    @Override
    public Class<InvocationPlan> plans() {
        return InvocationPlan.class;
    }

    @Override
    public InvocationPlan read(DataInputStream in) throws IOException {
        return InvocationPlan.read(in);
    }

    @Override
    public Weaving weaving(InvocationPlan plan, int place) {
        return new InvocationWeaving(plan);
    }

    /** As it is: the engine reads invocations. */
    @Override
    public ByteBuffer record(InvocationPlan plan, int test, ByteBuffer body) {
        return body;
    }
}
