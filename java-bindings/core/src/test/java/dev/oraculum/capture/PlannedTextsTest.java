package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.rank.ProfileMode;
import dev.oraculum.api.rank.RankPlan;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.JavaNames;
import dev.oraculum.facts.MethodList;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.MethodReferenceException;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.program.EnginePurity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The engine accepts only a few forms of Java texts: all that is planned must be among them. */
class PlannedTextsTest {
    private static final int METHODS = 400;

    @Test
    void whatIsPlannedIsAccepted() throws Exception {
        Path jar = Path.of(org.apache.commons.math3.complex.Complex.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (ClassPath library = ClassPath.open(List.of(jar))) {
            List<String> methods = MethodList.of(library, library.projectClasses(), true);
            InvocationVariables attributes = new InvocationVariables(library, 2, 200);
            List<RankPlan.Method> planned = new ArrayList<>();
            int accepted = 0;
            for (int i = 0; i < METHODS; i++) {
                ResolvedMethod method = MethodReference.parse(methods.get(i * methods.size() / METHODS)).resolve(library);
                try {
                    Schema schema = CapturePlanner.plan(library, method, CaptureSettings.DEFAULT, new EnginePurity()).schema();
                    if (!schema.variables().isEmpty()) {
                        begin(schema);
                        accepted++;
                    }
                } catch (MethodReferenceException notObservable) {
                    // It has no exit.
                }
                planned.add(new RankPlan.Method(method.owner(), method.name(), method.descriptor(), attributes.of(method).schema()));
            }
            assertTrue(accepted > METHODS / 2, accepted + " schemas");
            try (Engine engine = Engine.open(EngineOptions.inMemory())) {
                engine.openRanking(new RankPlan(planned, 0, ProfileMode.CUMULATIVE));
            }
        }
    }

    private static void begin(Schema schema) {
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            engine.evidence().begin(schema, Map.of());
        }
    }

    @Test
    void namesThatJavaCannotUseAreNotPlanned() {
        for (String name : List.of("x", "größe", "record", "var", "$1", "_x")) {
            assertTrue(JavaNames.isVariable(name), name);
        }
        for (String name : List.of("", "if", "a-b", "a b", "1x", "_", "java", "Math", "x\u0001", "x\u200b", "true", "€", "x;")) {
            assertFalse(JavaNames.isVariable(name), name);
        }
        assertEquals(List.of(true, true, false, false, false),
                List.of("pkg.C", "C$D.E", "pkg.if", "pkg.var", "a b.C").stream().map(JavaNames::isType).toList());
    }
}
