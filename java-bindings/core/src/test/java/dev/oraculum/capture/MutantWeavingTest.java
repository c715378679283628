package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.agent.Instrumenter;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutators;
import dev.oraculum.program.EnginePurity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mutants are woven by the plan of the original. They differ from it in more than one instruction: PIT computes their stack
 * map frames anew and fills code that has become unreachable with ATHROW, so returns can be missing.
 */
class MutantWeavingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.commons.math3.complex.Complex#reciprocal",
                "org.apache.commons.math3.complex.Complex#equals(Object)",
                "org.apache.commons.math3.complex.Complex#<init>(double,double)",
                "org.apache.commons.math3.util.ArithmeticUtils#gcd(int,int)",
                "org.apache.commons.math3.util.ArithmeticUtils#subAndCheck(long,long)",
                "org.apache.commons.math3.util.FastMath#floor",
                "org.apache.commons.math3.fraction.Fraction#addSub",
                "org.apache.commons.math3.util.ResizableDoubleArray#addElement",
                "org.apache.commons.math3.geometry.euclidean.twod.Vector2D#crossProduct",
            })
    void everyMutantThatVerifiesStillVerifiesWhenWoven(String method) throws Exception {
        Path jar = Path.of(org.apache.commons.math3.complex.Complex.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> broken = new ArrayList<>();
        int verified = 0;
        try (ClassPath library = ClassPath.open(List.of(jar))) {
            ResolvedMethod resolved = MethodReference.parse(method).resolve(library);
            PlannedCapture capture = CapturePlanner.plan(library, resolved, CaptureSettings.DEFAULT, new EnginePurity());
            List<Mutant> mutants = Mutants.of(
                    library, resolved.owner(), resolved.name(), resolved.descriptor(), MutationScope.METHOD,
                    Mutators.named(List.of("ALL")));
            for (Mutant mutant : mutants) {
                List<String> notices = new ArrayList<>();
                byte[] woven = new Instrumenter(capture.plan(), notices::add)
                        .instrument(mutant.bytes(), true)
                        .orElseThrow();
                assertEquals(List.of(), notices);
                if (verifies(mutant.className(), mutant.bytes())) {
                    verified++;
                    if (!verifies(mutant.className(), woven)) {
                        broken.add(mutant.id());
                    }
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(verified >= 5, "only " + verified + " mutants");
    }

    private static boolean verifies(String className, byte[] bytes) throws ClassNotFoundException {
        ClassLoader loader = new ClassLoader(MutantWeavingTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(className) ? define() : super.loadClass(name, resolve);
            }

            private Class<?> define() {
                Class<?> known = findLoadedClass(className);
                return known != null ? known : defineClass(className, bytes, 0, bytes.length);
            }
        };
        try {
            Class.forName(className, true, loader);
            return true;
        } catch (VerifyError | ClassFormatError e) {
            return false;
        } catch (LinkageError e) {
            return true; // It verified; its initializer did not like to be apart from its package.
        }
    }
}
