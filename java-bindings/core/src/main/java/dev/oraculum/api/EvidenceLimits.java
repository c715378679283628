package dev.oraculum.api;

/**
 * Bounds of the evidence an engine holds.
 *
 * @param maxStates states after duplicates are dropped, correct and incorrect together
 * @param maxUnitBytes bytes of records that one unfinished unit may hold
 * @param maxBytes bytes of all columns and buffers together, estimated before they are allocated
 */
public record EvidenceLimits(long maxStates, long maxUnitBytes, long maxBytes) {
    /** Ten million states, 256 MiB a unit, 2 GiB together. */
    public static final EvidenceLimits DEFAULT = new EvidenceLimits(10_000_000, 256L << 20, 2L << 30);

    public EvidenceLimits {
        if (maxStates < 1 || maxUnitBytes < 1 || maxBytes < 1) {
            throw new IllegalArgumentException("evidence limits must be positive: maxStates " + maxStates + ", maxUnitBytes " + maxUnitBytes + ", maxBytes " + maxBytes);
        }
    }
}
