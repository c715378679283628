package dev.oraculum.generation;

import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.Elsewhere.Side;
import dev.oraculum.generation.ObservedTests.Observation;
import dev.oraculum.internal.SideBySide;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.MutantSchemata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Has tests observed, on the class as it is and on mutants of it; the engine chooses by that what they assert, and which variants of them
 * are kept, too, for the mutants that they kill.
 *
 * <p>On the class as it is they run in two JVMs, the second elsewhere in the world and in reversed order, and in those that then get the
 * mutants ({@link MutantLane}). What is not always the same is not asserted, nor what depends on the tests before.
 */
public final class AssertionChoice implements AutoCloseable {
    /** JVMs for mutants, whatever the number of threads: which mutants share one decides what they may see of each other. */
    private static final int LANES = 2;
    /** So many mutants are worth the start of another JVM. */
    private static final int MUTANTS_OF_A_LANE = 32;
    /** How often it is found out which tests no JVM survives: what one spoils does not show each time. */
    private static final int ROUNDS = 3;

    private final GenerationRun generation;
    private final ExecutionSettings settings;
    private final int threads;
    private final Elsewhere otherMachine = new Elsewhere(Side.EAST);
    private final WorkerPool here;
    private final WorkerPool elsewhere;
    private final List<MutantLane> lanes = new ArrayList<>();
    private ObservedTests kept;
    private int fatal;
    private final Duration timeOfRun;

    /**
     * A mutant of the class.
     *
     * @param place in a class file that has several; null: it has one of its own
     * @param goals of which a test must cover one to reach it; empty: nobody knows
     * @param infections goals of which a test that covers one makes another state with the mutant; empty: nobody knows
     */
    public record Target(int number, Mutant mutant, MutantSchemata.Place place, List<Integer> goals, List<Integer> infections) {
        /** Those of a class file one after the other. */
        private static final Comparator<Target> IN_TURNS = Comparator.comparing((Target target) -> target.mutant().className())
                .thenComparing(target -> target.place() == null ? -1 : target.place().schema().number())
                .thenComparing(Target::number);
    }

    /**
     * Observes the kept tests on the class as it is.
     *
     * @param settings how workers run, without a plan
     * @param threads JVMs that run at the same time, about; results are the same with any number
     * @param inspectors numbers of members without parameters and without side effects
     * @throws CannotRunException no JVM survives the tests, though it survives each of them alone
     */
    public AssertionChoice(GenerationRun generation, ExecutionSettings settings, int threads, Collection<Integer> inspectors) {
        this.generation = generation;
        this.settings = settings;
        this.threads = threads;
        here = WorkerPool.open(settings);
        elsewhere = openElsewhere();
        boolean observed = false;
        long begin = System.nanoTime();
        try {
            kept = generation.observeKept(inspectors);
            observed = learn(kept, SideBySide.all(threads, looks(kept)));
            for (int round = 0; !observed && round < ROUNDS; round++) {
                fatal += new FatalTests(generation).leaveOut(here, elsewhere, threads);
                kept = generation.observeKept(inspectors);
                observed = learn(kept, SideBySide.all(threads, looks(kept)));
            }
            if (!observed) {
                throw new CannotRunException("no JVM survives the tests that were generated, though it survives each of them alone");
            }
        } finally {
            if (!observed) {
                close();
            }
        }
        timeOfRun = Duration.ofNanos(System.nanoTime() - begin).dividedBy(2);
        letOthersComeFirst();
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

    /** How long a run of the kept tests takes, from the start of a new JVM on, when such runs go on side by side. */
    public Duration timeOfRun() {
        return timeOfRun;
    }

    /** How many tests were left out, as no JVM survives them. */
    public int fatal() {
        return fatal;
    }

    private List<Supplier<List<Observation>>> looks(ObservedTests tests) {
        return tests.size() == 0 ? List.of() : List.of(
                () -> List.of(tests.look(here, false)), () -> List.of(tests.look(elsewhere, true)));
    }

    /** What other threads of the program have done when a test looks, who come second elsewhere, is asserted of no test. */
    private void letOthersComeFirst() {
        try {
            kept.learn(kept.lookBehindOthers(here));
        } catch (CannotRunException e) {
            // The written tests run again and again.
        }
    }

    /** The engine learns in this order, whatever ended first. False: a worker did not survive the tests. */
    private static boolean learn(ObservedTests tests, List<List<Observation>> seen) {
        return seen.stream().flatMap(List::stream).allMatch(tests::learn);
    }

    /**
     * Runs the kept tests on mutants.
     *
     * @param more asked before each whether there is time for it; by several threads
     * @return numbers of those that were run; a mutant that no JVM takes is none of them
     */
    public Set<Integer> run(List<Target> mutants, BooleanSupplier more) {
        while (lanes.size() < Math.min(LANES, Math.max(1, mutants.size() / MUTANTS_OF_A_LANE))) {
            lanes.add(new MutantLane(settings.forShortTests(), kept));
        }
        return run(kept, mutants, more);
    }

    private Set<Integer> run(ObservedTests tests, List<Target> targets, BooleanSupplier more) {
        List<Target> mutants = targets.stream().sorted(Target.IN_TURNS).toList();
        SideBySide.all(threads, lanes.stream().map(AssertionChoice::opening).toList());
        lanes.forEach(MutantLane::learn);
        List<Supplier<Set<Integer>>> runs = new ArrayList<>();
        for (int at = 0; at < lanes.size(); at++) {
            MutantLane lane = lanes.get(at);
            List<Target> own = new ArrayList<>();
            for (int place = at; place < mutants.size(); place += lanes.size()) {
                own.add(mutants.get(place));
            }
            runs.add(() -> lane.run(tests, own, more));
        }
        Set<Integer> run = new TreeSet<>();
        SideBySide.all(threads, runs).forEach(run::addAll);
        lanes.forEach(MutantLane::learn);
        return run;
    }

    private static Supplier<Boolean> opening(MutantLane lane) {
        return () -> {
            try {
                lane.open();
                return true;
            } catch (CannotRunException e) {
                // The lane says so of its mutants.
                return false;
            }
        };
    }

    /**
     * Tries variants of the tests on mutants that survive, and keeps those that kill any.
     *
     * @param times how many times as many variants as in the smallest round
     * @return numbers of the mutants that they kill
     */
    public Set<Integer> tryVariants(List<Target> survivors, int times, BooleanSupplier more) {
        Map<Integer, List<Integer>> goals = new HashMap<>();
        survivors.forEach(target -> goals.put(target.number(), target.goals()));
        Map<Integer, List<Integer>> infections = new HashMap<>();
        survivors.forEach(target -> infections.put(target.number(), target.infections()));
        ObservedTests variants = generation.breedVariants(goals, infections, times);
        if (variants.size() == 0 || !observeInLanes(variants)) {
            return Set.of();
        }
        run(variants, survivors, more);
        // Most rounds kill nothing: then nobody needs to know what they do elsewhere.
        if (generation.variantsKill() && !observe(variants)) {
            return Set.of();
        }
        GenerationRun.KeptVariants done = generation.keepVariants();
        kept = done.kept();
        lanes.forEach(lane -> lane.keep(kept));
        return new TreeSet<>(done.killed());
    }

    /**
     * Finds out which of the kept tests depend on others, by what these leave in static state, and what of them depends on other threads.
     * After the last variants.
     *
     * @param more asked now and then whether there is time for it
     */
    public void findDependences(BooleanSupplier more) {
        if (more.getAsBoolean()) {
            letOthersComeFirst();
        }
        try {
            generation.findDependences(here, more);
        } catch (CannotRunException e) {
            // The written tests run in three orders.
        }
    }

    /** Has variants observed where the mutants are to come. Whether workers survive them. */
    private boolean observeInLanes(ObservedTests variants) {
        List<Supplier<List<Observation>>> looks = new ArrayList<>();
        lanes.forEach(lane -> looks.add(() -> lane.look(variants)));
        return observe(variants, looks);
    }

    /** Has variants observed as the kept tests were. Whether workers survive them. */
    private boolean observe(ObservedTests variants) {
        return observe(variants, looks(variants));
    }

    private boolean observe(ObservedTests variants, List<Supplier<List<Observation>>> looks) {
        try {
            if (learn(variants, SideBySide.all(threads, looks))) {
                return true;
            }
        } catch (CannotRunException e) {
            // It is one round less.
        }
        lanes.forEach(MutantLane::discard);
        return false;
    }

    @Override
    public void close() {
        lanes.forEach(MutantLane::close);
        here.close();
        elsewhere.close();
        otherMachine.close();
    }
}
