package dev.oraculum.kinds.states;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.CapturePlan;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The states of one method at entry and exits (docs/formats.md, "States as binary records"). */
public final class StateKind implements RecordingKind<CapturePlan, ByteBuffer> {
    @Override
    public int magic() {
        return CapturePlan.MAGIC;
    }

    @Override
    public Class<CapturePlan> plans() {
        return CapturePlan.class;
    }

    @Override
    public CapturePlan read(DataInputStream in) throws IOException {
        return CapturePlan.read(in);
    }

    @Override
    public Weaving weaving(CapturePlan plan, int place) {
        return new StateWeaving(plan, place);
    }

    /** As it is: the engine reads states. */
    @Override
    public ByteBuffer record(CapturePlan plan, int test, ByteBuffer body) {
        return body;
    }
}
