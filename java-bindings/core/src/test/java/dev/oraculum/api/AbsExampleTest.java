package dev.oraculum.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.SearchEngine;
import dev.oraculum.api.improve.StopReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example of the package's documentation, as a program. */
class AbsExampleTest {
    @Test
    void statesOfAbsGiveAPerfectAssertion() {
        Schema schema = new Schema("Example#abs(int)", List.of(new Variable("x", ValueType.INT), new Variable("result", ValueType.INT)));
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            Evidence evidence = engine.evidence();
            evidence.begin(schema, Map.of());
            try (EvidenceUnit original = evidence.beginUnit(new UnitHeader(0, "original", UnitKind.ORIGINAL))) {
                original.append(states(schema, new long[][] {{-7, 7}, {-1, 1}, {0, 0}, {1, 1}, {5, 5}}));
                original.finish("completed", List.of("AbsTest#all"), "{}");
            }
            try (EvidenceUnit mutant = evidence.beginUnit(new UnitHeader(1, "returns x", UnitKind.MUTANT))) {
                mutant.append(states(schema, new long[][] {{-7, -7}, {-1, -1}, {0, 0}, {1, 1}, {5, 5}}));
                mutant.finish("completed", List.of("AbsTest#all"), "{}");
            }
            try (EvidenceUnit mutant = evidence.beginUnit(new UnitHeader(2, "returns -x", UnitKind.MUTANT))) {
                mutant.append(states(schema, new long[][] {{-7, 7}, {-1, 1}, {0, 0}, {1, -1}, {5, -5}}));
                mutant.finish("completed", List.of("AbsTest#all"), "{}");
            }

            Improvement improvement = engine.improve(
                    ImproveRequest.defaults().withAssertion("result >= x").withBudget(Duration.ofSeconds(30))
                            .withEngine(SearchEngine.COEVOLUTION),
                    progress -> true);

            assertEquals(StopReason.PERFECT, improvement.stopReason());
            assertEquals(2, improvement.initial().fn());
            assertTrue(improvement.best().perfect(), () -> improvement.best().text().assertion());
            assertEquals(2, improvement.best().mutants().detected());
        }
    }

    @Test
    void thePackagesDocumentationShowsThisProgram() throws IOException {
        String documentation = Files.readString(Path.of("src/main/java/dev/oraculum/api/package-info.java"));
        String shown = documentation.substring(documentation.indexOf("<pre>{@code") + "<pre>{@code".length(),
                documentation.indexOf("}</pre>"));
        String program = Files.readString(Path.of("src/test/java/dev/oraculum/api/AbsExampleTest.java"));
        assertTrue(lines(program).contains(lines(shown.replace("\n *", "\n"))));
    }

    private static String lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    /** One state an invocation, each of two values, as records of docs/formats.md. */
    private static ByteBuffer states(Schema schema, long[][] states) {
        ByteBuffer records = ByteBuffer.allocateDirect(states.length * schema.recordBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int invocation = 0; invocation < states.length; invocation++) {
            records.putInt(schema.recordBytes() - 4).putInt(0).putInt(invocation).putShort((short) 0);
            records.put((byte) 0b11);
            for (long value : states[invocation]) {
                records.putLong(value);
            }
        }
        return records.flip();
    }
}
