package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoveragePlan.PointKind;
import dev.oraculum.kinds.coverage.CoverageRecord;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.testing.Compiled;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Distances to what a test did not reach. */
class CoverageTest {
    private static final double NEVER = Double.POSITIVE_INFINITY;
    private static final double FAR = Double.MAX_VALUE;

    private CoveragePlan plan;
    private Class<?> woven;

    private void weave(String body) throws Exception {
        weave(Compiled.of("public class C { static int field; static boolean flag = true; " + body + " }", "-g"));
    }

    private void weave(Compiled compiled) throws Exception {
        plan = CoveragePlan.of(compiled.classes().values());
        CoveragePlan sent = (CoveragePlan) RecordingKinds.plan(plan.toBytes());
        assertEquals(plan, sent);
        List<String> notices = new ArrayList<>();
        ClassLoader loader = compiled.load(bytes -> new Instrumenter(sent, notices::add).instrument(bytes, true).orElse(bytes));
        woven = Class.forName("C", true, loader);
        assertEquals(List.of(), notices);
        Recorder.install(sent);
    }

    /** By goal, the distances after one test. */
    private double[] run(Object[]... calls) throws Exception {
        Method method = Arrays.stream(woven.getMethods()).filter(m -> m.getName().equals("m")).findFirst().orElseThrow();
        Recorder.beginTest(3, Long.MAX_VALUE);
        for (Object[] arguments : calls) {
            method.invoke(null, arguments);
        }
        assertEquals("", Recorder.endTest().fault());
        List<CoverageRecord> records = RecordingKinds.records(new CoverageKind(), plan, List.of(ByteBuffer.wrap(Recorder.drain(0))));
        assertEquals(1, records.size());
        assertEquals(3, records.get(0).test());
        return records.get(0).distances();
    }

    /** Those of the branches of method m. */
    private List<Double> branches(double[] distances) {
        List<Double> found = new ArrayList<>();
        int goal = 0;
        for (CoveragePlan.Method method : plan.methods()) {
            for (CoveragePlan.Point point : method.points()) {
                boolean branch = point.kind() == PointKind.JUMP || point.kind() == PointKind.SWITCH;
                if (branch && method.name().equals("m")) {
                    IntStream.range(goal, goal + point.goals()).forEach(i -> found.add(distances[i]));
                }
                goal += point.goals();
            }
        }
        return found;
    }

    /** The first goal of a method. */
    private int first(String name) {
        return plan.methods().stream().takeWhile(method -> !method.name().equals(name)).mapToInt(CoveragePlan.Method::goals).sum();
    }

    /** The goals of a method that were reached. */
    private List<Integer> reached(double[] distances, String name) {
        int goals = plan.methods().stream().filter(method -> method.name().equals(name)).mapToInt(CoveragePlan.Method::goals).sum();
        return IntStream.range(first(name), first(name) + goals).filter(goal -> distances[goal] == 0).boxed().toList();
    }

    private static Object[] call(Object... arguments) {
        return arguments;
    }

    @AfterEach
    void nothingIsWrong() {
        assertEquals(List.of(), Recorder.drainFaults());
    }

    @Test
    void numbersAreAsFarAsTheyDiffer() throws Exception {
        // javac jumps where the condition is false: the first goal is "not less".
        weave("public static int m(int a, int b) { return a < b ? 1 : 2; }");
        assertEquals(List.of(8.0, 0.0), branches(run(call(3, 10))));
        assertEquals(List.of(0.0, 1.0), branches(run(call(10, 10))));
        assertEquals(List.of(0.0, 3.0), branches(run(call(70, 10), call(12, 10), call(20, 10))));
        assertEquals(List.of(0.0, 0.0), branches(run(call(70, 10), call(7, 10))));
        assertEquals(List.of(4294967296.0, 0.0), branches(run(call(Integer.MIN_VALUE, Integer.MAX_VALUE))));
    }

    @Test
    void equalityIsFarByTheDifference() throws Exception {
        weave("public static int m(int a) { return a == 42 ? 1 : 2; }");
        assertEquals(List.of(0.0, 6.0), branches(run(call(37))));
        assertEquals(List.of(1.0, 0.0), branches(run(call(42))));
    }

    @Test
    void longsAndRealsKeepTheirMagnitude() throws Exception {
        weave("public static int m(long a, long b) { return a >= b ? 1 : 2; }");
        assertEquals(List.of(0.0, 1e15 + 1), branches(run(call(5L, 1_000_000_000_000_005L))));
        // Too near for a double to tell, and yet not reached.
        assertEquals(List.of(0.0, 1.0), branches(run(call(Long.MAX_VALUE - 1, Long.MAX_VALUE))));
        weave("public static int m(double a, float b) { return a > 1.5 ? b == 2f ? 1 : 2 : 3; }");
        assertEquals(List.of(0.0, 1.5, NEVER, NEVER), branches(run(call(1.0, 2f))));
        assertEquals(List.of(0.0, 0.0, 0.0, 1.25), branches(run(call(1.0, 2f), call(2.0, 2.25f))));
        assertEquals(List.of(0.0, FAR, NEVER, NEVER), branches(run(call(Double.NaN, 2f))));
        assertEquals(List.of(0.0, FAR, NEVER, NEVER), branches(run(call(Double.NEGATIVE_INFINITY, 2f))));
        assertEquals(List.of(1.5, 0.0, 0.0, FAR), branches(run(call(2.0, Float.NaN))));
    }

    @Test
    void referencesNullTypesAndBooleansAreNearOrThere() throws Exception {
        weave("""
                public static int m(Object a, Object b) {
                    if (a == null) return 1;
                    if (a == b) return 2;
                    if (a instanceof String) return 3;
                    return flag ? 4 : 5;
                }
                """);
        assertEquals(List.of(1.0, 0.0, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER), branches(run(call(null, ""))));
        assertEquals(List.of(0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0), branches(run(call(7, ""))));
        assertEquals(List.of(0.0, 1.0, 0.0, 1.0, 1.0, 0.0, NEVER, NEVER), branches(run(call("x", "y"))));
    }

    @Test
    void textsAreAsFarAsTheCharactersThatAreMissing() throws Exception {
        weave("""
                public static int m(Object a, String b) {
                    if (a.equals("key")) return 1;
                    if (!b.startsWith("pre")) return 2;
                    if (b.equalsIgnoreCase("PREFIX") || b.contains("in")) return 3;
                    return java.util.Objects.equals(a, b) ? 4 : b.matches("pre.") ? 5 : 6;
                }
                """);
        // Two characters are missing.
        double two = 2.0 / 3;
        assertEquals(List.of(0.0, two, two, 0.0), branches(run(call("k", "p"))).subList(0, 4));
        assertEquals(List.of(1.0, 0.0), branches(run(call("key", "p"))).subList(0, 2));
        assertEquals(List.of(0.0, 1.0), branches(run(call(7, "p"))).subList(0, 2), "no text");
        List<Double> all = branches(run(call("ke", "pref")));
        // javac jumps into the body where the first of the two holds.
        assertEquals(List.of(0.0, 0.5, 0.0, 1.0, two, 0.0, 0.0, two), all.subList(0, 8));
        double gap = 3 + 5.0 / 6;
        assertEquals(List.of(0.0, gap / (gap + 1)), all.subList(8, 10), "three characters, and from k to p it is five");
        assertEquals(List.of(1.0, 0.0), all.subList(10, 12));
        assertEquals(List.of(0.0, 1.0), branches(run(call("ke", "pre"))).subList(10, 12), "of a regular expression nothing is known");
    }

    @Test
    void aComparisonThatThrowsIsNoBranch() throws Exception {
        weave("""
                public static int m(String a, String b) {
                    try { return a.equals("key") || a.startsWith(b) ? 1 : 2; } catch (NullPointerException e) { return 3; }
                }
                """);
        assertEquals(List.of(NEVER, NEVER, NEVER, NEVER), branches(run(call(null, "k"))));
        assertEquals(List.of(NEVER, NEVER), branches(run(call("ke", null))).subList(2, 4));
    }

    @Test
    void casesAreAsFarAsTheNearestKey() throws Exception {
        weave("public static int m(int a) { switch (a) { case 1: case 7: return 1; case 100: return 2; default: return 3; } }");
        // Default; 1 and 7; 100.
        assertEquals(List.of(0.0, 3.0, 92.0), branches(run(call(9))));
        assertEquals(List.of(1.0, 0.0, 94.0), branches(run(call(7))));
        assertEquals(List.of(1.0, 94.0, 0.0), branches(run(call(100))));
    }

    @Test
    void handlersAndConstructorsAreGoals() throws Exception {
        weave("""
                final String text;
                public C(int a) { this(a > 0 ? "p" : "n"); }
                C(String text) { this.text = new StringBuilder(text).append(1).toString(); }
                public static int m(int a) {
                    try { return new C(a).text.charAt(a); } catch (StringIndexOutOfBoundsException e) { return -1; }
                }
                """);
        List<CoveragePlan.Method> methods = plan.methods();
        assertEquals(List.of("<init>", "<init>", "m"), methods.stream().map(CoveragePlan.Method::name).toList());
        List<PointKind> kinds = methods.get(2).points().stream().map(CoveragePlan.Point::kind).toList();
        // All points before it have one goal.
        int handler = first("m") + kinds.indexOf(PointKind.HANDLER);
        assertEquals(NEVER, run(call(1))[handler]);
        assertEquals(0, run(call(1), call(9))[handler]);
    }

    @Test
    void aTestThatReachesNothingLeavesNoRecordAndStaticInitializersAreOfNoTest() throws Exception {
        weave("static int n = m(1); public static int m(int a) { return a > 0 ? 1 : 2; }");
        Recorder.beginTest(0, Long.MAX_VALUE);
        assertEquals(List.of(0), Recorder.endTest().invocations());
        assertEquals(0, Recorder.drain(0).length);
        weave(Compiled.of(
                """
                public class C { public static int m(int a) { return a + D.k; } }
                class D { static int k = n(3); static int n(int a) { return a > 0 ? 1 : 2; } }
                """,
                "-g"));
        double[] distances = run(call(5));
        assertEquals(List.of(), reached(distances, "n"));
        assertTrue(reached(distances, "m").size() > 0);
    }

    @Test
    void threadsLoseNothing() throws Exception {
        weave("""
                public static int m(int a) throws Exception {
                    Thread[] threads = new Thread[4];
                    for (int t = 0; t < threads.length; t++) {
                        int from = t;
                        threads[t] = new Thread(() -> { for (int i = from; i < a; i += 4) n(i); });
                        threads[t].start();
                    }
                    for (Thread thread : threads) thread.join();
                    return 0;
                }
                static int n(int i) { return i == 1_000_000 ? 1 : i % 2 == 0 ? 2 : 3; }
                """);
        double[] distances = run(call(100_000));
        // Entry, then the two outcomes of the comparison.
        assertEquals(List.of(0.0, 0.0, 900_002.0), Arrays.stream(distances, first("n"), first("n") + 3).boxed().toList());
    }

    /** A mutant that removes a condition has other goals: nothing is recorded of that method, rather than something wrong. */
    @Test
    void aMethodWithOtherGoalsIsLeftAlone() throws Exception {
        String source = "public class C { public static int m(int a) { return a > 0 ? n() : n(); } static int n() { return 1; } }";
        Compiled original = Compiled.of(source, "-g");
        Compiled mutant = Compiled.of(source.replace("a > 0 ? n() : n()", "n()"), "-g");
        plan = CoveragePlan.of(original.classes().values());
        ClassLoader loader = mutant.load(bytes -> new Instrumenter(plan, notice -> {}).instrument(bytes, false).orElseThrow());
        woven = Class.forName("C", true, loader);
        Recorder.install(plan);
        double[] distances = run(call(1));
        assertEquals(List.of(), reached(distances, "m"));
        assertTrue(reached(distances, "n").size() > 0);
    }

    @Test
    void aMethodThatIsTooLargeIsLeftOutAndNamed() throws Exception {
        StringBuilder body = new StringBuilder("public static int m(int a) {");
        for (int i = 0; i < 2500; i++) {
            body.append("if (a == ").append(i).append(") field++;\n");
        }
        body.append(" return a; } public static int n(int a) { return a; }");
        Compiled compiled = Compiled.of("public class C { static int field; " + body + "}", "-g");
        plan = CoveragePlan.of(compiled.classes().values());
        List<String> notices = new ArrayList<>();
        byte[] bytes = new Instrumenter(plan, notices::add).instrument(compiled.bytes("C"), true).orElseThrow();
        assertNotNull(bytes);
        assertEquals(
                "C.m(I)I is too long for probes: it is left as it is, so none of its coverage can be recorded",
                notices.get(notices.size() - 1));
    }
}
