package dev.oraculum.api.evidence;

import dev.oraculum.api.Engine;
import dev.oraculum.api.OpenMode;
import dev.oraculum.api.OraculumException;
import dev.oraculum.internal.EngineSession;
import dev.oraculum.internal.Json;
import dev.oraculum.internal.NativeEngine;
import dev.oraculum.internal.Requests;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The evidence of one program point: what was submitted, unit by unit, and what it amounts to. Reached through {@link Engine#evidence()};
 * every method throws {@link IllegalStateException} once the engine is closed, and {@link OraculumException} if the evidence file cannot be
 * read or written.
 */
public final class Evidence {
    private final EngineSession engine;

    /** Users have it from {@link Engine#evidence}. */
    public Evidence(EngineSession engine) {
        this.engine = engine;
    }

    /**
     * Says what the evidence is about. The first thing to do with a new engine, unless states are imported or a file is opened with
     * {@link OpenMode#EXISTING}.
     *
     * @param schema variables of the states to come
     * @param inputs what the units depend on, by name (digests of the classes, the tests, the mutators, ..): {@link OpenMode#RESUME} goes
     * on only with equal schema and inputs
     * @throws IllegalArgumentException the schema has no variable, a name twice or a receiver that is no reference of it; or the resumed
     * file was begun with other inputs (the message says which)
     */
    public void begin(Schema schema, Map<String, String> inputs) {
        begin(schema, inputs, Constants.NONE);
    }

    /**
     * As {@link #begin(Schema, Map)}.
     *
     * @param constants of the program, which synthesis tries in assertions
     */
    public void begin(Schema schema, Map<String, String> inputs, Constants constants) {
        engine.call("begin", new Requests.Begin(schema, new TreeMap<>(inputs), constants), Requests.Done.class);
    }

    /** The schema as submitted, with the variables that {@link #summary} leaves out. */
    public Schema schema() {
        return engine.call("schema", new Requests.Nothing(), Schema.class);
    }

    /** The finished units in unit order: what a resumed run need not repeat. */
    public List<UnitRecord> units() {
        return engine.call("units", new Requests.Nothing(), Requests.Units.class).units();
    }

    /**
     * Opens a unit for writing.
     *
     * @throws IllegalArgumentException a unit of that index or id is finished or open already
     */
    public EvidenceUnit beginUnit(UnitHeader header) {
        return new EvidenceUnit(engine, header, engine.call("beginUnit", header, Requests.UnitToken.class).unit());
    }

    /** Assembles the evidence of the finished units and says what it is. */
    public EvidenceSummary summary() {
        return engine.call("summary", new Requests.Nothing(), EvidenceSummary.class);
    }

    /**
     * Reads states as JSON lines (docs/formats.md) into an engine that has no evidence yet.
     *
     * @throws IllegalArgumentException the file is empty or a line is wrong: the message names line and column
     */
    public void importStates(Path file) {
        engine.call("importStates", new Requests.StatesFile(Requests.path(file)), Requests.Done.class);
    }

    /** Writes the states of the summary's variables and tests as JSON lines, so that importing them gives the same summary. */
    public void exportStates(Path file) {
        engine.call("exportStates", new Requests.StatesFile(Requests.path(file)), Requests.Done.class);
    }

    /**
     * Reads distinct states, correct ones first, with the engine's verdict, for checking it in the JVM. The buffer is filled from its
     * position, little-endian, with {@code u32 length} of what follows of the state, {@code u8 flags} (bit 0: correct state, bit 1: the
     * assertion holds), {@code ceil(n/8)} bytes of presence, {@code n} times 8 bytes of values and a tail with contents (at most 1 MiB), as
     * in a state record, where {@code n} is the number of variables of {@link EvidenceSummary#schema}; the position moves past the last
     * state.
     *
     * @param assertion in the assertion language
     * @param firstState from 0
     * @param into a direct buffer that may be written, with room for at least one state
     * @return number of states read; 0 at the end
     */
    public int readStates(String assertion, long firstState, ByteBuffer into) {
        if (!into.isDirect() || into.isReadOnly()) {
            throw new IllegalArgumentException(
                    "states are read into a direct buffer that may be written (ByteBuffer.allocateDirect): this one is "
                            + (into.isDirect() ? "read-only" : "on the heap"));
        }
        byte[] request = Json.encode("fetch", new Requests.Fetch(assertion, firstState));
        long packed = engine.withHandle(handle -> NativeEngine.fetch(handle, request, into, into.position(), into.remaining()));
        int states = (int) (packed >>> 32);
        into.position(into.position() + (int) packed);
        return states;
    }
}
