package dev.oraculum.generation;

import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.ObservedTests.OnMutant;
import dev.oraculum.mutation.Mutant;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Has tests observed, on the class as it is and on mutants of it; the engine chooses by that what they assert, and which variants of them
 * are kept, too, for the mutants that they kill.
 *
 * <p>On the class as it is they run in two JVMs, the second elsewhere in the world and in reversed order, and in a third, the one that
 * then gets the mutants. What is not always the same is not asserted. A mutant that was seen may have left something behind in its JVM; if
 * the class as it is shows anything else there afterwards, the JVM is thrown away.
 */
public final class AssertionChoice implements AutoCloseable {
    /** A mutant throws away what the JVM has compiled: the slower compiler took half of the time, for nothing. */
    private static final List<String> SHORT_LIVED_CODE = List.of("-XX:TieredStopAtLevel=1");

    private final GenerationRun generation;
    private final ExecutionSettings settings;
    private final Elsewhere otherMachine = new Elsewhere();
    private final WorkerPool here;
    private final WorkerPool elsewhere;
    private ObservedTests kept;
    private final Duration timeOfRun;
    /** How many mutants run before the class as it is is looked at again. */
    private int checkEvery = 16;
    /** Empty: the next mutant gets a new one. */
    private Optional<WorkerPool> forMutants = Optional.empty();

    /**
     * A mutant of the class.
     *
     * @param goals of which a test must cover one to reach it; empty: nobody knows
     */
    public record Target(int number, Mutant mutant, List<Integer> goals) {}

    /**
     * Observes the kept tests on the class as it is.
     *
     * @param settings how workers run, without a plan
     * @param inspectors numbers of members without parameters and without side effects
     * @throws IllegalStateException no worker survives tests that workers have survived before
     */
    public AssertionChoice(GenerationRun generation, ExecutionSettings settings, Collection<Integer> inspectors) {
        this.generation = generation;
        this.settings = settings;
        here = WorkerPool.open(settings);
        elsewhere = openElsewhere();
        boolean observed = false;
        long begin = System.nanoTime();
        try {
            kept = generation.observeKept(inspectors);
            observed = kept.observe(here, false) && kept.observe(elsewhere, true);
        } finally {
            if (!observed) {
                close();
            }
        }
        timeOfRun = Duration.ofNanos(System.nanoTime() - begin).dividedBy(2);
        if (!observed) {
            throw new IllegalStateException("the worker was lost while the tests ran once more");
        }
    }

    private WorkerPool openElsewhere() {
        try {
            return WorkerPool.open(otherMachine.of(settings));
        } catch (RuntimeException e) {
            here.close();
            otherMachine.close();
            throw e;
        }
    }

    /** How long a run of the kept tests took, from the start of a new JVM on. */
    public Duration timeOfRun() {
        return timeOfRun;
    }

    /**
     * Runs the kept tests on mutants, in this order.
     *
     * @param more asked before each whether there is time for it
     * @return numbers of those that were run; a mutant that no JVM takes is none of them
     */
    public Set<Integer> run(List<Target> mutants, BooleanSupplier more) {
        return run(kept, mutants, more);
    }

    private Set<Integer> run(ObservedTests tests, List<Target> mutants, BooleanSupplier more) {
        Set<Integer> run = new TreeSet<>();
        Deque<Target> due = new ArrayDeque<>(mutants);
        // The first that did something else since the class as it is was last seen to do as it did, and all that ran behind it.
        List<Target> unchecked = new ArrayList<>();
        try {
            while (!due.isEmpty() && more.getAsBoolean()) {
                Target target = due.poll();
                OnMutant seen = tests.runOn(forMutants(), target.number(), target.mutant(), target.goals());
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
        if (tests.isAsObserved(forMutants())) {
            return List.of();
        }
        discard();
        List<Target> again = unchecked.size() == 1 ? List.of() : List.copyOf(unchecked);
        checkEvery = 1;
        return again;
    }

    /**
     * Tries variants of the tests on mutants that survive, and keeps those that kill any.
     *
     * @return numbers of the mutants that they kill
     */
    public Set<Integer> tryVariants(List<Target> survivors, BooleanSupplier more) {
        Map<Integer, List<Integer>> goals = new HashMap<>();
        survivors.forEach(target -> goals.put(target.number(), target.goals()));
        ObservedTests variants = generation.breedVariants(goals);
        if (variants.size() == 0 || !observe(variants)) {
            return Set.of();
        }
        run(variants, survivors, more);
        GenerationRun.KeptVariants done = generation.keepVariants();
        kept = done.kept();
        return new TreeSet<>(done.killed());
    }

    /** Whether workers survive them. */
    private boolean observe(ObservedTests variants) {
        try {
            // In the JVM that gets the mutants, too, classes are initialised by the first run.
            if (variants.observe(here, false) && variants.observe(elsewhere, true) && variants.observe(forMutants(), false)
                    && variants.observe(forMutants(), false)) {
                return true;
            }
        } catch (CannotRunException e) {
            // It is one round less.
        }
        discard();
        return false;
    }

    private WorkerPool forMutants() {
        if (forMutants.isEmpty()) {
            forMutants = Optional.of(WorkerPool.open(settings.withJvmArguments(SHORT_LIVED_CODE)));
            // Classes are initialised by the first run; the second is as those between mutants.
            kept.observe(forMutants.get(), false);
            kept.observe(forMutants.get(), false);
        }
        return forMutants.get();
    }

    private void discard() {
        forMutants.ifPresent(WorkerPool::close);
        forMutants = Optional.empty();
    }

    @Override
    public void close() {
        discard();
        here.close();
        elsewhere.close();
        otherMachine.close();
    }
}
