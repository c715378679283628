package dev.oraculum.generation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.AssertionChoice.Target;
import dev.oraculum.generation.BatchRuns.Batch;
import dev.oraculum.generation.BatchRuns.Ran;
import dev.oraculum.internal.DamagedAnswerException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;

/**
 * Tests of a generation that are observed, on the class as it is and on mutants: those that are kept, or variants that are being tried. The
 * engine remembers what was seen.
 */
public final class ObservedTests {
    private final GenerationRun generation;
    private final boolean variants;
    private final Batches batches;

    /** All tests, in order and reversed. */
    record Batches(Batch ordered, Batch reversed) {}

    /** Those that may reach a mutant, by their places. */
    private record ForMutant(List<Integer> places, Batch batch) {}

    /** What a mutant made of the tests. */
    public enum OnMutant {
        /** No test reaches it. */
        NOT_REACHED,
        /** Nothing that can be seen. */
        SAME,
        /** Something else. */
        DIFFERS,
        /** The worker did not survive it. */
        LOST,
        /** No JVM takes its class file. */
        REJECTED
    }

    ObservedTests(GenerationRun generation, boolean variants, Batches batches) {
        this.generation = generation;
        this.variants = variants;
        this.batches = batches;
        generation.batches().remember(batches.ordered(), batches.reversed());
    }

    /** How many they are. */
    public int size() {
        return batches.ordered().tests();
    }

    /**
     * What a worker showed of them on the class as it is.
     *
     * @param answer null: it did not survive them
     * @param behindOthers other threads of the program came first
     */
    record Observation(ByteBuffer answer, boolean reversed, boolean behindOthers) {}

    /**
     * Has them run on the class as it is; the engine learns nothing of it by now.
     *
     * @param pool without a plan
     */
    Observation look(WorkerPool pool, boolean reversed) {
        return new Observation(generation.batches().run(pool, reversed ? batches.reversed() : batches.ordered()).answer(), reversed, false);
    }

    /**
     * Has the kept tests run on the class as it is, in order, other threads of the program first; the engine learns nothing of it by now.
     *
     * @param pool without a plan
     */
    Observation lookBehindOthers(WorkerPool pool) {
        Batch batch = generation.callForBatch(asked -> asked, "testsBehindOtherThreads", Batch.class);
        return new Observation(generation.batches().run(pool, batch).answer(), false, true);
    }

    /**
     * What was seen otherwise before is asserted of no test.
     *
     * @return false: there is nothing to learn, the worker did not survive them, or answered what cannot be read
     */
    boolean learn(Observation seen) {
        if (seen.answer() == null) {
            return false;
        }
        String answer = BatchRuns.encode(seen.answer());
        try {
            generation.call("learnObserved", JsonNode.class, "answer", answer, "reversed", seen.reversed(), "behindOthers",
                    seen.behindOthers(), "variants", variants);
            return true;
        } catch (DamagedAnswerException e) {
            return false;
        }
    }

    /** Whether a worker shows what all those showed that were observed. */
    public boolean isAsObserved(WorkerPool pool) {
        Ran ran = generation.batches().run(pool, batches.ordered());
        try {
            return ran.answer() != null
                    && generation.call("isAsObserved", Boolean.class, "answer", BatchRuns.encode(ran.answer()), "variants", variants);
        } catch (DamagedAnswerException e) {
            return false;
        }
    }

    /**
     * Runs those that may reach it on a mutant, a few first: the rest only if these do not kill it.
     *
     * @param target the mutant
     */
    OnMutant runOn(WorkerPool pool, Target target) {
        OnMutant seen = OnMutant.NOT_REACHED;
        while (true) {
            ForMutant tests = generation.callForBatch(
                    ForMutant::batch, "testsForMutant", ForMutant.class, "mutant", target.number(), "goals", target.goals(),
                    "variants", variants);
            if (tests.places().isEmpty()) {
                return seen;
            }
            OnMutant now = runOn(pool, target, tests);
            if (now == OnMutant.REJECTED || now == OnMutant.LOST) {
                return now;
            }
            seen = seen == OnMutant.DIFFERS ? seen : now;
        }
    }

    private OnMutant runOn(WorkerPool pool, Target target, ForMutant tests) {
        Ran ran = generation.batches().run(pool, tests.batch(), target.mutant(), target.place());
        if (ran.end() == UnitEnd.REJECTED && target.place() != null) {
            // What is wrong with it may be another mutant of the class file.
            ran = generation.batches().run(pool, tests.batch(), target.mutant(), null);
        }
        int number = target.number();
        if (ran.end() == UnitEnd.REJECTED) {
            return OnMutant.REJECTED;
        }
        if (ran.answer() != null) {
            try {
                return learnMutant(number, tests, BatchRuns.encode(ran.answer())) ? OnMutant.DIFFERS : OnMutant.SAME;
            } catch (DamagedAnswerException e) {
                pool.retireWorkers();
            }
        }
        learnMutant(number, tests, null);
        return OnMutant.LOST;
    }

    /** @param answer null: no worker survived it */
    private boolean learnMutant(int number, ForMutant tests, String answer) {
        return generation.call(
                "learnMutant", Boolean.class, "mutant", number, "places", tests.places(), "answer", answer, "variants", variants);
    }

    /** What was learnt of these counts for nothing: their worker was not as it should be. */
    public void forget(Collection<Integer> mutants) {
        generation.call("forgetMutants", JsonNode.class, "mutants", mutants, "variants", variants);
    }
}
