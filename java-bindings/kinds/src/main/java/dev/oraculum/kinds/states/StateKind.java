package dev.oraculum.kinds.states;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.StatePlan;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The states of one method at entry and exits (docs/formats.md, "States as binary records"). */
public final class StateKind implements RecordingKind<StatePlan, ByteBuffer> {
    @Override
    public int magic() {
        return StatePlan.MAGIC;
    }

    @Override
    public Class<StatePlan> plans() {
        return StatePlan.class;
    }

    @Override
    public StatePlan read(DataInputStream in) throws IOException {
        return StatePlan.read(in);
    }

    @Override
    public Weaving weaving(StatePlan plan, int place) {
        return new StateWeaving(plan, place);
    }

    /** As it is: the engine reads states. */
    @Override
    public ByteBuffer record(StatePlan plan, int test, ByteBuffer body) {
        return body;
    }
}
