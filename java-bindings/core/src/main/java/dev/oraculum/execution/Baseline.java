package dev.oraculum.execution;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * What each test leaves behind of one plan on the original program, as a digest: outcome, invocations and states. A worker in which
 * the original no longer behaves like this is worn: a mutant left something in static state.
 */
final class Baseline implements UnitSink {
    private final Map<String, Long> digests = new ConcurrentHashMap<>();
    private final int plan;

    /** @param plan its place in the set of plans */
    Baseline(int plan) {
        this.plan = plan;
    }

    @Override
    public void started(int unit) {
        digests.clear();
    }

    @Override
    public void test(int unit, TestRun run, List<ByteBuffer> states) {
        digests.put(run.test().uniqueId(), digest(run, run.invocations(), states));
    }

    @Override
    public void test(int unit, TestRun run, Records records) {
        digests.put(run.test().uniqueId(), digest(run, run.invocations(plan), records.of(plan)));
    }

    /** Forgets the tests in which the other run differs: they differ from run to run, or from JVM to JVM. */
    void keepCommon(Baseline other) {
        digests.entrySet().removeIf(entry -> differs(entry, other));
    }

    /** Whether every test that both know left the same behind. */
    boolean agreesWith(Baseline other) {
        return digests.entrySet().stream().noneMatch(entry -> differs(entry, other));
    }

    private static boolean differs(Map.Entry<String, Long> entry, Baseline other) {
        Long digest = other.digests.get(entry.getKey());
        return digest != null && !digest.equals(entry.getValue());
    }

    private static long digest(TestRun run, long invocations, List<ByteBuffer> states) {
        CRC32C crc = new CRC32C();
        for (ByteBuffer batch : states) {
            // Each record without its length and without the test's index, which is the unit's own.
            ByteBuffer records = batch.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            while (records.remaining() >= 2 * Integer.BYTES) {
                int end = records.position() + Integer.BYTES + records.getInt(records.position());
                ByteBuffer rest = records.duplicate().position(records.position() + 2 * Integer.BYTES).limit(end);
                crc.update(rest);
                records.position(end);
            }
        }
        return (crc.getValue() << 8 | run.outcome().ordinal()) * 31 + invocations;
    }
}
