package dev.oraculum.toy;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The kind: what makes and reads the parts. The service file names this class. */
public final class EntryKind implements RecordingKind<EntryPlan, EntryRecord> {
    @Override
    public int magic() {
        return EntryPlan.MAGIC;
    }

    @Override
    public Class<EntryPlan> plans() {
        return EntryPlan.class;
    }

    @Override
    public EntryPlan read(DataInputStream in) throws IOException {
        return EntryPlan.read(in);
    }

    @Override
    public Weaving weaving(EntryPlan plan, int place) {
        return new EntryWeaving(plan, place);
    }

    @Override
    public EntryRecord record(EntryPlan plan, int test, ByteBuffer body) {
        return EntryRecord.read(plan, test, body);
    }
}
