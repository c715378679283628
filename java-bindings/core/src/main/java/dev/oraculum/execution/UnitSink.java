package dev.oraculum.execution;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Takes what a unit leaves behind. Calls for one unit come one after the other; different units may report at the same
 * time, from different threads.
 */
public interface UnitSink {
    /** One for units that record several plans: of each test it takes what it left, told apart by plan. */
    static UnitSink byPlan(BiConsumer<TestRun, Records> takes) {
        return new UnitSink() {
            @Override
            public void test(int unit, TestRun run, List<ByteBuffer> states) {
                throw new IllegalStateException("records come by plan");
            }

            @Override
            public void test(int unit, TestRun run, Records records) {
                takes.accept(run, records);
            }
        };
    }

    /** The unit starts. If it started before (its worker died an innocent death): forget what came since. */
    default void started(int unit) {}

    /**
     * A test ended.
     *
     * @param states its state records in direct buffers, ready to read, as docs/formats.md lays them out. Empty unless
     *     {@link dev.oraculum.runtime.protocol.TestOutcome#isRepeatable}: evidence must not depend on the clock
     */
    void test(int unit, TestRun run, List<ByteBuffer> states);

    /** The same, told apart by plan; for units that record several. */
    default void test(int unit, TestRun run, Records records) {
        test(unit, run, records.all());
    }

    /** The unit is over. */
    default void finished(UnitResult result) {}
}
