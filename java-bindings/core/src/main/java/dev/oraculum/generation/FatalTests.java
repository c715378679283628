package dev.oraculum.generation;

import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.BatchRuns.Batch;
import dev.oraculum.internal.SideBySide;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Finds out which tests of a generation no JVM survives, or leave one whose answers cannot be read: by native code, or by {@code
 * sun.misc.Unsafe}, they write where something else is. They run again in groups, which the engine chooses.
 */
final class FatalTests {
    /** Groups that may crash a JVM, in a search, and each time that kept tests are left out: what is not known then is left out, too. */
    private static final int MOST_CRASHES = 24;

    private final GenerationRun generation;
    private int crashes;

    FatalTests(GenerationRun generation) {
        this.generation = generation;
    }

    /**
     * The worker of the oldest batch of the search was lost: the engine learns how those of its tests end that a JVM survives.
     *
     * @param more asked before each group whether there is time for it
     */
    void runOthers(WorkerPool pool, BooleanSupplier more) {
        while (crashes < MOST_CRASHES && more.getAsBoolean()) {
            Batch group = generation.callForBatch(Function.identity(), "proposeAgain", Batch.class);
            if (group.tests() == 0) {
                return;
            }
            String answer = BatchRuns.encode(generation.batches().run(pool, group).answer());
            if (!generation.call("learnAgain", Boolean.class, "answer", answer)) {
                pool.retireWorkers();
                crashes++;
            }
        }
    }

    /**
     * No JVM has survived the kept tests: those that none survives are kept no more, and the others are to be observed anew.
     *
     * @param here for groups of them in order
     * @param elsewhere for the same in reversed order
     * @param threads JVMs that run at the same time
     * @return how many these were
     */
    int leaveOut(WorkerPool here, WorkerPool elsewhere, int threads) {
        ObservedTests.Batches group = proposed();
        for (int lost = 0; group.ordered().tests() > 0 && lost < MOST_CRASHES; group = proposed()) {
            ObservedTests.Batches now = group;
            // What a group before has spoilt is no fault of this one.
            here.retireWorkers();
            elsewhere.retireWorkers();
            List<ByteBuffer> answers = SideBySide.all(threads, List.<Supplier<ByteBuffer>>of(
                    () -> generation.batches().run(here, now.ordered()).answer(),
                    () -> generation.batches().run(elsewhere, now.reversed()).answer()));
            String ordered = BatchRuns.encode(answers.get(0));
            String reversed = BatchRuns.encode(answers.get(1));
            lost += generation.call("learnFatalTests", Boolean.class, "ordered", ordered, "reversed", reversed) ? 0 : 1;
        }
        here.retireWorkers();
        elsewhere.retireWorkers();
        return generation.call("leaveOutFatalTests", Integer.class);
    }

    private ObservedTests.Batches proposed() {
        ObservedTests.Batches proposed = generation.call("proposeFatalTests", ObservedTests.Batches.class);
        generation.batches().remember(proposed.ordered(), proposed.reversed());
        return proposed;
    }
}
