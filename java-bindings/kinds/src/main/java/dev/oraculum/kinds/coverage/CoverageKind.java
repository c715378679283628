package dev.oraculum.kinds.coverage;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.kinds.Weaving;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Which lines, branches, methods and handlers a test reached, and how far it was from the others (docs/formats.md, "Coverage records"). */
public final class CoverageKind implements RecordingKind<CoveragePlan, CoverageRecord> {
    @Override
    public int magic() {
        return CoveragePlan.MAGIC;
    }

    @Override
    public Class<CoveragePlan> plans() {
        return CoveragePlan.class;
    }

    @Override
    public CoveragePlan read(DataInputStream in) throws IOException {
        return CoveragePlan.read(in);
    }

    @Override
    public Weaving weaving(CoveragePlan plan, int place) {
        return new CoverageWeaving(plan);
    }

    @Override
    public CoverageRecord record(CoveragePlan plan, int test, ByteBuffer body) {
        return CoverageRecord.read(plan.goals(), test, body);
    }
}
