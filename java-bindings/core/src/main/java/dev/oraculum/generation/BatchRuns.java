package dev.oraculum.generation;

import dev.oraculum.execution.SequenceUnit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.MutantSchemata;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** How batches of a generation come to workers, and their answers back. Methods may be called by several threads. */
final class BatchRuns {
    /** How long a batch may take in all; a test in it has a budget of ticks, and ends long before. */
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Ticks of a batch: its tests have bounds of their own. */
    private static final long TICKS = Long.MAX_VALUE;

    private final String format;
    private final AtomicInteger units = new AtomicInteger();
    /** What batches have in common, as the engine said last. It only grows: it goes with earlier batches, too. */
    private volatile byte[] shared = new byte[0];

    /**
     * Tests, in Base64.
     *
     * @param shared what they have in common with others; null: as it was said last
     */
    record Batch(int tests, String shared, String batch) {
        byte[] decoded() {
            return Base64.getDecoder().decode(batch);
        }
    }

    /**
     * What a worker made of a batch.
     *
     * @param answer null: it did not survive the batch
     */
    record Ran(ByteBuffer answer, UnitEnd end) {}

    /** @param format of the batches, as the engine calls it */
    BatchRuns(String format) {
        this.format = format;
    }

    /** The engine says what batches have in common when it has changed: it goes with these, and all that are run from now on. */
    void remember(Batch... batches) {
        for (Batch batch : batches) {
            if (batch.shared() != null) {
                shared = Base64.getDecoder().decode(batch.shared());
            }
        }
    }

    /** Batches, each a call sequence of its own. */
    Work.CallSequences sequences(List<byte[]> batches) {
        return new Work.CallSequences(format, shared, batches);
    }

    /** Runs a batch on the program as it is. */
    Ran run(WorkerPool pool, Batch batch) {
        return run(pool, batch, null, null);
    }

    /**
     * Runs a batch.
     *
     * @param mutant null: on the program as it is
     * @param place where the mutant is one of several; null: in its own class file
     */
    Ran run(WorkerPool pool, Batch batch, Mutant mutant, MutantSchemata.Place place) {
        Work.CallSequences work = sequences(List.of(batch.decoded()));
        ByteBuffer[] answer = new ByteBuffer[1];
        int number = units.incrementAndGet();
        SequenceUnit unit = mutant == null
                ? new SequenceUnit(number, work, TICKS, LIMIT)
                : new SequenceUnit(number, mutant.className(), place == null ? mutant.bytes() : place.schema().classFile(),
                        place == null ? 0 : place.number(), work, TICKS, LIMIT, List.of());
        UnitResult result = pool.runSequences(unit, UnitSink.byPlan((run, records) -> {
            records.answer().ifPresent(bytes -> {
                ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate());
                answer[0] = copy.flip();
            });
        }));
        return new Ran(answer[0], result.end());
    }

    /**
     * Runs several in one unit.
     *
     * @param limit how long each may take
     * @param sink hears of each that has ended
     */
    void runAll(WorkerPool pool, List<byte[]> batches, Duration limit, UnitSink sink) {
        pool.runSequences(new SequenceUnit(units.incrementAndGet(), sequences(batches), TICKS, limit), sink);
    }

    /** In Base64; null: there is no answer. */
    static String encode(ByteBuffer answer) {
        if (answer == null) {
            return null;
        }
        ByteBuffer encoded = Base64.getEncoder().encode(answer.duplicate());
        return new String(encoded.array(), encoded.arrayOffset(), encoded.remaining(), StandardCharsets.ISO_8859_1);
    }
}
