package dev.oraculum.generation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.GenerationRun.Batch;
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
    /** JVMs of a search that may crash for this. */
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
            if (!generation.call("learnAgain", Boolean.class, "answer", GenerationRun.encode(generation.run(pool, group, null).answer()))) {
                pool.retireWorkers();
                crashes++;
            }
        }
    }

    /**
     * No JVM has survived the kept tests: those that none survives alone are kept no more, and the others are to be observed anew.
     *
     * @param here for groups of them in order
     * @param elsewhere for the same in reversed order
     * @param threads JVMs that run at the same time
     * @return how many these were
     */
    int leaveOut(WorkerPool here, WorkerPool elsewhere, int threads) {
        while (true) {
            // What a group before has spoilt is no fault of the next.
            here.retireWorkers();
            elsewhere.retireWorkers();
            ObservedTests.Batches group = generation.call("proposeFatalTests", ObservedTests.Batches.class);
            generation.remember(group.ordered().shared());
            generation.remember(group.reversed().shared());
            if (group.ordered().tests() == 0) {
                return generation.call("leaveOutFatalTests", Integer.class);
            }
            List<ByteBuffer> answers = SideBySide.all(threads, List.<Supplier<ByteBuffer>>of(
                    () -> generation.run(here, group.ordered(), null).answer(),
                    () -> generation.run(elsewhere, group.reversed(), null).answer()));
            String ordered = GenerationRun.encode(answers.get(0));
            String reversed = GenerationRun.encode(answers.get(1));
            generation.call("learnFatalTests", JsonNode.class, "ordered", ordered, "reversed", reversed);
        }
    }
}
