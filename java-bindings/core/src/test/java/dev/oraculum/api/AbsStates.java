package dev.oraculum.api;

import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/** Evidence of {@code int abs(int x)}: a correct run, a mutant that returns x, one that returns -x, one that never returns. */
public final class AbsStates {
    public static final Schema SCHEMA =
            new Schema("Example#abs(int)", List.of(new Variable("x", ValueType.INT, null, "x", null, null),
                    new Variable("result", ValueType.INT, null, "result", null, null)));

    private static final long[][] CORRECT = {{-7, 7}, {-1, 1}, {0, 0}, {1, 1}, {5, 5}};
    private static final long[][] RETURNS_X = {{-7, -7}, {-1, -1}, {0, 0}, {1, 1}, {5, 5}};
    private static final long[][] RETURNS_MINUS_X = {{-7, 7}, {-1, 1}, {0, 0}, {1, -1}, {5, -5}};

    private AbsStates() {}

    public static void submit(Engine engine) {
        engine.evidence().begin(SCHEMA, Map.of("classes", "1"));
        unit(engine, new UnitHeader(0, "original", UnitKind.ORIGINAL), CORRECT);
        unit(engine, new UnitHeader(1, "returns x", UnitKind.MUTANT), RETURNS_X);
        unit(engine, new UnitHeader(2, "returns -x", UnitKind.MUTANT), RETURNS_MINUS_X);
        unit(engine, new UnitHeader(3, "never returns", UnitKind.MUTANT), new long[0][]);
    }

    public static void unit(Engine engine, UnitHeader header, long[][] states) {
        try (EvidenceUnit unit = engine.evidence().beginUnit(header)) {
            unit.append(records(states));
            unit.finish("completed", List.of("AbsTest#all"), "{}");
        }
    }

    /** One state an invocation, in a direct buffer. */
    public static ByteBuffer records(long[][] states) {
        ByteBuffer records = ByteBuffer.allocateDirect(states.length * SCHEMA.recordBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int invocation = 0; invocation < states.length; invocation++) {
            records.putInt(SCHEMA.recordBytes() - 4).putInt(0).putInt(invocation).putShort((short) 0);
            records.put((byte) 0b11);
            for (long value : states[invocation]) {
                records.putLong(value);
            }
        }
        return records.flip();
    }

    /** The handle of an engine, for tests that call natives past it. */
    public static long handle(Engine engine) {
        return engine.session.withHandle(handle -> handle);
    }
}
