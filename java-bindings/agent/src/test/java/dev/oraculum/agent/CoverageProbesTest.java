package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.bytecode.DefinitionSites.MethodKey;
import dev.oraculum.bytecode.DefinitionSites.Place;
import dev.oraculum.runtime.DataPlan.Site;
import dev.oraculum.testing.Compiled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jacoco.core.runtime.OfflineInstrumentationAccessGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/** What JaCoCo's agent puts into a class changes nothing of what a class defines, nor of how its variables are named. */
class CoverageProbesTest {
    private static final String SUBJECT =
            """
            public class Subject {
                boolean[] flags = new boolean[4];
                static int doubled(int n) {
                    return 2 * n;
                }
                int sum(int from, boolean[] given) {
                    boolean[] own = new boolean[2];
                    own[1] = true;
                    given[0] = from > 2;
                    flags[3] = true;
                    int sum = from;
                    for (int i = 0; i < 3; i++) {
                        long wide = i;
                        sum += wide > 1 ? doubled(i) : 1;
                    }
                    return sum;
                }
            }
            """;

    private static Map<MethodKey, List<Site>> sites(byte[] classFile) {
        Map<MethodKey, List<Site>> sites = new LinkedHashMap<>();
        DefinitionSites.of(classFile).forEach((method, places) -> sites.put(method, places.stream().map(Place::site).toList()));
        return sites;
    }

    private static byte[] withoutDebugTables(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile).accept(writer, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    private static void assertSameSites(byte[] classFile) throws Exception {
        byte[] instrumented = new org.jacoco.core.instr.Instrumenter(new OfflineInstrumentationAccessGenerator())
                .instrument(classFile, "Subject");
        Map<MethodKey, List<Site>> now = sites(instrumented);
        assertTrue(now.keySet().removeIf(method -> method.name().equals("$jacocoInit")), "JaCoCo has been here");
        assertEquals(sites(classFile), now);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "17"})
    void theyAreNoDefinitions(String release) throws Exception {
        byte[] classFile = Compiled.of(SUBJECT, "-g", "--release", release).bytes("Subject");
        assertFalse(sites(classFile).isEmpty());
        assertSameSites(classFile);
        assertSameSites(withoutDebugTables(classFile));
    }

    /** Ours are told from JaCoCo's by where the array comes from. */
    @Test
    void storesOfTheProgramIntoArraysOfBooleansStay() {
        byte[] classFile = Compiled.of(SUBJECT, "-g").bytes("Subject");
        List<Site> sum = sites(classFile).get(new MethodKey("sum", "(I[Z)I"));
        assertEquals(3, sum.stream().filter(site -> site.kind().name().equals("ELEMENT")).count(), sum.toString());
    }
}
