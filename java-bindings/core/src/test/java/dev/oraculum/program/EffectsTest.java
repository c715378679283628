package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.api.program.Effects;
import dev.oraculum.api.program.Effects.Access;
import dev.oraculum.api.program.Effects.Base;
import dev.oraculum.api.program.Effects.Effect;
import dev.oraculum.facts.ClassPath;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Effects of methods of a real library. */
class EffectsTest {
    private static final String LIBRARY = "org/apache/commons/math3/";
    private static final String INCREMENTOR = LIBRARY + "util/Incrementor.";

    @ParameterizedTest
    @EnumSource
    void effectsOfMethodsAreThoseOfTheirCode(CallGraphAlgorithm algorithm) throws Exception {
        String once = INCREMENTOR + "incrementCount()V";
        String often = INCREMENTOR + "incrementCount(I)V";
        Effects effects = effects(algorithm, List.of(INCREMENTOR + "getCount()I", INCREMENTOR + "resetCount()V", often));

        Effects.OfMethod get = effects.methods().get(0);
        assertEquals(1, get.effects().size(), get::toString);
        Effect read = get.effects().get(0);
        assertEquals(List.of(Access.READ, INCREMENTOR + "count", Base.RECEIVER), List.of(read.access(), read.of(), read.base()));
        assertTrue(get.isPure(name -> false));

        Effects.OfMethod reset = effects.methods().get(1);
        assertEquals(List.of(Access.WRITE), reset.effects().stream().map(Effect::access).toList());
        assertFalse(reset.isPure(name -> true));

        Effect write = effects.methods().get(2).effects().stream()
                .filter(e -> e.access() == Access.WRITE && (INCREMENTOR + "count").equals(e.of()) && e.base() == Base.RECEIVER)
                .findAny()
                .orElseThrow();
        assertEquals(List.of(often, once), write.path().stream().map(Effects.Step::method).toList());
        assertTrue(write.path().get(0).line() > 0);
    }

    @ParameterizedTest
    @EnumSource
    void aMethodThatIsNotThereIsSaid(CallGraphAlgorithm algorithm) {
        String missing = INCREMENTOR + "getCount()J";
        String message = assertThrows(IllegalArgumentException.class, () -> effects(algorithm, List.of(missing))).getMessage();
        assertTrue(message.contains(missing), message);
    }

    private static Effects effects(CallGraphAlgorithm algorithm, List<String> methods) throws Exception {
        Path library = Path.of(FastMath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (ClassPath classPath = ClassPath.open(List.of(library));
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            List<String> analysed = classPath.projectClasses().stream()
                    .filter(name -> name.startsWith(LIBRARY + "util/Incrementor"))
                    .toList();
            ProgramFacts.collect(classPath, analysed, List.of(), engine::addClass);
            return engine.effects(methods, null, algorithm);
        }
    }
}
