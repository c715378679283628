package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoveragePlan.PointKind;
import dev.oraculum.kinds.coverage.CoverageRecord;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.testing.Compiled;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a mutant of an instruction would leave another state than a test has seen. */
class InfectionsTest {
    private static final double NEVER = Double.POSITIVE_INFINITY;
    private static final double FAR = Double.MAX_VALUE;

    private CoveragePlan plan;
    private Class<?> woven;

    private void weave(String body) throws Exception {
        weave(body, body);
    }

    /** @param other what runs with the plan of the first */
    private void weave(String body, String other) throws Exception {
        plan = CoveragePlan.of(compiled(body).classes().values(), true);
        CoveragePlan sent = (CoveragePlan) RecordingKinds.plan(plan.toBytes());
        assertEquals(plan, sent);
        List<String> notices = new ArrayList<>();
        ClassLoader loader = compiled(other).load(bytes -> new Instrumenter(sent, notices::add).instrument(bytes, true).orElse(bytes));
        woven = Class.forName("C", true, loader);
        assertEquals(List.of(), notices);
        Recorder.install(sent);
    }

    private static Compiled compiled(String body) throws Exception {
        return Compiled.of("public class C { static Object field; " + body + " }", "-g");
    }

    /** By infection, the distances after one test. */
    private List<Double> run(Object[]... calls) throws Exception {
        double[] distances = distances(calls);
        List<Double> found = new ArrayList<>();
        int goal = 0;
        for (CoveragePlan.Method method : plan.methods()) {
            for (CoveragePlan.Point point : method.points()) {
                for (int outcome = 0; outcome < point.goals(); outcome++, goal++) {
                    if (point.kind().infects()) {
                        found.add(distances[goal]);
                    }
                }
            }
        }
        return found;
    }

    private double[] distances(Object[]... calls) throws Exception {
        Method method = Arrays.stream(woven.getMethods()).filter(m -> m.getName().equals("m")).findFirst().orElseThrow();
        Recorder.beginTest(3, Long.MAX_VALUE);
        for (Object[] arguments : calls) {
            method.invoke(null, arguments);
        }
        assertEquals("", Recorder.endTest().fault());
        List<CoverageRecord> records = RecordingKinds.records(new CoverageKind(), plan, List.of(ByteBuffer.wrap(Recorder.drain(0))));
        assertEquals(1, records.size());
        return records.get(0).distances();
    }

    private static Object[] call(Object... arguments) {
        return arguments;
    }

    @AfterEach
    void nothingIsWrong() {
        assertEquals(List.of(), Recorder.drainFaults());
    }

    @Test
    void boundsAreAsFarAsTheOperandsDiffer() throws Exception {
        weave("public static void m(int a, int b) { if (a < b) field = a; if (b >= 0) field = b; if (a == b) field = 1; }");
        assertEquals(List.of(7.0, 10.0), run(call(3, 10)));
        assertEquals(List.of(0.0, 1.0), run(call(10, 10), call(3, 1)));
        assertEquals(List.of(4294967295.0, 2147483647.0), run(call(Integer.MIN_VALUE, Integer.MAX_VALUE)));
        weave("""
                public static void m(long a, long b, float c, double d) {
                    if (a > b) field = 1;
                    if (c < 2f) field = 2;
                    if (!(d <= c)) field = 3;
                }
                """);
        assertEquals(List.of(1.0, 0.5, 2.5), run(call(Long.MAX_VALUE, Long.MAX_VALUE - 1, 1.5f, 4.0)));
        assertEquals(List.of(0.0, 0.0, 0.0), run(call(5L, 5L, 2f, 2.0)));
        assertEquals(List.of(2.0, FAR, FAR), run(call(5L, 3L, Float.NaN, Double.POSITIVE_INFINITY)));
    }

    /** What the woven comparisons say is what they said before. */
    @Test
    void comparisonsStayWhatTheyAre() throws Exception {
        weave("""
                public static Object text() { return field; }
                public static void m(long a, double b, float c) {
                    field = (a < 5 ? "a" : "") + (a >= -5 ? "b" : "") + (b > 1.5 ? "c" : "") + (b <= -1 ? "d" : "") + (c < 2 ? "e" : "")
                            + a * 3 + (a / 7) + (a % 4) + (a << 2) + (a >>> 1) + b * 2 + (b / 3) + -c + (c - 1);
                }
                """);
        for (double value : new double[] {-7, 0, 1, 5, 2.5, Double.NaN, 1e30}) {
            run(call((long) value, value, (float) value));
            long a = (long) value;
            float c = (float) value;
            String expected = (a < 5 ? "a" : "") + (a >= -5 ? "b" : "") + (value > 1.5 ? "c" : "") + (value <= -1 ? "d" : "")
                    + (c < 2 ? "e" : "") + a * 3 + (a / 7) + (a % 4) + (a << 2) + (a >>> 1) + value * 2 + (value / 3) + -c + (c - 1);
            assertEquals(expected, woven.getDeclaredMethod("text").invoke(null));
        }
    }

    /** PIT's replacements: of an addition a subtraction, and so on. */
    @ParameterizedTest
    @CsvSource({"+,0,1", "-,0,1", "*,1,3", "/,1,3", "%,0,3", "<<,0,1", ">>,0,1", ">>>,0,1", "&,6,5", "|,6,5", "^,0,4"})
    void operatorsInfectWhereTheOtherGivesSomethingElse(String operator, int same, int other) throws Exception {
        for (String type : List.of("int", "long")) {
            weave("public static void m(" + type + " b) { " + type + " a = 6; field = a " + operator + " b; }");
            Object[][] calls = type.equals("int") ? new Object[][] {{same}, {other}} : new Object[][] {{(long) same}, {(long) other}};
            if (operator.equals("%")) {
                assertTrue(throwsArithmetic(calls[0]), "a division by 0 throws as before");
            } else if (operator.equals("^")) {
                assertEquals(List.of(0.0), run(calls[0]), "6 is not 0");
            } else {
                assertEquals(List.of(1.0), run(calls[0]), type);
            }
            assertEquals(List.of(0.0), run(calls[1]), type);
        }
    }

    private boolean throwsArithmetic(Object[] arguments) throws Exception {
        try {
            Recorder.beginTest(4, Long.MAX_VALUE);
            Arrays.stream(woven.getMethods()).filter(m -> m.getName().equals("m")).findFirst().orElseThrow().invoke(null, arguments);
            return false;
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof ArithmeticException && !e.getCause().getStackTrace()[0].getClassName().contains("oraculum");
        } finally {
            Recorder.endTest();
            Recorder.drain(0);
        }
    }

    @Test
    void realsAndSigns() throws Exception {
        weave("public static void m(double a, float b) { field = a + b; field = b * b; field = -a; }");
        assertEquals(List.of(1.0, 0.0, 1.0), run(call(0.0, 0f)), "0 * 0 is 0, and 0 / 0 no number");
        assertEquals(List.of(0.0, 0.0, 0.0), run(call(2.0, 3f)));
        assertEquals(List.of(0.0, 1.0, 0.0), run(call(2.0, 1f)));
        assertEquals(List.of(1.0, 1.0, 1.0), run(call(Double.NaN, Float.NaN)));
        weave("public static void m(int a, long b) { field = -a; field = -b; }");
        assertEquals(List.of(1.0, 0.0), run(call(0, 4L)));
        assertEquals(List.of(1.0, 1.0), run(call(Integer.MIN_VALUE, 0L)));
    }

    @Test
    void returnedValuesInfectWhereTheyAreNotEmpty() throws Exception {
        weave("public static int m(int a) { return a; }");
        assertEquals(List.of(1.0), run(call(0)));
        assertEquals(List.of(0.0), run(call(0), call(7)));
        weave("public static boolean m(boolean a) { return a; }");
        assertEquals(List.of(0.0, 1.0), run(call(true)));
        assertEquals(List.of(1.0, 0.0), run(call(false)));
        assertEquals(List.of(0.0, 0.0), run(call(false), call(true)));
        weave("public static long m(long a) { return a; }");
        assertEquals(List.of(1.0), run(call(0L)));
        weave("public static double m(double a) { return a; }");
        assertEquals(List.of(0.0), run(call(0.5)));
        weave("public static Object m(Object a) { return a; }");
        for (Object empty : new Object[] {null, "", 0, 0L, Optional.empty(), new ArrayList<>()}) {
            assertEquals(List.of(1.0), run(call(empty)), String.valueOf(empty));
        }
        for (Object full : new Object[] {"x", 1, Optional.of(1), new ArrayList<>(List.of(1)), new Object()}) {
            assertEquals(List.of(0.0), run(call(full)), full.toString());
        }
    }

    /** A constant that is added or returned infects whoever comes there, and a plan of coverage alone has no infections. */
    @Test
    void whatAlwaysInfectsAndOtherPlansHaveNoPoints() throws Exception {
        weave("public static Object m(int a) { field = a + 1; field = a - 2L; if (a == 3) return \"x\"; return new Object(); }");
        assertEquals(List.of(), run(call(1)));
        Compiled compiled = compiled("public static int m(int a) { return a < 3 ? a * a : a; }");
        CoveragePlan with = CoveragePlan.of(compiled.classes().values(), true);
        CoveragePlan without = CoveragePlan.of(compiled.classes().values());
        List<PointKind> kinds = with.methods().stream().filter(method -> method.name().equals("m"))
                .flatMap(method -> method.points().stream()).map(CoveragePlan.Point::kind).filter(PointKind::infects).toList();
        assertEquals(List.of(PointKind.BOUNDARY, PointKind.ARITHMETIC, PointKind.RETURNED), kinds);
        assertTrue(without.methods().stream().flatMap(method -> method.points().stream()).noneMatch(point -> point.kind().infects()));
        assertEquals(without.goals() + 3, with.goals());
    }

    @Test
    void aMethodWithOtherInfectionsKeepsItsCoverage() throws Exception {
        weave("public static int m(int a) { return a * a; }", "public static int m(int a) { return 7; }");
        double[] distances = distances(call(1));
        int entry = plan.methods().stream().takeWhile(method -> !method.name().equals("m")).mapToInt(CoveragePlan.Method::goals).sum();
        assertEquals(0, distances[entry]);
        assertEquals(List.of(NEVER, NEVER), run(call(1)));
    }
}
