package dev.oraculum.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.spi.PathAttempt.Choice;
import dev.oraculum.spi.PathClause.Alias;
import dev.oraculum.spi.PathClause.Compare;
import dev.oraculum.spi.PathClause.Fresh;
import dev.oraculum.spi.PathClause.Null;
import dev.oraculum.spi.PathClause.Operator;
import dev.oraculum.spi.PathClause.Text;
import dev.oraculum.spi.PathSelector.Offer;
import dev.oraculum.spi.PathSelector.Preset;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a concolic engine asks, by the interfaces alone. */
class PathSelectorTest {
    private static PathCondition text(String text) {
        return PathCondition.ofText(text);
    }

    @Test
    void alternativesGoRoundWithTheirPayloads() {
        try (PathSelector<String> selector = PathSelector.open(1)) {
            assertTrue(selector.isEmpty() && selector.poll().isEmpty());
            assertEquals(Offer.QUEUED, selector.offer(text("x > 0"), "first"));
            PathCondition same = PathCondition.of(new Compare("x", Operator.GREATER, "0"));
            assertEquals(Offer.SEEN, selector.offer(same, "the same as a clause"));
            assertEquals(Offer.QUEUED, selector.offer(text("y > 0 && o == null"), null, List.of("a branch")));
            List<PathAttempt<String>> attempts = selector.pollN(5);
            assertEquals(2, attempts.size());
            assertEquals(new PathAttempt<>(0, text("x > 0"), "first", Choice.FIFO, null), attempts.get(0));
            assertNull(attempts.get(1).payload());
            selector.offer(text("x > 0 && z > 0"), "third");
            assertEquals(List.of("third"), selector.solved(attempts.get(0), text("x > 0 && z > 0 && w < 3")));
            selector.release(attempts.get(1));
            PathAttempt<String> again = selector.poll().orElseThrow();
            assertEquals(attempts.get(1).id(), again.id());
            selector.failed(again);
            PathStatistics statistics = selector.statistics();
            assertEquals(List.of(3L, 1L, 1L, 1L, 0L), List.of(statistics.feasibleItems(), statistics.infeasibleItems(),
                    statistics.overtaken(), statistics.released(), statistics.pending()));
            selector.covered(List.of("a branch"));
            assertEquals(Duration.ofSeconds(180), selector.attemptBudget());
        }
    }

    @Test
    void votesAreToldOnceSomethingHasFailed() {
        try (PathSelector<Integer> selector = PathSelector.open(1)) {
            for (int i = 0; i < 3; i++) {
                selector.executed(text("this.a[" + i + "] > " + 10 * i + " && this.b[" + i + "] >= 0"));
                selector.offer(text("this.b[" + i + "] < 0"), i);
                selector.failed(selector.poll().orElseThrow());
            }
            selector.offer(text("this.a[7] > 5"), 7);
            selector.offer(text("this.b[7] < 0"), 8);
            for (PathAttempt<Integer> attempt : selector.pollN(2)) {
                assertEquals(attempt.payload() == 7, attempt.prediction().feasible());
                assertEquals(3, attempt.prediction().votes());
                assertTrue(attempt.prediction().similarity() > 0.2 && attempt.prediction().similarity() < 1);
            }
        }
    }

    @Test
    void clausesOfEveryKindComeBackNegated() {
        PathCondition executed = PathCondition.of(
                new Compare("x", Operator.LESS_OR_EQUAL, "3"), new Null("o", true), new Fresh("p", "a.B", false), new Alias("p", "q", true),
                new Text("s.startsWith(\"a && b\")", true), new Text("f(x)", false));
        try (PathSelector<Void> selector = PathSelector.open(1)) {
            List<PathCondition> alternatives = selector.alternatives(executed, 0);
            assertEquals(List.of("x > 3", "o != null", "p is fresh a.B", "p does not alias q", "!(s.startsWith(\"a && b\"))", "f(x)"),
                    alternatives.stream().map(a -> a.clauses().get(a.clauses().size() - 1).toString()).toList());
            assertEquals(executed.clauses().subList(0, 5), alternatives.get(5).clauses().subList(0, 5));
            assertEquals(List.of(alternatives.get(5)), selector.alternatives(executed, 5));
            assertEquals(List.of(), selector.alternatives(executed, 6));
        }
    }

    /** Random reports of a random walk, by seed. */
    private static List<Long> choices(long seed, Preset preset) {
        java.util.Random random = new java.util.Random(3);
        List<Long> ids = new ArrayList<>();
        try (PathSelector<Integer> selector = PathSelector.open(seed, preset, Map.of())) {
            for (int i = 0; i < 150; i++) {
                selector.offer(text("a.x[" + random.nextInt(9) + "] > " + i + " && b.f < " + random.nextInt(5)), i);
                if (i % 2 == 0) {
                    PathAttempt<Integer> attempt = selector.poll().orElseThrow();
                    ids.add(attempt.id());
                    if (random.nextBoolean()) {
                        selector.failed(attempt);
                    } else {
                        selector.solved(attempt, attempt.condition());
                    }
                }
            }
        }
        return ids;
    }

    @Test
    void theSeedDecides() {
        for (Preset preset : Preset.values()) {
            assertEquals(choices(1, preset), choices(1, preset));
            assertFalse(choices(1, preset).equals(choices(2, preset)), preset.toString());
        }
    }

    @Test
    void whatWasLearntIsUsedAgain() {
        try (PathSelector<String> selector = PathSelector.open(1); PathSelector<String> other = PathSelector.open(2)) {
            selector.executed(text("this.a[0] > 1 && this.a[1] > 2"));
            selector.offer(text("this.b[0] < 0"), "b");
            selector.failed(selector.poll().orElseThrow());
            String training = selector.training();
            other.learn(training);
            assertEquals(training, other.training());
            other.offer(text("this.a[3] > 5"), "a");
            other.offer(text("this.b[3] < 0"), "b");
            assertEquals(Choice.KNN, other.poll().orElseThrow().choice());
            check("the training set does not parse", () -> other.learn("[]"));
            check("item 0 names clause 9, and there are 3", () -> other.learn(training.replace("\"slice\":[0]", "\"slice\":[9]")));
            assertEquals(training, other.training());
        }
    }

    @Test
    void severalWorkersShareOne() throws Exception {
        int alternatives = 400;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (PathSelector<Integer> selector = PathSelector.open(1)) {
            List<Future<List<Integer>>> workers = new ArrayList<>();
            for (int w = 0; w < 3; w++) {
                workers.add(threads.submit(() -> {
                    List<Integer> seen = new ArrayList<>();
                    for (var next = selector.poll(Duration.ofSeconds(20)); next.isPresent() && next.get().payload() >= 0;
                            next = selector.poll(Duration.ofSeconds(20))) {
                        seen.add(next.get().payload());
                        if (next.get().payload() % 3 == 0) {
                            selector.failed(next.get());
                        } else {
                            selector.solved(next.get(), next.get().condition());
                        }
                    }
                    return seen;
                }));
            }
            for (int i = 0; i < alternatives; i++) {
                selector.offer(text("x" + i % 7 + " > " + i), i);
            }
            while (selector.statistics().solved() + selector.statistics().failed() < alternatives) {
                Thread.sleep(1);
            }
            // One that ends each worker.
            for (int w = 0; w < 3; w++) {
                selector.offer(text("end > " + w), -1);
            }
            Set<Integer> seen = new HashSet<>();
            for (Future<List<Integer>> worker : workers) {
                seen.addAll(worker.get());
            }
            assertEquals(alternatives, seen.size());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void mistakesAreSaid() {
        try (PathSelector<String> selector = PathSelector.open(1); PathSelector<String> other = PathSelector.open(1)) {
            check("a path condition has no clause", () -> new PathCondition(List.of()));
            check("clause 2 of a path condition is empty", () -> selector.offer(text("x > 0 && "), ""));
            check("count is -1", () -> selector.pollN(-1));
            check("from is -1", () -> selector.alternatives(text("x > 0"), -1));
            selector.offer(text("x > 0"), "x");
            other.offer(text("x > 0"), "x");
            PathAttempt<String> attempt = selector.poll().orElseThrow();
            other.poll();
            assertThrows(IllegalStateException.class, () -> other.failed(attempt));
            selector.unsatisfiable(attempt);
            String message = assertThrows(IllegalStateException.class, () -> selector.failed(attempt)).getMessage();
            assertEquals("attempt 0 is not under way in this selector: it was reported on, or it is another selector's", message);
            assertEquals(0, selector.statistics().infeasibleItems());
        }
        check("seed is -1", () -> PathSelector.open(-1));
        check("there is no setting slices", () -> PathSelector.open(1, Preset.PAPER, Map.of("slices", "off")));
        check("setting slicing is some: choose off or origins or fields or objects",
                () -> PathSelector.open(1, Preset.PAPER, Map.of("slicing", "some")));
    }

    private static void check(String message, Runnable call) {
        String said = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void closedIsClosed() throws Exception {
        PathSelector<String> selector = PathSelector.open(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<?> waits = thread.submit(() -> {
                assertThrows(IllegalStateException.class, () -> selector.poll(Duration.ofMinutes(5)));
                return 0;
            });
            Thread.sleep(20);
            selector.close();
            selector.close();
            waits.get();
        } finally {
            thread.shutdownNow();
        }
        assertThrows(IllegalStateException.class, () -> selector.offer(text("x > 0"), ""));
    }

    /** A selector that nobody closed goes with its last reference, and so does its session. */
    @Test
    void aForgottenOneIsNotKept() throws Exception {
        WeakReference<PathSelector<String>> forgotten = new WeakReference<>(PathSelector.open(1));
        for (int i = 0; i < 100 && forgotten.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(forgotten.get());
        for (int i = 0; i < 50; i++) {
            PathSelector.open(i).close();
        }
    }
}
