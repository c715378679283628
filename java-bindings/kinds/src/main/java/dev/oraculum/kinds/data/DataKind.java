package dev.oraculum.kinds.data;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.DataPlan;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Values that definitions give to variables (docs/formats.md, "Data records"). */
public final class DataKind implements RecordingKind<DataPlan, ByteBuffer> {
    @Override
    public int magic() {
        return DataPlan.MAGIC;
    }

    @Override
    public Class<DataPlan> plans() {
        return DataPlan.class;
    }

    @Override
    public DataPlan read(DataInputStream in) throws IOException {
        return DataPlan.read(in);
    }

    @Override
    public Weaving weaving(DataPlan plan, int place) {
        return new DataWeaving(plan);
    }

    /** As it is: {@code dev.oraculum.recording} reads it. */
    @Override
    public ByteBuffer record(DataPlan plan, int test, ByteBuffer body) {
        return body;
    }
}
