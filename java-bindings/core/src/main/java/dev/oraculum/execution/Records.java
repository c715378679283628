package dev.oraculum.execution;

import java.nio.ByteBuffer;
import java.util.List;

/** The records that one test left, in batches as docs/formats.md, "States as binary records", lays them out. */
public record Records(List<Batch> batches) {
    /** No records. */
    public static final Records NONE = new Records(List.of());

    /**
     * Records of one plan.
     *
     * @param plan its place in the set of plans
     * @param records in a direct buffer, ready to read
     */
    public record Batch(int plan, ByteBuffer records) {}

    public Records {
        batches = List.copyOf(batches);
    }

    /** Those of one plan. */
    public List<ByteBuffer> of(int plan) {
        return batches.stream().filter(batch -> batch.plan() == plan).map(Batch::records).toList();
    }

    /** Those of all plans. */
    public List<ByteBuffer> all() {
        return batches.stream().map(Batch::records).toList();
    }
}
