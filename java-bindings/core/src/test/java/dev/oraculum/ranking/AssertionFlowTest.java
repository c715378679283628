package dev.oraculum.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.agent.Instrumenter;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.ranking.FlowRecords.Reached;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.FlowPlan.Anomaly;
import dev.oraculum.runtime.FlowPlan.Site;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan.Variable;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.testing.Compiled;
import dev.oraculum.testing.InvocationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.math.complex.Complex;
import org.junit.jupiter.api.Test;

/** Anomalies in recorded invocations, followed to assertions that were found in the test. */
class AssertionFlowTest {
    private static final String COMPLEX = "org/apache/commons/math/complex/Complex";

    /** One test of a class {@code T} with a method {@code test}, of Complex as published in 1.2. */
    private static final class Followed {
        private final Compiled compiled;
        private final InvocationPlan plan;
        private final Map<String, byte[]> library;
        private final List<InvocationRecord> invocations;

        Followed(String source) throws Exception {
            compiled = Compiled.of(source, "-g", "-cp", System.getProperty("java.class.path"));
            Path jar = Path.of(Complex.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (ClassPath classPath = ClassPath.open(List.of(jar))) {
                plan = InvocationPlanner.plan(classPath, COMPLEX, 2, true).plan();
                library = new TreeMap<>();
                for (String name : classPath.projectClasses()) {
                    if (name.startsWith("org/apache/commons/math/complex/") || name.startsWith("org/apache/commons/math/util/")) {
                        library.put(name, classPath.find(name).orElseThrow());
                    }
                }
            }
            run(plan);
            invocations = InvocationRecord.decode(plan, Recorder.drain(0));
        }

        private void run(Plan under) throws Exception {
            List<String> notices = new ArrayList<>();
            Map<String, byte[]> all = new TreeMap<>(library);
            all.putAll(compiled.classes());
            ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
                @Override
                protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                    byte[] bytes = all.get(name.replace('.', '/'));
                    Class<?> known = findLoadedClass(name);
                    if (bytes == null || known != null) {
                        return known != null ? known : super.loadClass(name, resolve);
                    }
                    byte[] woven = new Instrumenter(under, notices::add).instrument(bytes, true).orElse(bytes);
                    return defineClass(name, woven, 0, woven.length);
                }
            };
            Class<?> test = loader.loadClass("T");
            Object instance = test.getConstructor().newInstance();
            Recorder.install(under);
            Recorder.beginTest(0, Long.MAX_VALUE);
            try {
                test.getMethod("test").invoke(instance);
            } finally {
                TestTally tally = Recorder.endTest();
                assertEquals(List.of(), Recorder.drainFaults());
                assertEquals(List.of(), notices);
                assertTrue(tally.invocations().get(0) > 0);
            }
        }

        /**
         * Lines of the assertions that are reached from a variable at the exit of the last invocation of a method, and of those that are
         * not.
         */
        Map<Boolean, List<Integer>> from(String method, String variable) throws Exception {
            InvocationRecord last = invocations.stream().filter(record -> record.method().equals(method)).reduce((a, b) -> b).orElseThrow();
            int number = 0;
            while (!plan.methods().get(number).name().equals(method)) {
                number++;
            }
            List<Variable> variables = plan.methods().get(number).variables();
            int place = variables.stream().map(Variable::name).toList().indexOf(variable);
            assertTrue(place >= 0, () -> variable + " of " + variables.stream().map(Variable::name).toList());
            List<AssertionSites.Found> found = AssertionSites.of(compiled.bytes("T"), name -> Optional.ofNullable(compiled.bytes(name)));
            List<Site> sites = new ArrayList<>();
            for (AssertionSites.Found site : found) {
                sites.add(new Site(site.className(), site.method(), site.descriptor(), site.instruction(), sites.size(), site.form()));
            }
            List<FlowPlan.Method> methods = plan.methods().stream()
                    .map(planned -> new FlowPlan.Method(planned.className(), planned.name(), planned.descriptor(), planned.entryRoots(),
                    planned.exitRoots(), planned.variables()))
                    .toList();
            Anomaly anomaly = new Anomaly(17, 0, last.invocation(), number, variables.get(place).moment(), place);
            run(new FlowPlan(methods, List.of("org/apache/commons/math/", "T"), sites, List.of(anomaly), FlowPlan.DEFAULT_MOST_LABELS));
            Map<Boolean, List<Integer>> lines = new TreeMap<>();
            lines.put(true, new ArrayList<>());
            lines.put(false, new ArrayList<>());
            for (Reached reached : FlowRecords.decode(Recorder.drain(0))) {
                lines.get(reached.anomalies().contains(17)).add(found.get(reached.site()).line());
            }
            return lines;
        }
    }

    /** The paper's example (MATH-221): the wrong assertion says that a number with -0.0 is not the one with 0.0. */
    @Test
    void theImaginaryPartOfAConjugateReachesWhatIsMadeOfIt() throws Exception {
        Followed followed = new Followed("""
                import org.apache.commons.math.complex.Complex;
                import static org.junit.Assert.*;
                public class T {
                    public void test() {
                        Complex c0 = new Complex(0.0, 1177.85);
                        Complex c1 = c0.multiply(c0);
                        Complex c2 = c1.conjugate();
                        assertFalse(c2.equals(c1));
                        assertEquals(1387330.62, c2.abs(), 0.01);
                        assertEquals(-1387330.62, c2.getReal(), 0.01);
                        assertEquals(-0.0, c2.getImaginary(), 0.01);
                        assertEquals(0.0, c1.getImaginary(), 0.01);
                        assertFalse(c1.equals(c0));
                        assertNotNull(c2);
                        assertTrue(c2.hashCode() != 3);
                        Complex c3 = c2.add(Complex.ONE);
                        assertEquals(-1387329.62, c3.getReal(), 0.01);
                        assertEquals(0.0, c3.getImaginary(), 0.01);
                        assertNotEquals(c2, c1);
                        assertNotSame(c2, c1);
                        assertFalse(c0.isNaN());
                        try {
                            c2.add(null);
                            fail();
                        } catch (NullPointerException e) {
                            // expected
                        }
                        try {
                            c0.add(null);
                            fail();
                        } catch (NullPointerException e) {
                            // expected
                        }
                    }
                }
                """);
        assertEquals(Map.of(true, List.of(8, 9, 11, 15, 18, 19, 24), false, List.of(10, 12, 13, 14, 17, 20, 21, 30)),
                followed.from("conjugate", "result.imaginary"));
    }
}
