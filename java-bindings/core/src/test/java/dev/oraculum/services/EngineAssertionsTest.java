package dev.oraculum.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.spi.AssertionEngine;
import dev.oraculum.spi.AssertionEngine.Preset;
import dev.oraculum.spi.AssertionScore;
import dev.oraculum.spi.ImprovedAssertion;
import dev.oraculum.spi.PointVariable;
import dev.oraculum.spi.ProgramPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineAssertionsTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);

    private static ProgramPoint max() {
        return new ProgramPoint("C#max(int,int)", List.of(
                PointVariable.of("a", "int"), PointVariable.of("b", "int"), PointVariable.of("result", "int")));
    }

    /** All pairs of small numbers, as the method and three mutants of it. */
    private static void fill(AssertionEngine engine, int bound) {
        for (int a = -bound; a <= bound; a++) {
            for (int b = -bound; b <= bound; b++) {
                String test = "of " + a + ", " + b;
                engine.correct(test, List.of(a, b, Math.max(a, b)));
                engine.incorrect("minimum", test, List.of(a, b, Math.min(a, b)));
                engine.incorrect("first", test, List.of(a, b, a));
                engine.incorrect("second", test, List.of(a, b, b));
            }
        }
    }

    @Test
    void findsWhatTellsAMethodFromItsMutants() {
        try (AssertionEngine engine = AssertionEngine.open(max())) {
            fill(engine, 4);
            AssertionScore nothing = engine.evaluate("true");
            assertEquals(Set.of("minimum", "first", "second"), Set.copyOf(nothing.survivors()));
            assertTrue(nothing.incorrectStates() > 50, nothing.toString());
            assertEquals(nothing.incorrectStates(), nothing.falseNegatives());

            ImprovedAssertion found = engine.improve(null, 1, BUDGET);
            assertTrue(found.improved());
            assertEquals(0, found.best().falsePositives());
            assertEquals(0, found.best().falseNegatives());
            assertEquals(List.of(), found.best().survivors());
            assertFalse(found.clauses().isEmpty());
            assertEquals(found.best(), engine.evaluate(found.best().assertion()), "the same figures when it is asked about");
        }
    }

    /** What {@code oraculum improve --states} finds on a file of the same states. */
    @Test
    void findsWhatTheCommandFindsOnTheSameStates(@TempDir Path folder) throws IOException {
        List<String> lines = new ArrayList<>(List.of("{\"schemaVersion\":1,\"method\":\"C#max(int,int)\",\"variables\":["
                + "{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"int\"},{\"name\":\"result\",\"type\":\"int\"}]}"));
        for (int a = -4; a <= 4; a++) {
            for (int b = -4; b <= 4; b++) {
                lines.add(state(null, a, b, Math.max(a, b)));
                lines.add(state("minimum", a, b, Math.min(a, b)));
                lines.add(state("first", a, b, a));
                lines.add(state("second", a, b, b));
            }
        }
        Path file = Files.write(folder.resolve("states.jsonl"), lines);
        ImproveReport command = Oraculum.improveStates(
                file, StateSettings.DEFAULT, ImproveRequest.defaults().withSeed(1).withBudget(BUDGET), 1, JobListener.NONE).report();
        try (AssertionEngine engine = AssertionEngine.open(max())) {
            fill(engine, 4);
            ImprovedAssertion found = engine.improve(null, 1, BUDGET);
            assertEquals(command.improved().assertion(), found.best().assertion());
            assertEquals(command.improved().fp(), found.best().falsePositives());
            assertEquals(command.improved().fn(), found.best().falseNegatives());
            assertEquals(command.evidence().correct(), found.best().correctStates());
            assertEquals(command.evidence().incorrect(), found.best().incorrectStates());
        }
    }

    private static String state(String mutant, int a, int b, int result) {
        return "{\"correct\":" + (mutant == null) + ",\"test\":\"of " + a + ", " + b + "\",\"mutant\":"
                + (mutant == null ? "null" : "\"" + mutant + "\"") + ",\"pair\":0,\"values\":[" + a + "," + b + "," + result + "]}";
    }

    @Test
    void whatIsAddedLaterCounts() {
        try (AssertionEngine engine = AssertionEngine.open(max())) {
            engine.correct("one", List.of(1, 2, 2));
            engine.correct("one", List.of(3, 4, 4));
            assertEquals(0, engine.evaluate("result == b").falsePositives());
            engine.correct("two", List.of(5, 2, 5));
            AssertionScore score = engine.evaluate("result == b");
            assertEquals(1, score.falsePositives());
            assertEquals(3, score.correctStates());
        }
    }

    @Test
    void aStateThatTheCodeLeavesToo() {
        try (AssertionEngine engine = AssertionEngine.open(max())) {
            engine.correct("t", List.of(1, 2, 2));
            engine.incorrect("m", "t", List.of(1, 2, 2));
            engine.incorrect("n", "t", List.of(1, 2, 3));
            AssertionScore score = engine.evaluate("true");
            assertEquals(1, score.incorrectStates());
            assertEquals(List.of("n"), score.survivors());
        }
    }

    @Test
    void everyKindOfValue() {
        ProgramPoint point = new ProgramPoint("C#m()", List.of(
                PointVariable.of("z", "boolean"), PointVariable.of("b", "byte"), PointVariable.of("s", "short"),
                PointVariable.of("c", "char"),
                PointVariable.of("l", "long"), PointVariable.of("f", "float"), PointVariable.of("d", "double"),
                PointVariable.reference("o", "java.lang.Object"), PointVariable.reference("p", "java.lang.Object"),
                PointVariable.reference("text", "java.lang.String"), PointVariable.ofReceiver("text[*]", "text", "text"),
                PointVariable.reference("a", "int[]"), PointVariable.ofReceiver("a[*]", "int[]", "a").withJavaType("int[]"),
                PointVariable.reference("names", "java.util.List"),
                PointVariable.ofReceiver("names[*]", "text[]", "names").withJavaType("java.util.List<java.lang.String>")));
        Object object = new Object();
        int[] array = {4, 5};
        try (AssertionEngine engine = AssertionEngine.open(point)) {
            List<Object> names = Arrays.asList("x", null);
            engine.correct("t", Arrays.asList(
                    true, (byte) -1, (short) 300, 'q', 1L << 40, 0.5f, -0.25, object, object, "h\u00e9", "h\u00e9", array, array, names,
                    names));
            engine.correct("u", Arrays.asList(
                    true, (byte) -1, (byte) 44, 'q', 7, 0.5f, 2.5f, object, null, null, null, null, null, null, null));
            for (String holds : List.of(
                    "z", "b == -1", "s == 300 || s == 44", "c == 'q'", "l == 1099511627776L || l == 7", "f == 0.5",
                    "d == -0.25 || d == 2.5",
                    "o == p || p == null", "text == null || text.length() == 2", "a == null || a[0] == 4 && a.length == 2",
                    "names == null || names.size() == 2")) {
                assertEquals(0, engine.evaluate(holds).falsePositives(), holds);
            }
            for (String fails : List.of("!z", "b == 1", "c == 'r'", "l == 7", "d == 2.5", "o == p", "text == null",
                    "a == null || a[1] == 4")) {
                assertTrue(engine.evaluate(fails).falsePositives() > 0, fails);
            }
        }
    }

    @Test
    void wrongValuesAreNamed() {
        ProgramPoint point = new ProgramPoint("C#m()", List.of(
                PointVariable.of("x", "int"), PointVariable.reference("a", "int[]"),
                PointVariable.ofReceiver("a[*]", "int[]", "a").withJavaType("int[]")));
        try (AssertionEngine engine = AssertionEngine.open(point)) {
            assertRefused(() -> engine.correct("t", List.of(1)), "1 values of 3 variables");
            assertRefused(() -> engine.correct("t", Arrays.asList("1", null, null)), "`x`, int", "java.lang.String", "an Integer");
            assertRefused(() -> engine.correct("t", Arrays.asList(1L, null, null)), "java.lang.Long");
            assertRefused(() -> engine.correct("t", Arrays.asList(1, new int[0], 5)), "`a[*]`", "an array or a collection");
            assertRefused(() -> engine.correct("t", Arrays.asList(1, new int[0], List.of(1, 'x'))), "java.lang.Character");
            assertRefused(() -> engine.incorrect("original", "t", Arrays.asList(1, null, null)), "another name");
            engine.correct("t", Arrays.asList(1, null, null));
            assertEquals(1, engine.evaluate("x == 1").correctStates(), "nothing of a refused state is kept");
            assertRefused(() -> engine.evaluate("y == 1"), "y");
            assertRefused(() -> engine.improve(null, -1, BUDGET), "seed is -1");
            assertRefused(() -> engine.improve(null, 1, Duration.ZERO), "budget");
        }
        assertRefused(() -> AssertionEngine.open(new ProgramPoint("C#m()", List.of())), "variable");
        assertRefused(() -> AssertionEngine.open(new ProgramPoint("C#m()", List.of(PointVariable.of("x", "integer")))), "integer");
        assertRefused(() -> AssertionEngine.open(max(), Preset.DEFAULT, Map.of("maxSise", "3")), "maxSise");
        assertRefused(() -> AssertionEngine.open(max()).improve(null, 1, BUDGET), "no correct state");
    }

    private static void assertRefused(org.junit.jupiter.api.function.Executable call, String... words) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, call);
        for (String word : words) {
            assertTrue(refused.getMessage().contains(word), refused.getMessage() + " should name " + word);
        }
    }

    @Test
    void settingsOfBothGroupsAndThePreset() {
        ProgramPoint median = new ProgramPoint("C#median(int,int,int)", List.of(
                PointVariable.of("a", "int"), PointVariable.of("b", "int"), PointVariable.of("c", "int"),
                        PointVariable.of("result", "int")));
        Map<String, String> few = Map.of("maxGenerations", "2", "minGenerations", "1");
        try (AssertionEngine engine = AssertionEngine.open(median, Preset.PAPER, few)) {
            for (int i = 0; i < 125; i++) {
                int[] sorted = {i % 5, i / 5 % 5, i / 25};
                List<Integer> given = List.of(sorted[0], sorted[1], sorted[2]);
                Arrays.sort(sorted);
                for (int result = 0; result < 5; result++) {
                    List<Object> state = new ArrayList<>(given);
                    state.add(result);
                    if (result == sorted[1]) {
                        engine.correct("t" + i, state);
                    } else {
                        engine.incorrect("says " + result, "t" + i, state);
                    }
                }
            }
            assertEquals("maxGenerations", engine.improve("result == a", 1, BUDGET).stopReason());
        }
        try (AssertionEngine engine = AssertionEngine.open(
                max(), Preset.DEFAULT, Map.of("synthesis.maxAtoms", "1", "maxGenerations", "1", "minGenerations", "0"))) {
            fill(engine, 2);
            assertFalse(engine.improve(null, 1, BUDGET).best().falseNegatives() == 0, "one atom does not say what a maximum is");
        }
    }

    @Test
    void closedIsClosed() {
        AssertionEngine engine = AssertionEngine.open(max());
        engine.close();
        engine.close();
        engine.cancel();
        assertThrows(IllegalStateException.class, () -> engine.correct("t", List.of(1, 2, 2)));
        assertThrows(IllegalStateException.class, () -> engine.evaluate("true"));
    }

    /** Each session is one thread's; and all threads share one. */
    @Test
    void manyThreadsFindTheSame() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (AssertionEngine shared = AssertionEngine.open(max())) {
            List<Callable<String>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(() -> {
                    fill(shared, 2);
                    try (AssertionEngine own = AssertionEngine.open(max())) {
                        fill(own, 3);
                        return own.improve(null, 7, BUDGET).best().assertion();
                    }
                });
            }
            List<String> found = new ArrayList<>();
            for (Future<String> result : threads.invokeAll(tasks)) {
                found.add(result.get());
            }
            assertEquals(Collections.nCopies(8, found.get(0)), found);
            assertEquals(25, shared.evaluate("true").correctStates());
        } finally {
            threads.shutdownNow();
            assertTrue(threads.awaitTermination(1, TimeUnit.MINUTES));
        }
    }

    /** A session that is closed leaves neither a thread nor an open engine behind. */
    @Test
    void sessionsLeaveNothingBehind() {
        int before = 0;
        for (int i = 0; i < 60; i++) {
            try (AssertionEngine engine = AssertionEngine.open(max())) {
                engine.correct("t", List.of(1, i, Math.max(1, i)));
                assertEquals(0, engine.evaluate("result >= a").falsePositives());
            }
            if (i == 9) {
                before = Thread.getAllStackTraces().size();
            }
        }
        assertTrue(Thread.getAllStackTraces().size() <= before + 1,
                "threads before " + before + ", after " + Thread.getAllStackTraces().size());
    }
}
