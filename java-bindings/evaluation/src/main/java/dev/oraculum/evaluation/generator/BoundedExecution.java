package dev.oraculum.evaluation.generator;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Executes sequences on a thread that is given up when one does not end. */
final class BoundedExecution {
    private static final long MILLISECONDS = 1000;
    /** Threads that could not be stopped and still run; beyond them the generator gives up. */
    private static final int MOST_LOST = 3;
    /** How often an operation may not end before it is called no more. */
    private static final int MOST_HANGS = 3;

    private int lost;
    private final Map<String, Integer> hangs = new HashMap<>();

    /** Whether sequences with the operation have ended so far, but for a few. */
    boolean ends(Operation operation) {
        return hangs.getOrDefault(operation.key(), 0) < MOST_HANGS;
    }

    /** The outcome; null if there was none in time. */
    Sequence.Outcome run(Sequence sequence) {
        BlockingQueue<Sequence.Outcome> result = new ArrayBlockingQueue<>(1);
        Thread thread = new Thread(() -> result.offer(sequence.execute()), "sequence");
        thread.setDaemon(true);
        thread.start();
        try {
            Sequence.Outcome outcome = result.poll(MILLISECONDS, TimeUnit.MILLISECONDS);
            if (outcome == null) {
                Operation operation = sequence.executing();
                if (operation != null) {
                    hangs.merge(operation.key(), 1, Integer::sum);
                }
                stop(thread);
            }
            return outcome;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the generator", e);
        }
    }

    /** Nothing but stop ends a loop of the code under test; where the JVM has no stop any more, some may be left running. */
    @SuppressWarnings({"deprecation", "removal"})
    private void stop(Thread thread) {
        try {
            thread.stop();
        } catch (UnsupportedOperationException e) {
            if (++lost > MOST_LOST) {
                throw new IllegalStateException("too many sequences do not end", e);
            }
        }
    }
}
