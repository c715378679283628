package dev.oraculum.pipeline;

import dev.oraculum.api.ProjectException;
import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Tests that are generated for the class of a method, so that it is seen in more states than the project's tests bring it into (ours; in
 * GAssert, section 3, an assessor, OASIs, generates tests and mutations): feedback-directed random tests (Pacheco and others, ICSE 2007)
 * over what is public. Those are kept that bring the method into a new state and leave the same states in two runs; they run on mutants as
 * the project's tests do.
 *
 * <p>There are groups of them, of other literals each. All run in one JVM, one after the other, and then on one mutant after the other: the
 * same calls in the same order, whatever the number of threads.
 */
final class GeneratedTests implements AutoCloseable {
    /** Place of their unit: behind those of mutants. */
    private static final long UNIT = 1L << 31;
    /** New states of a group after which no more of its tests are kept. */
    private static final int MOST_STATES = 1000;
    /** Tests of a group without a new state after which there are no more of them. */
    private static final int MOST_IN_VAIN = 300;
    /** Share of tests that are changed copies of others. */
    private static final double CHANGED = 0.5;
    /** Incorrect states of a mutant that a group keeps. */
    private static final int MOST_OF_MUTANT = 32;
    /** Tests of a group that run on a mutant first; more run only where these do not leave as many incorrect states. */
    private static final int FIRST_OF_MUTANT = 64;
    /** Mutants after which the program as it is is run again, to see whether they left something behind. */
    private static final int MUTANTS_BETWEEN_CHECKS = 8;

    private final Exploration exploration;
    private final List<Group> groups;
    /** The JVM; null: the last one was given up. */
    private WorkerPool pool;

    private GeneratedTests(Exploration exploration) {
        this.exploration = exploration;
        groups = Exploration.Literals.ALL.stream().map(Group::new).toList();
    }

    /**
     * Makes some, and runs them on the program as it is.
     *
     * @throws ProjectException none comes to the end of the method
     * @throws IllegalArgumentException they can call nothing of the class
     */
    static GeneratedTests of(Improve request, Analysis analysis) {
        int tests = Math.max(1, request.states().generatedTests() / Exploration.Literals.ALL.size());
        GeneratedTests made =
                Exploration.first(request, analysis, exploration -> new GeneratedTests(exploration).made(request.search().seed(), tests));
        if (made == null) {
            throw new ProjectException("none of them comes to an end of " + analysis.schema().method() + " as two runs would");
        }
        return made;
    }

    /** Null: none is left. */
    private GeneratedTests made(long seed, int tests) {
        boolean done = false;
        try {
            pool = exploration.openForMutants();
            groups.forEach(group -> group.make(exploration, pool, seed, tests));
            keepStable();
            done = size() > 0;
            return done ? this : null;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private void keepStable() {
        // Classes are initialised by the first run; the second is as those between mutants.
        List<List<List<ByteBuffer>>> first = groups.stream().map(group -> group.run(pool, null, 0, group.size())).toList();
        List<List<List<ByteBuffer>>> second = groups.stream().map(group -> group.run(pool, null, 0, group.size())).toList();
        for (int i = 0; i < groups.size(); i++) {
            groups.get(i).keepEqual(first.get(i), second.get(i));
        }
    }

    int size() {
        return groups.stream().mapToInt(Group::size).sum();
    }

    /** Of the tests, unlike those of any test of a project. */
    List<String> names() {
        return IntStream.range(0, size()).mapToObj(i -> "generated test " + (i + 1)).toList();
    }

    String describe() {
        return Text.count(size(), "test") + " that bring the method into new states";
    }

    /** Writes what they left on the program as it is. */
    void commit(Evidence evidence) {
        List<List<ByteBuffer>> states = groups.stream().flatMap(group -> group.states.stream()).toList();
        UnitHeader header = new UnitHeader(UNIT, "generated tests", UnitKind.GENERATED);
        UnitCollector.commit(evidence, header, UnitEnd.COMPLETED, names(), "{}", unit -> {
            for (int test = 0; test < states.size(); test++) {
                for (ByteBuffer record : states.get(test)) {
                    unit.append(Exploration.ofTest(record, test));
                }
            }
        });
    }

    /** Whether that was done. */
    static boolean isCommitted(Set<Long> finished) {
        return finished.contains(UNIT);
    }

    /** Hears of mutants, in their order. */
    interface OfMutant {
        /**
         * @param place of the mutant in its list
         * @param records some of the states that the program as it is does not leave there; of a group that has none, one that it does,
         *     which tells that the mutant was reached
         */
        void left(int place, List<ByteBuffer> records);
    }

    /**
     * Runs them on mutants. A group's tests stop once they have left as many incorrect states as are kept.
     *
     * @param first the place of the first of these tests among those of a mutant's unit
     */
    void onMutants(List<Mutant> mutants, int first, OfMutant listener) {
        for (int from = 0; from < mutants.size(); from += MUTANTS_BETWEEN_CHECKS) {
            List<Mutant> some = mutants.subList(from, Math.min(from + MUTANTS_BETWEEN_CHECKS, mutants.size()));
            List<MutantRun> runs = some.stream().map(mutant -> run(mutant, first)).toList();
            if (leavesSomething(runs)) {
                runs = new ArrayList<>();
                for (Mutant mutant : some) {
                    runs.add(run(mutant, first));
                    leavesSomething(runs.subList(runs.size() - 1, runs.size()));
                }
            }
            for (int i = 0; i < runs.size(); i++) {
                listener.left(from + i, runs.get(i).records());
            }
        }
    }

    /**
     * Tests on a mutant.
     *
     * @param ran by group how many of them
     * @param differs whether anything is not as on the program as it is
     */
    private record MutantRun(List<ByteBuffer> records, List<Integer> ran, boolean differs) {}

    private MutantRun run(Mutant mutant, int first) {
        if (pool == null) {
            pool = exploration.openForMutants();
            groups.forEach(group -> group.run(pool, null, 0, group.size()));
        }
        List<ByteBuffer> found = new ArrayList<>();
        List<Integer> ran = new ArrayList<>();
        boolean differs = false;
        int place = first;
        for (Group group : groups) {
            int few = Math.min(FIRST_OF_MUTANT, group.size());
            List<List<ByteBuffer>> left = group.run(pool, mutant, 0, few);
            if (few < group.size() && group.differences(left, place).size() < MOST_OF_MUTANT) {
                left.addAll(group.run(pool, mutant, few, group.size()));
            }
            found.addAll(group.differences(left, place));
            differs |= !group.leaves(left);
            ran.add(left.size());
            place += group.size();
        }
        return new MutantRun(found, ran, differs);
    }

    /**
     * Whether mutants have left something behind in the JVM: the program as it is does not leave its states any more after them. Such a JVM
     * is given up.
     */
    private boolean leavesSomething(List<MutantRun> runs) {
        if (runs.stream().noneMatch(MutantRun::differs)) {
            return false;
        }
        for (int i = 0; i < groups.size(); i++) {
            int group = i;
            int ran = runs.stream().mapToInt(run -> run.ran().get(group)).max().orElse(0);
            if (!groups.get(i).leaves(groups.get(i).run(pool, null, 0, ran))) {
                close();
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }

    /** Tests of one kind of literals. */
    private static final class Group {
        private final Exploration.Literals literals;
        private Work.CallSequences work;
        /** By test. */
        private List<List<ByteBuffer>> states = List.of();

        private Group(Exploration.Literals literals) {
            this.literals = literals;
        }

        int size() {
            return work.sequences().size();
        }

        void make(Exploration exploration, WorkerPool pool, long seed, int tests) {
            Set<ByteBuffer> seen = new HashSet<>();
            Exploration.Making making = new Exploration.Making(literals, 1, CHANGED, tests, MOST_IN_VAIN);
            work = exploration.explore(pool, making, seed, (sequence, records) ->
                    records.filter(record -> seen.size() < MOST_STATES && seen.add(Exploration.state(record))));
        }

        /** Of two runs of all. */
        void keepEqual(List<List<ByteBuffer>> first, List<List<ByteBuffer>> second) {
            List<byte[]> kept = new ArrayList<>();
            List<List<ByteBuffer>> left = new ArrayList<>();
            for (int i = 0; i < first.size(); i++) {
                if (first.get(i) != null && first.get(i).equals(second.get(i))) {
                    kept.add(work.sequences().get(i));
                    left.add(second.get(i));
                }
            }
            work = new Work.CallSequences(work.format(), work.shared(), kept);
            states = List.copyOf(left);
        }

        /** Whether the first tests leave this on the program as it is. */
        boolean leaves(List<List<ByteBuffer>> left) {
            return left.equals(states.subList(0, left.size()));
        }

        List<ByteBuffer> differences(List<List<ByteBuffer>> left, int first) {
            List<ByteBuffer> found = new ArrayList<>();
            ByteBuffer alike = null;
            for (int test = 0; test < left.size() && found.size() < MOST_OF_MUTANT; test++) {
                List<ByteBuffer> right = states.get(test);
                List<ByteBuffer> wrong = left.get(test) == null ? List.of() : left.get(test);
                for (int i = 0; i < wrong.size() && found.size() < MOST_OF_MUTANT; i++) {
                    ByteBuffer record = Exploration.ofTest(wrong.get(i), first + test);
                    if (i >= right.size() || !Exploration.state(wrong.get(i)).equals(Exploration.state(right.get(i)))) {
                        found.add(record);
                    } else {
                        alike = record;
                    }
                }
            }
            return found.isEmpty() && alike != null ? List.of(alike) : found;
        }

        /**
         * What tests leave, from one place to before another ({@link Exploration#run}).
         *
         * @param mutant null: the program as it is
         */
        List<List<ByteBuffer>> run(WorkerPool pool, Mutant mutant, int from, int to) {
            List<byte[]> tests = work.sequences().subList(from, to);
            return Exploration.run(pool, new Work.CallSequences(work.format(), work.shared(), tests), mutant);
        }
    }
}
