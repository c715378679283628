package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.evidence.Counterexamples;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.evidence.UnitRecord;
import dev.oraculum.api.improve.Assessed;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Attacks the assertions that a search finds, with generated tests that the search has not seen (the assessor of GAssert, section 3, which
 * is OASIs there). States in which an assertion is false become evidence, and the search goes on with them; what is still false after some
 * rounds is dropped.
 *
 * <p>The tests run once, before the first round, and every round looks at all states that they have left: what is false in one of them is
 * in no result. Rounds are counted in the evidence, so that a resumed run says what the first one would have said.
 */
final class Assessor {
    /** Place of its first unit: behind those of further runs of the project's tests. */
    private static final long FIRST_UNIT = 1L << 33;
    /** Tests that run as one sequence. */
    private static final int BATCH = 8;
    /** Share of tests that are changed copies of others. */
    private static final double CHANGED = 0.8;
    /** States of a group of tests that are looked at. */
    private static final int MOST_STATES = 20_000;
    /** Sequences without a new state after which a group has no more. */
    private static final int MOST_IN_VAIN = 500;
    /** Sequences that run once more at a time. */
    private static final int AT_A_TIME = 256;
    /** States of the first part that a round looks at; each part has twice as many as the one before. */
    private static final int FIRST_PART = 64;
    /** Rounds after which the search does not go on. */
    private static final int MOST_ROUNDS = 12;

    private final Improve request;
    private final Analysis analysis;
    private final Engine engine;
    private final BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without;
    private final Consumer<String> warnings;
    /** Null: not made yet. */
    private States states;
    private final List<LeftOut> dropped = new ArrayList<>();
    /** Of the last result; null: it was not attacked. */
    private Assessed assessed;

    /** @param without the result without some of its clauses, verified */
    Assessor(
            Improve request, Analysis analysis, Engine engine,
            BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without, Consumer<String> warnings) {
        this.request = request;
        this.analysis = analysis;
        this.engine = engine;
        this.without = without;
        this.warnings = warnings;
    }

    /**
     * What came of a round.
     *
     * @param result without the clauses that were dropped
     * @param goesOn whether the search is to go on with the states that became evidence
     */
    record Outcome(VerifiedImprovement result, boolean goesOn) {}

    /** Attacks a result. */
    Outcome of(VerifiedImprovement found) {
        assessed = null;
        dropped.clear();
        if (found.improvement().improved() == null || Thread.currentThread().isInterrupted()) {
            return new Outcome(found, false);
        }
        try {
            return settle(found);
        } catch (CancellationException e) {
            Thread.currentThread().interrupt();
        } catch (ClassPathException | CannotRunException | IllegalArgumentException e) {
            warnings.accept("the assertion cannot be attacked by generated tests: " + e.getMessage());
            states = states == null ? States.NONE : states;
        }
        return new Outcome(found, false);
    }

    private Outcome settle(VerifiedImprovement found) {
        if (states == null) {
            int tests = Math.max(1, request.states().assessorTests() / Exploration.Literals.ALL.size());
            // Other tests than those of the evidence.
            long seed = request.search().seed() + 1;
            States made = Exploration.first(request, analysis, exploration -> States.of(exploration, seed, tests));
            states = made == null ? States.NONE : made;
        }
        boolean last = rounds() == MOST_ROUNDS - 1;
        Counterexamples seen = attack(found.improvement().best().text().assertion(), !last);
        VerifiedImprovement result = found;
        if (seen.counterexamples() > 0) {
            if (!last) {
                return new Outcome(found, true);
            }
            result = withoutFalse(found);
            seen = attack(result.improvement().best().text().assertion(), false);
        }
        if (result.improvement().improved() != null) {
            long became = units().stream().mapToLong(UnitRecord::states).sum();
            assessed = new Assessed(states.tests(), seen.judged(), rounds() + 1, became, dropped);
        }
        return new Outcome(result, false);
    }

    private VerifiedImprovement withoutFalse(VerifiedImprovement found) {
        Set<Integer> gone = new TreeSet<>();
        List<Clause> clauses = found.improvement().clauses();
        for (int place = 0; place < clauses.size(); place++) {
            String clause = clauses.get(place).assertion();
            if (attack(clause, false).counterexamples() > 0) {
                gone.add(place);
                dropped.add(new LeftOut(clause, "it is false in a state of a generated test"));
            }
        }
        return without.apply(found, gone);
    }

    /** Those that have counterexamples of its rounds. */
    private List<UnitRecord> units() {
        return engine.evidence().units().stream().filter(unit -> unit.index() >= FIRST_UNIT).toList();
    }

    /** Rounds after which the search has gone on. */
    private int rounds() {
        return units().size();
    }

    String describe(Outcome outcome) {
        return assessed == null && !outcome.goesOn() ? "it was not attacked"
                : Text.count(states.records().size(), "state") + " of " + Text.count(states.tests(), "generated test")
                        + (outcome.goesOn() ? ": it is false in some, and the search goes on with them"
                                : dropped.isEmpty() ? ": none breaks it" : ": clauses that are false in some are dropped");
    }

    /** Clauses that were dropped, and why. */
    List<LeftOut> dropped() {
        return List.copyOf(dropped);
    }

    /** What was done to the last result; null: it was not attacked. */
    Assessed assessed() {
        return assessed;
    }

    /**
     * Looks for states in which an assertion is false. The first part of them with one is the last.
     *
     * @param kept whether they become evidence
     */
    private Counterexamples attack(String assertion, boolean kept) {
        long seen = 0;
        long judged = 0;
        int part = FIRST_PART;
        while (seen < states.records().size()) {
            int from = (int) seen;
            List<ByteBuffer> some = states.records().subList(from, Math.min(from + part, states.records().size()));
            Counterexamples one = attack(some, from, assertion, kept);
            seen += one.states();
            judged += one.judged();
            if (one.counterexamples() > 0) {
                return new Counterexamples(seen, judged, one.counterexamples());
            }
            part *= 2;
        }
        return new Counterexamples(seen, judged, 0);
    }

    private Counterexamples attack(List<ByteBuffer> records, int first, String assertion, boolean kept) {
        int before = rounds();
        UnitHeader header = new UnitHeader(FIRST_UNIT + before, "generated counterexamples " + (before + 1), UnitKind.GENERATED);
        try (EvidenceUnit unit = engine.evidence().beginUnit(header)) {
            for (int i = 0; i < records.size(); i++) {
                unit.append(Exploration.ofTest(records.get(i), i));
            }
            Counterexamples found = unit.keepCounterexamples(assertion);
            if (kept && found.counterexamples() > 0) {
                List<String> names = IntStream.range(0, records.size()).mapToObj(i -> "assessor's state " + (first + i + 1)).toList();
                unit.finish(UnitEnd.COMPLETED.name(), names, assertion);
            }
            return found;
        }
    }

    /**
     * What the tests have left.
     *
     * @param tests how many were run
     * @param records a state each, all different, and left by two runs
     */
    private record States(long tests, List<ByteBuffer> records) {
        static final States NONE = new States(0, List.of());

        /** Null: none comes to the end of the method. */
        static States of(Exploration exploration, long seed, int tests) {
            List<ByteBuffer> records = new ArrayList<>();
            Set<ByteBuffer> taken = new HashSet<>();
            long ran = 0;
            try (WorkerPool pool = exploration.open()) {
                for (Exploration.Literals literals : Exploration.Literals.ALL) {
                    Set<ByteBuffer> seen = new HashSet<>();
                    long[] sequences = {0};
                    Exploration.Making making = new Exploration.Making(literals, BATCH, CHANGED, tests, MOST_IN_VAIN);
                    Work.CallSequences work = exploration.explore(pool, making, seed, (sequence, left) -> {
                        sequences[0]++;
                        return left.filter(record -> seen.size() < MOST_STATES && seen.add(Exploration.state(record)));
                    });
                    ran += sequences[0] * BATCH;
                    again(pool, work, seen, taken, records);
                }
            }
            return records.isEmpty() ? null : new States(ran, records);
        }

        /** Takes states that come again. */
        private static void again(
                WorkerPool pool, Work.CallSequences work, Set<ByteBuffer> seen, Set<ByteBuffer> taken, List<ByteBuffer> records) {
            List<byte[]> all = work.sequences();
            for (int from = 0; from < all.size(); from += AT_A_TIME) {
                List<byte[]> some = all.subList(from, Math.min(from + AT_A_TIME, all.size()));
                for (List<ByteBuffer> left : Exploration.run(pool, new Work.CallSequences(work.format(), work.shared(), some), null)) {
                    for (ByteBuffer record : left == null ? List.<ByteBuffer>of() : left) {
                        ByteBuffer state = Exploration.state(record);
                        if (seen.contains(state) && taken.add(state)) {
                            records.add(record);
                        }
                    }
                }
            }
        }
    }
}
