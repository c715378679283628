package dev.oraculum.generation;

import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.AssertionChoice.Target;
import dev.oraculum.generation.ObservedTests.Observation;
import dev.oraculum.generation.ObservedTests.OnMutant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * A JVM in which mutants run one after the other. A mutant may have left something behind; if the class as it is shows anything else there
 * afterwards, the JVM is thrown away, and the next mutant gets a new one.
 *
 * <p>What happens in a lane does not depend on other lanes: which of them comes first, or whether they run at the same time, changes
 * nothing.
 */
final class MutantLane implements AutoCloseable {
    /** Mutants that may have to run again, at most. */
    private static final int MOST_UNCHECKED = 64;

    private final ExecutionSettings settings;
    private ObservedTests kept;
    /** How many mutants run before the class as it is is looked at again: after each look that shows nothing new, twice as many. */
    private int checkEvery = 16;
    /** Empty: the next mutant gets a new one. */
    private Optional<WorkerPool> pool = Optional.empty();
    /** What JVMs showed that were opened while other lanes ran: told the engine later, so that lanes do not learn of each other. */
    private final List<Observation> unlearned = new ArrayList<>();

    /** @param kept tests by which a new JVM is made ready */
    MutantLane(ExecutionSettings settings, ObservedTests kept) {
        this.settings = settings;
        this.kept = kept;
    }

    /** Others are kept from now on. */
    void keep(ObservedTests tests) {
        kept = tests;
    }

    /**
     * Runs tests on mutants, in this order.
     *
     * @param more asked before each whether there is time for it
     * @return numbers of those that were run; a mutant that no JVM takes is none of them
     */
    Set<Integer> run(ObservedTests tests, List<Target> mutants, BooleanSupplier more) {
        Set<Integer> run = new TreeSet<>();
        Deque<Target> due = new ArrayDeque<>(mutants);
        // The first that did something else since the class as it was was last seen to do as it did, and all that ran behind it.
        List<Target> unchecked = new ArrayList<>();
        try {
            while (!due.isEmpty() && more.getAsBoolean()) {
                Target target = due.poll();
                OnMutant seen = tests.runOn(pool(), target);
                if (seen == OnMutant.NOT_REACHED || seen == OnMutant.REJECTED) {
                    continue;
                }
                run.add(target.number());
                if (seen != OnMutant.SAME || !unchecked.isEmpty()) {
                    unchecked.add(target);
                }
                if (unchecked.size() >= checkEvery || seen == OnMutant.LOST) {
                    again(tests, unchecked).forEach(due::addFirst);
                    unchecked.clear();
                }
            }
            if (!unchecked.isEmpty()) {
                List<Integer> doubtful = again(tests, unchecked).stream().map(Target::number).toList();
                tests.forget(doubtful);
                run.removeAll(doubtful);
            }
        } catch (CannotRunException e) {
            // What was learnt until now stands; the rest is said not to have been run.
            discard();
        }
        return run;
    }

    /**
     * Looks whether the class as it is still does what it did. If it does not, what was seen of mutants but the first may be what one
     * before has left behind: from then on each gets a JVM that was looked at.
     *
     * @return mutants that are to be run again
     */
    private List<Target> again(ObservedTests tests, List<Target> unchecked) {
        if (tests.isAsObserved(pool())) {
            checkEvery = checkEvery == 1 ? 1 : Math.min(MOST_UNCHECKED, 2 * checkEvery);
            return List.of();
        }
        discard();
        List<Target> again = unchecked.size() == 1 ? List.of() : List.copyOf(unchecked);
        checkEvery = 1;
        return again;
    }

    /**
     * Has tests run twice on the class as it is: classes are initialised by the first run, the second is as those between mutants.
     *
     * @throws CannotRunException there is no JVM
     */
    List<Observation> look(ObservedTests tests) {
        return List.of(tests.look(pool(), false), tests.look(pool(), false));
    }

    /**
     * Opens the JVM if there is none.
     *
     * @throws CannotRunException there is none to be had
     */
    void open() {
        pool();
    }

    private WorkerPool pool() {
        if (pool.isEmpty()) {
            pool = Optional.of(WorkerPool.open(settings));
            unlearned.addAll(look(kept));
        }
        return pool.get();
    }

    /** The engine learns what JVMs showed of the kept tests. While no lane runs. */
    void learn() {
        unlearned.forEach(kept::learn);
        unlearned.clear();
    }

    /** The next mutant gets a new JVM. */
    void discard() {
        pool.ifPresent(WorkerPool::close);
        pool = Optional.empty();
    }

    @Override
    public void close() {
        discard();
    }
}
