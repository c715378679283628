package dev.oraculum.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.EvidenceLimits;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.InheritedCorruption;
import dev.oraculum.api.evidence.MutantFigures;
import dev.oraculum.api.evidence.MutantVerdict;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.evidence.UnitRecord;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.Progress;
import dev.oraculum.api.improve.ScoredAssertion;
import dev.oraculum.api.improve.SearchEngine;
import dev.oraculum.api.improve.StopReason;
import dev.oraculum.api.settings.SearchSettings;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.api.settings.SynthesisSettings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EngineTest {
    private static final ImproveRequest SMALL = ImproveRequest.defaults()
            .withAssertion("result >= x")
            .withHistory(true)
            .withSettings(SearchSettings.defaults().with("populationSize", 200).with("migrants", 20))
            .withEngine(SearchEngine.COEVOLUTION);
    private static final ImproveRequest ENDLESS = ImproveRequest.defaults()
            .withBudget(Duration.ofHours(1))
            .withProgressMillis(5)
            .withSettings(SearchSettings.defaults().with("minGenerations", 1_000_000).with("maxGenerations", 1_000_000))
            .withEngine(SearchEngine.COEVOLUTION);

    /** Five states are too few for the gates. */
    private static final SynthesisSettings UNGATED = SynthesisSettings.defaults().with("gates", false);

    private static Engine withAbs(int threads) {
        Engine engine = Engine.open(EngineOptions.inMemory().withThreads(threads));
        AbsStates.submit(engine);
        return engine;
    }

    private static String refusal(Runnable use) {
        return assertThrows(IllegalArgumentException.class, use::run).getMessage();
    }

    @Test
    void theEvidenceIsSummedUp() {
        try (Engine engine = withAbs(1)) {
            EvidenceSummary summary = engine.evidence().summary();
            assertEquals(5, summary.correct());
            assertEquals(4, summary.incorrect());
            assertEquals(1, summary.tests());
            assertEquals(new MutantFigures(3, 1, 0, 0, 0, 2), summary.mutants());
            assertEquals(AbsStates.SCHEMA, summary.schema());
            assertEquals(List.of("original", "returns x", "returns -x", "never returns"),
                    engine.evidence().units().stream().map(UnitRecord::id).toList());
            assertEquals(AbsStates.SCHEMA, engine.evidence().schema());
        }
    }

    @Test
    void anAssertionIsCheckedRenderedAndScored() {
        try (Engine engine = withAbs(1)) {
            assertEquals(new AssertionText("result >= x", "result >= x", 3, AbsStates.SCHEMA.variables(), List.of()),
                    engine.check("(result>=x)"));
            ScoredAssertion scored = engine.evaluate("result >= x");
            assertEquals(0, scored.fp());
            assertEquals(2, scored.fn());
            assertFalse(scored.perfect());
            assertEquals(new MutantFigures(3, 1, 0, 0, 1, 1), scored.mutants());
            assertEquals(new MutantVerdict("returns -x", MutantVerdict.Verdict.DETECTED, 2, 2), scored.verdicts().get(1));
            assertEquals(MutantVerdict.Verdict.KILLED_BEFORE_ASSERTION, scored.verdicts().get(2).verdict());
        }
    }

    @Test
    void assertionsThatMakeNoSenseAreRefusedWithThePlace() {
        try (Engine engine = withAbs(1)) {
            assertTrue(refusal(() -> engine.check("result >=")).contains("^"));
            assertTrue(refusal(() -> engine.check("y > 0")).contains("y"));
            assertTrue(refusal(() -> engine.check("x + 1")).contains("boolean"));
            assertTrue(refusal(() -> engine.improve(SMALL.withAssertion("x"), null)).contains("boolean"));
            assertTrue(refusal(() -> engine.evaluate("(".repeat(100_000))).length() > 0);
        }
    }

    @Test
    void settingsOutOfRangeAreRefusedWithTheRange() {
        assertEquals("setting populationSize is 1: choose a whole number from 2 to 1000000",
                refusal(() -> SearchSettings.defaults().with("populationSize", 1)));
        try (Engine engine = withAbs(1)) {
            ImproveRequest tooFew = SMALL.withSettings(SearchSettings.defaults().with("populationSize", 20));
            assertTrue(refusal(() -> engine.improve(tooFew, null)).contains("setting migrants is 160 and setting populationSize 20"));
        }
        assertThrows(IllegalArgumentException.class, () -> SMALL.withBudget(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> SMALL.withProgressMillis(0));
        assertThrows(IllegalArgumentException.class, () -> EngineOptions.inMemory().withThreads(-1));
        assertThrows(IllegalArgumentException.class, () -> new EvidenceLimits(0, 1, 1));
    }

    @Test
    void synthesisReportsItsFloorAndCoevolutionNone() {
        try (Engine engine = withAbs(1)) {
            Improvement synthesized = engine.improve(SMALL.withEngine(SearchEngine.SYNTHESIS).withSynthesis(UNGATED), null);
            assertEquals(0, synthesized.generations());
            assertEquals(0, synthesized.floor().fn());
            assertTrue(synthesized.floor().atoms() > 0);
            assertEquals(0, synthesized.ungated().fn());
            assertEquals(0, synthesized.gap());
            assertEquals(0, synthesized.best().fn());
            Improvement hybrid = engine.improve(SMALL.withEngine(SearchEngine.HYBRID).withSynthesis(UNGATED), null);
            assertEquals(0, hybrid.best().fn());
            assertTrue(hybrid.best().text().size() <= synthesized.best().text().size());
            Improvement evolved = engine.improve(SMALL, null);
            assertNull(evolved.floor());
            assertNull(evolved.gap());
        }
    }

    @Test
    void spoiledStatesAreDroppedIfAskedFor() {
        Schema schema = new Schema("C#next()", List.of(
                new Variable("this.n", ValueType.INT), new Variable("old_this.n", ValueType.INT, null, null, "this.n", null)));
        for (InheritedCorruption what : InheritedCorruption.values()) {
            try (Engine engine = Engine.open(EngineOptions.inMemory().withInheritedCorruption(what))) {
                engine.evidence().begin(schema, Map.of());
                AbsStates.unit(engine, new UnitHeader(0, "original", UnitKind.ORIGINAL), new long[][] {{1, 0}, {2, 1}});
                // Adds 5: the second call begins where the first one should not have ended.
                AbsStates.unit(engine, new UnitHeader(1, "adds 5", UnitKind.MUTANT), new long[][] {{5, 0}, {10, 5}});
                EvidenceSummary summary = engine.evidence().summary();
                boolean dropped = what == InheritedCorruption.DROP;
                assertEquals(List.of(dropped ? 1L : 2L, dropped ? 1L : 0L), List.of(summary.incorrect(), summary.inheritedCorruption()));
            }
        }
    }

    @Test
    void aShareIsFromZeroToOne() {
        assertTrue(refusal(() -> Engine.open(EngineOptions.inMemory().withUnreadableShare(1.5)).close())
                .contains("unreadableShare is 1.5: expected a number from 0 to 1"));
        assertTrue(refusal(() -> StateSettings.DEFAULT.withUnreadableShare(Double.NaN)).contains("unreadableShare"));
        assertTrue(refusal(() -> StateSettings.DEFAULT.withContentsLimits(-1, 0)).contains("maxElements is -1"));
    }

    @Test
    void theSynthesisHeedsItsSettings() {
        ImproveRequest synthesis = SMALL.withEngine(SearchEngine.SYNTHESIS);
        try (Engine engine = withAbs(1)) {
            Improvement few = engine.improve(synthesis.withSynthesis(SynthesisSettings.defaults().with("maxAtoms", 3)), null);
            assertEquals(3, few.floor().atoms());
            assertTrue(few.limits().contains("maxAtoms"), few.limits().toString());
            assertTrue(refusal(() -> SynthesisSettings.defaults().with("maxAtoms", 0)).contains("synthesis.maxAtoms is 0"));
        }
        assertThrows(IllegalArgumentException.class, () -> SynthesisSettings.defaults().with("maxAtom", 3));
        assertThrows(IllegalArgumentException.class, () -> SynthesisSettings.defaults().with("maxAtoms", "many"));
    }

    @Test
    void theClausesOfTheResultSayWhatTheyAreGoodFor() {
        try (Engine engine = withAbs(1)) {
            Improvement improvement = engine.improve(SMALL.withEngine(SearchEngine.SYNTHESIS), null);
            assertFalse(improvement.clauses().isEmpty());
            assertEquals(improvement.best().text().assertion(),
                    String.join(" && ", improvement.clauses().stream().map(Clause::assertion).toList()));
            long rejected = improvement.clauses().stream().mapToLong(Clause::states).sum();
            assertTrue(rejected >= improvement.initial().fn() - improvement.best().fn());
        }
    }

    @Test
    void theNumberOfThreadsDoesNotChangeTheResultAndTheSeedDoes() {
        Improvement one = improved(1, 7);
        Improvement two = improved(2, 7);
        assertEquals(one.improved(), two.improved());
        assertEquals(one.history(), two.history());
        assertEquals(one.evaluations(), two.evaluations());
        assertFalse(one.history().equals(improved(2, -8).history()));
        assertEquals(one.generations() + 2, one.historyCsv().split("\r\n").length);
        assertEquals(17, one.historyCsv().split("\r\n")[1].split(",").length);
    }

    private static Improvement improved(int threads, long seed) {
        try (Engine engine = withAbs(threads)) {
            Improvement improvement = engine.improve(SMALL.withSeed(seed), null);
            assertTrue(improvement.best().perfect());
            return improvement;
        }
    }

    @Test
    void whatIsBestAlreadyIsNotImproved() {
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            engine.evidence().begin(AbsStates.SCHEMA, Map.of());
            AbsStates.unit(engine, new UnitHeader(0, "original", UnitKind.ORIGINAL), new long[][] {{1, 1}});
            Improvement improvement = engine.improve(SMALL.withAssertion(null), null);
            assertNull(improvement.improved());
            assertEquals("true", improvement.best().text().assertion());
            assertTrue(improvement.best().perfect());
        }
    }

    @Test
    void progressIsHeardOnTheCallersThread() {
        try (Engine engine = withAbs(2)) {
            List<Progress> heard = new ArrayList<>();
            Thread caller = Thread.currentThread();
            Improvement improvement = engine.improve(ENDLESS, progress -> {
                assertSame(caller, Thread.currentThread());
                heard.add(progress);
                return heard.size() < 3;
            });
            assertEquals(StopReason.CANCELLED, improvement.stopReason());
            assertEquals(3, heard.size());
            assertTrue(heard.get(0).elapsedMillis() >= 5);
            assertTrue(heard.get(2).evaluations() >= heard.get(0).evaluations());
        }
    }

    @Test
    void aListenersExceptionReachesTheCallerUnchanged() {
        try (Engine engine = withAbs(2)) {
            RuntimeException mine = new UnsupportedOperationException("mine");
            assertSame(mine, assertThrows(UnsupportedOperationException.class, () -> engine.improve(ENDLESS, progress -> {
                throw mine;
            })));
            Error error = new AssertionError("also mine");
            assertSame(error, assertThrows(AssertionError.class, () -> engine.improve(ENDLESS, progress -> {
                throw error;
            })));
            assertNotNull(engine.improve(SMALL, null).improved(), "the engine is usable afterwards");
        }
    }

    @Test
    void aSearchIsCancelledFromAnotherThread() throws Exception {
        try (Engine engine = withAbs(2)) {
            endedBy(engine, engine::cancel);
            engine.cancel();
            assertNotNull(engine.improve(SMALL, null).improved(), "a cancel is for the search that is running only");
        }
    }

    @Test
    void closingAnEngineEndsItsSearch() throws Exception {
        Engine engine = withAbs(2);
        endedBy(engine, engine::close);
        assertThrows(IllegalStateException.class, () -> engine.improve(SMALL, null));
    }

    private static void endedBy(Engine engine, Runnable end) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try {
            Future<Improvement> search = caller.submit(() -> engine.improve(ENDLESS, progress -> {
                running.countDown();
                return true;
            }));
            running.await();
            end.run();
            assertEquals(StopReason.CANCELLED, search.get(10, TimeUnit.SECONDS).stopReason());
        } finally {
            caller.shutdownNow();
        }
    }

    @Test
    void anInterruptEndsASearchAndStaysSet() {
        try (Engine engine = withAbs(2)) {
            Improvement improvement = engine.improve(ENDLESS, progress -> {
                Thread.currentThread().interrupt();
                return true;
            });
            assertEquals(StopReason.CANCELLED, improvement.stopReason());
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void oneSearchRunsAtATime() {
        try (Engine engine = withAbs(2)) {
            List<Throwable> second = new ArrayList<>();
            engine.improve(ENDLESS, progress -> {
                second.add(assertThrows(IllegalStateException.class, () -> engine.improve(SMALL, null)));
                return false;
            });
            assertTrue(second.get(0).getMessage().contains("a search is running"));
        }
    }

    @Test
    void aClosedEngineAnswersNothingAndClosesAgain() {
        Engine engine = withAbs(1);
        EvidenceUnit unit = engine.evidence().beginUnit(new UnitHeader(9, "late", UnitKind.MUTANT));
        engine.close();
        engine.close();
        List<Runnable> uses = List.of(
                () -> engine.check("true"),
                () -> engine.evidence().summary(),
                () -> engine.improve(SMALL, null),
                engine::cancel,
                () -> unit.append(AbsStates.records(new long[][] {{1, 2}})),
                () -> engine.evidence().readStates("true", 0, ByteBuffer.allocateDirect(100)));
        for (Runnable use : uses) {
            assertEquals("the engine is closed", assertThrows(IllegalStateException.class, use::run).getMessage());
        }
        unit.close();
    }

    @Test
    void anEngineThatIsForgottenIsClosed(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("e.db");
        forget(file);
        for (int i = 0; ; i++) {
            System.gc();
            try (Engine again = Engine.open(EngineOptions.file(file, OpenMode.RESUME))) {
                assertEquals(4, again.evidence().units().size());
                return;
            } catch (OraculumException inUse) {
                assertTrue(i < 10, inUse.getMessage());
            }
        }
    }

    private static void forget(Path file) {
        AbsStates.submit(Engine.open(EngineOptions.file(file, OpenMode.NEW)));
    }

    @Test
    void recordsThatAreNoneAreRefusedAndKeepNothing() {
        try (Engine engine = withAbs(1); EvidenceUnit unit = engine.evidence().beginUnit(new UnitHeader(4, "m", UnitKind.MUTANT))) {
            ByteBuffer cut = AbsStates.records(new long[][] {{1, 2}, {3, 4}});
            cut.limit(cut.limit() - 1);
            assertTrue(refusal(() -> unit.append(cut)).contains("ends within a record"));
            assertEquals(0, cut.position(), "what is refused is not consumed");
            assertTrue(refusal(() -> unit.append(AbsStates.records(new long[][] {{1L << 40, 2}}))).contains("no int (variable `x`)"));
            ByteBuffer heap = ByteBuffer.allocate(31).put(AbsStates.records(new long[][] {{1, 2}})).flip();
            assertEquals(1, unit.append(heap));
            assertEquals(31, heap.position());
            unit.finish("completed", List.of("t"), "");
            assertThrows(IllegalStateException.class, () -> unit.append(heap));
            assertEquals(1, engine.evidence().units().get(4).states());
        }
    }

    @Test
    void halfAMillionStatesGoInAndComeOut() {
        int n = 500_000;
        long[][] states = new long[n][];
        for (int i = 0; i < n; i++) {
            states[i] = new long[] {-i, i};
        }
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            engine.evidence().begin(AbsStates.SCHEMA, Map.of());
            AbsStates.unit(engine, new UnitHeader(0, "original", UnitKind.ORIGINAL), states);
            assertEquals(n, engine.evidence().summary().correct());
            ByteBuffer batch = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
            long read = 0;
            long holding = 0;
            for (int states1 = -1; states1 != 0; read += Math.max(0, states1)) {
                batch.clear();
                states1 = engine.evidence().readStates("result < 1000", read, batch);
                batch.flip();
                while (batch.hasRemaining()) {
                    assertEquals(1 + 1 + 16, batch.getInt());
                    byte flags = batch.get();
                    assertEquals(0b11, batch.get());
                    long x = batch.getLong();
                    assertEquals(-x, batch.getLong());
                    holding += flags >> 1;
                    assertEquals(1, flags & 1);
                }
            }
            assertEquals(n, read);
            assertEquals(1000, holding);
        }
    }

    @Test
    void aVariableThatWasLeftOutIsNamedWithTheReason() {
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            engine.evidence().begin(AbsStates.SCHEMA, Map.of());
            AbsStates.unit(engine, new UnitHeader(0, "first", UnitKind.ORIGINAL), new long[][] {{1, 1}});
            AbsStates.unit(engine, new UnitHeader(1, "again", UnitKind.ORIGINAL), new long[][] {{2, 1}});
            assertEquals(List.of("x"), engine.evidence().summary().variablesLeftOut().stream().map(LeftOut::name).toList());
            assertEquals("x > 0", engine.check("x > 0").assertion(), "the schema as submitted has it");
            String message = refusal(() -> engine.evaluate("x > 0"));
            assertTrue(message.contains("`x` is left out: it is unstable: it differs between two runs of the original in 1 of 1 tests"),
                    message);
        }
    }

    @Test
    void evidenceTooLargeIsRefusedBeforeItIsAllocated() {
        try (Engine engine = Engine.open(EngineOptions.inMemory().withLimits(new EvidenceLimits(3, 1 << 20, 1 << 20)))) {
            AbsStates.submit(engine);
            assertTrue(refusal(() -> engine.evidence().summary()).contains("more than 3 distinct states"));
        }
    }

    @Test
    void statesAreExportedAndImported(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("states é.jsonl");
        try (Engine engine = withAbs(1); Engine again = Engine.open(EngineOptions.inMemory())) {
            engine.evidence().exportStates(file);
            again.evidence().importStates(file);
            assertEquals(engine.evidence().summary().incorrect(), again.evidence().summary().incorrect());
            assertEquals(15 + 1, Files.readAllLines(file).size());
            Files.writeString(file,
                    "{\"schemaVersion\":1,\"method\":\"m\",\"variables\":[{\"name\":\"x\",\"type\":\"int\"}]}\n{\"correct\":1}\n",
                    StandardCharsets.UTF_8);
            try (Engine third = Engine.open(EngineOptions.inMemory())) {
                String message = refusal(() -> third.evidence().importStates(file));
                assertTrue(message.contains("states é.jsonl, line 2, column 12: invalid type: integer `1`, expected a boolean"), message);
            }
        }
    }

    @Test
    void aFileIsResumedWithEqualInputsOnly(@TempDir Path directory) {
        Path file = directory.resolve("e.db");
        try (Engine engine = Engine.open(EngineOptions.file(file, OpenMode.NEW))) {
            AbsStates.submit(engine);
        }
        assertTrue(refusal(() -> Engine.open(EngineOptions.file(file, OpenMode.NEW)))
                .contains("already holds evidence of Example#abs(int)"));
        try (Engine engine = Engine.open(EngineOptions.file(file, OpenMode.RESUME))) {
            assertTrue(refusal(() -> engine.evidence().begin(AbsStates.SCHEMA, Map.of("classes", "2"))).contains("classes was 1, is 2"));
            engine.evidence().begin(AbsStates.SCHEMA, Map.of("classes", "1"));
            assertEquals(4, engine.evidence().units().size());
        }
        OraculumException e = assertThrows(OraculumException.class, () -> {
            try (Engine holder = Engine.open(EngineOptions.file(file, OpenMode.EXISTING))) {
                holder.evidence().units();
                Engine.open(EngineOptions.file(file, OpenMode.EXISTING)).close();
            }
        });
        assertEquals(OraculumException.Code.IO, e.code());
    }

    @Test
    void enginesWorkSideBySide() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Improvement>> searches = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                searches.add(() -> improved(2, 3));
            }
            List<Object> results = new ArrayList<>();
            for (Future<Improvement> search : callers.invokeAll(searches)) {
                results.add(search.get().improved());
            }
            assertEquals(1, results.stream().distinct().count());
        } finally {
            callers.shutdownNow();
        }
    }
}
