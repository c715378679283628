package dev.oraculum.execution;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * What one test left.
 *
 * @param batches records, as docs/formats.md, "States as binary records", lays them out
 * @param answer of a call sequence, as its runner wrote it; empty: none
 */
public record Records(List<Batch> batches, Optional<ByteBuffer> answer) {
    /** No records. */
    public static final Records NONE = new Records(List.of());

    /** Of a test that answers nothing. */
    public Records(List<Batch> batches) {
        this(batches, Optional.empty());
    }

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
