package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageRecord;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.TestParts;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.runtime.TickBudgetExceeded;
import dev.oraculum.testing.Compiled;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several tests in one: each part has its own coverage and ticks, and the test has those of all. */
class TestPartsTest {
    private static final String SOURCE =
            """
            public class C {
                public static int m(int a) { if (a > 10) { return 1; } return 2; }
                static class Late { static final boolean VALUE = same("in an initializer"); }
                static boolean same(String text) { return text.equals("late"); }
                public static int texts(int n) throws Exception {
                    String text = "text " + n;
                    Object other = n;
                    boolean any = Late.VALUE | text.equals("equal") | "x".equalsIgnoreCase(text)
                            | text.startsWith("start") | text.endsWith("end") | text.contains(new StringBuilder("no text"))
                            | java.util.Objects.equals(text, "objects") | other.equals("object")
                            | text.compareTo("order") == 0 | text.indexOf("within") > 0 | text.equals("") | text.equals("l".repeat(101))
                            | text.concat("not this").isEmpty();
                    Thread thread = new Thread(() -> text.equals("elsewhere"));
                    thread.start();
                    thread.join();
                    for (int i = 0; i < n; i++) { any |= text.equals("at " + i); }
                    return any ? 1 : 0;
                }
                public static int askingOthers(int n) { return D.ask("key " + n) ? 1 : 0; }
                public static int loop(int n) { int i = 0; while (i < n) { i++; } return i; }
            }
            class D {
                static final java.util.Map<String, Integer> VALUES =
                        new java.util.HashMap<>(java.util.Map.of("one", 1, "two", 2));
                static boolean ask(String key) { return key.equals("elsewhere") | VALUES.containsKey(key); }
            }
            """;

    private CoveragePlan plan;
    private Class<?> woven;

    @BeforeEach
    void weave() throws Exception {
        Compiled compiled = Compiled.of(SOURCE, "-g");
        plan = CoveragePlan.of(compiled.classes().entrySet().stream().filter(file -> !file.getKey().equals("D")).map(Map.Entry::getValue)
                .toList());
        List<String> notices = new ArrayList<>();
        ClassLoader loader = compiled.load(bytes -> new Instrumenter(plan, notices::add).instrument(bytes, true).orElse(bytes));
        woven = Class.forName("C", true, loader);
        assertEquals(List.of(), notices);
        Recorder.install(plan);
    }

    private void call(String name, int argument) throws Throwable {
        Method method = woven.getMethod(name, int.class);
        try {
            method.invoke(null, argument);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void callAsPart(TestParts parts, String name, int argument) throws Throwable {
        parts.begin(0);
        call(name, argument);
        parts.end(false);
    }

    private Map<Integer, Double> ended(TestParts parts) {
        parts.end(false);
        Map<Integer, Double> distances = new TreeMap<>();
        for (int goal = 0; goal < parts.goals(); goal++) {
            if (!parts.isFar(goal)) {
                distances.put(goal, Double.longBitsToDouble(parts.bits(goal)));
            }
        }
        parts.clear();
        return distances;
    }

    @Test
    void aPartHasCoverageOfItsOwnAndTheTestThatOfAll() throws Throwable {
        Recorder.beginTest(0, Long.MAX_VALUE);
        TestParts parts = new TestParts();
        parts.begin(0);
        call("m", 4);
        Map<Integer, Double> first = ended(parts);
        parts.begin(0);
        Map<Integer, Double> nothing = ended(parts);
        parts.begin(0);
        call("m", 30);
        Map<Integer, Double> third = ended(parts);
        Recorder.endTest();
        CoverageRecord whole = RecordingKinds.records(new CoverageKind(), plan, List.of(ByteBuffer.wrap(Recorder.drain(0)))).get(0);

        assertEquals(Map.of(), nothing);
        assertTrue(first.containsValue(7.0), "10 is 6 more: " + first);
        assertTrue(third.containsValue(21.0), "10 is 20 less: " + third);
        Map<Integer, Double> all = new TreeMap<>(first);
        third.forEach((goal, distance) -> all.merge(goal, distance, Math::min));
        for (int goal = 0; goal < plan.goals(); goal++) {
            assertEquals(all.getOrDefault(goal, Double.POSITIVE_INFINITY), whole.distances()[goal]);
        }
    }

    @Test
    void aPartSaysWhichTextsItsCodeHasCompared() throws Throwable {
        Recorder.beginTest(0, Long.MAX_VALUE);
        TestParts parts = new TestParts();
        callAsPart(parts, "texts", 2);
        List<String> expected = List.of("text 2", "equal", "x", "start", "end", "objects", "object", "order", "within", "at 0", "at 1");
        assertEquals(expected, parts.comparedTexts());
        call("texts", 1);
        assertEquals(expected, parts.comparedTexts(), "between parts nobody looks");
        parts.clear();
        callAsPart(parts, "texts", 40);
        List<String> first = parts.comparedTexts();
        assertEquals(16, first.size(), first.toString());
        assertEquals(List.of("text 40", "equal"), first.subList(0, 2), "nothing is left of the part before");
        assertEquals("at 6", first.get(15));
        parts.clear();
        callAsPart(parts, "m", 1);
        assertEquals(List.of(), parts.comparedTexts());
        parts.clear();
        Recorder.endTest();
    }

    @Test
    void whatOtherCodeComparesAndContainersHoldIsKeptApart() throws Throwable {
        Recorder.beginTest(0, Long.MAX_VALUE);
        TestParts parts = new TestParts();
        callAsPart(parts, "askingOthers", 3);
        assertEquals(List.of(), parts.comparedTexts());
        assertEquals(List.of("key 3", "elsewhere", "one", "two"), parts.textsOfOthers());
        parts.clear();
        callAsPart(parts, "texts", 1);
        assertEquals(List.of(), parts.textsOfOthers(), "nothing is left of the part before");
        parts.clear();
        Recorder.endTest();
    }

    @Test
    void aPartHasATickBudgetOfItsOwn() throws Throwable {
        Recorder.beginTest(0, 1_000);
        TestParts parts = new TestParts();
        parts.begin(100);
        assertThrows(TickBudgetExceeded.class, () -> call("loop", 10_000));
        assertTrue(parts.isOverBudget());
        assertThrows(TickBudgetExceeded.class, () -> call("m", 1), "until it ends");
        parts.end(true);
        parts.begin(100);
        assertFalse(parts.isOverBudget());
        call("loop", 50);
        parts.end(false);
        // What all take is the test's: no part has more than the test has left.
        parts.begin(100_000);
        Throwable thrown = assertThrows(Throwable.class, () -> call("loop", 100_000));
        assertInstanceOf(TickBudgetExceeded.class, thrown);
        assertTrue(parts.isTestOverBudget());
        parts.end(true);
        TestTally tally = Recorder.endTest();
        assertTrue(tally.overBudget());
        assertTrue(tally.ticks() > 1_000, () -> "ticks of all: " + tally.ticks());
    }
}
