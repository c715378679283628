package dev.oraculum.api.evidence;

import dev.oraculum.internal.EngineSession;
import dev.oraculum.internal.NativeEngine;
import dev.oraculum.internal.Requests;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * A unit of work being written. What is appended becomes evidence when {@link #finish} returns, all of it together with the outcome, and
 * survives a kill from then on; closing the unit without finishing forgets it. Several units may be open at once, each written by one
 * thread at a time.
 */
public final class EvidenceUnit implements AutoCloseable {
    private final EngineSession engine;
    private final UnitHeader header;
    private final long token;
    private boolean ended;

    EvidenceUnit(EngineSession engine, UnitHeader header, long token) {
        this.engine = engine;
        this.header = header;
        this.token = token;
    }

    public UnitHeader header() {
        return header;
    }

    /**
     * Appends a batch of state records (docs/formats.md, "States as binary records") between the buffer's position and limit; the position
     * moves to the limit. The engine copies them before it returns. A heap buffer is copied once more.
     *
     * @return the number of records in the batch
     * @throws IllegalArgumentException a record is truncated or its length is not that of the schema: nothing of the batch is kept
     * @throws IllegalStateException the unit is finished or closed, or its engine is closed
     */
    public long append(ByteBuffer records) {
        requireOpen();
        ByteBuffer batch = EngineSession.direct(records);
        long count = engine.withHandle(handle -> NativeEngine.append(handle, token, batch, batch.position(), batch.remaining()));
        records.position(records.limit());
        return count;
    }

    /**
     * Drops what was appended but for the states in which an assertion is false, each once: the unit is to be one of counterexamples.
     *
     * @param assertion in the assertion language, over the variables that the evidence keeps
     * @throws IllegalArgumentException the assertion is wrong
     */
    public Counterexamples keepCounterexamples(String assertion) {
        requireOpen();
        return engine.call("keepCounterexamples", new Requests.KeepCounterexamples(token, assertion), Counterexamples.class);
    }

    /**
     * Commits the unit.
     *
     * @param status a word of ASCII letters, digits, {@code _}, {@code -} and {@code .} that says how it ended, opaque to the engine
     * @param tests names of the tests that the records' test indices refer to
     * @param outcome any text (usually JSON), opaque to the engine; not null
     * @throws IllegalArgumentException a record refers to a test that {@code tests} does not have, or the status is no such word
     */
    public void finish(String status, List<String> tests, String outcome) {
        requireOpen();
        Objects.requireNonNull(outcome, "outcome");
        engine.call("finishUnit", new Requests.FinishUnit(token, status, List.copyOf(tests), outcome), Requests.Done.class);
        ended = true;
    }

    /** Forgets the unit unless it is finished. */
    @Override
    public void close() {
        if (!ended) {
            ended = true;
            engine.callUnlessClosed("dropUnit", new Requests.DropUnit(token));
        }
    }

    private void requireOpen() {
        if (ended) {
            throw new IllegalStateException("unit " + header.id() + " is already finished or closed");
        }
    }
}
