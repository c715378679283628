package dev.oraculum.api.evidence;

import java.lang.management.ManagementFactory;

/**
 * Bounds of the evidence an engine holds.
 *
 * @param maxStates states after duplicates are dropped, correct and incorrect together
 * @param maxUnitBytes bytes of records that one unfinished unit may hold
 * @param maxBytes bytes of all columns and buffers together, estimated before they are allocated
 */
public record EvidenceLimits(long maxStates, long maxUnitBytes, long maxBytes) {
    /** Ten million states, 256 MiB a unit; together a quarter of the machine's memory, but 2 GiB at least. */
    public static final EvidenceLimits DEFAULT = new EvidenceLimits(10_000_000, 256L << 20, Math.max(2L << 30, physicalMemory() / 4));

    public EvidenceLimits {
        if (maxStates < 1 || maxUnitBytes < 1 || maxBytes < 1) {
            throw new IllegalArgumentException("evidence limits must be positive: maxStates " + maxStates + ", maxUnitBytes " + maxUnitBytes
                    + ", maxBytes " + maxBytes);
        }
    }

    /**
     * The same with another bound of memory.
     *
     * @param bytes of all columns and buffers together; an eighth of them is the bound of one unfinished unit
     */
    public EvidenceLimits withMemory(long bytes) {
        return new EvidenceLimits(maxStates, Math.max(1, bytes / 8), bytes);
    }

    public EvidenceLimits withMaxStates(long states) {
        return new EvidenceLimits(states, maxUnitBytes, maxBytes);
    }

    /** Bytes of main memory, of the container if the JVM runs in one; 0 if it does not say. */
    private static long physicalMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() : 0;
    }
}
