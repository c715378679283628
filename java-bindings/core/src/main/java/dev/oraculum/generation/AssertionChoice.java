package dev.oraculum.generation;

import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.GenerationRun.OnMutant;
import dev.oraculum.mutation.Mutant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Has the kept tests observed, on the class as it is and on mutants of it; the engine chooses by that what they assert.
 *
 * <p>On the class as it is they run in two JVMs, the second elsewhere in the world and in reversed order, and twice in a third, the one
 * that then gets the mutants. What is not always the same is not asserted. A mutant that was seen may have left something behind in its
 * JVM; if the class as it is shows anything else there afterwards, the JVM is thrown away.
 */
public final class AssertionChoice {
    /** A machine whose day, letters and decimal points are others. */
    static final List<String> ELSEWHERE =
            List.of("-Duser.timezone=Pacific/Kiritimati", "-Duser.language=tr", "-Duser.country=TR", "-Duser.variant=");

    private final GenerationRun generation;
    private final ExecutionSettings settings;
    private final Set<Integer> run = new TreeSet<>();

    /** @param settings how workers run, without a plan */
    public AssertionChoice(GenerationRun generation, ExecutionSettings settings) {
        this.generation = generation;
        this.settings = settings;
    }

    /** Observes the kept tests on the class as it is. */
    public void observe(Collection<Integer> inspectors) {
        generation.beginObserving(inspectors);
        try (WorkerPool pool = WorkerPool.open(settings)) {
            generation.observe(pool, false);
        }
        try (WorkerPool pool = WorkerPool.open(settings.withJvmArguments(ELSEWHERE))) {
            generation.observe(pool, true);
        }
    }

    /**
     * Observes them on mutants, in this order.
     *
     * @param more asked before each whether there is time for it
     * @return places of those that were run; a mutant that no JVM takes is none of them
     */
    public Set<Integer> run(List<Mutant> mutants, BooleanSupplier more) {
        int next = 0;
        while (next < mutants.size() && more.getAsBoolean()) {
            try (WorkerPool pool = WorkerPool.open(settings)) {
                // Classes are initialised by the first run; the second is as those between mutants.
                generation.observe(pool, false);
                generation.observe(pool, false);
                boolean usable = true;
                while (usable && next < mutants.size() && more.getAsBoolean()) {
                    OnMutant seen = generation.runOnMutant(pool, next, mutants.get(next));
                    if (seen != OnMutant.REJECTED) {
                        run.add(next);
                    }
                    usable = seen != OnMutant.DIFFERS || generation.isAsObserved(pool);
                    next++;
                }
            } catch (CannotRunException e) {
                // What was learnt until now stands; the rest is said not to have been run.
                return run;
            }
        }
        return run;
    }
}
