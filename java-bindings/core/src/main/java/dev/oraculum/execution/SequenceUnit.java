package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.Work;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Call sequences to run on the program as it is, or on a mutant. Each counts as a test.
 *
 * @param id chosen by the caller; results are keyed by it
 * @param className binary name of the mutated class; empty: the program as it is
 * @param bytes its class file
 * @param activeMutant which of several mutants in that class file it is ({@link dev.oraculum.runtime.ActiveMutant}); 0: it has one
 * @param work the sequences, and the format that says who runs them
 * @param tickBudget loop iterations and method calls of code under test that each may take
 * @param limit how long each may run
 * @param plans places, in the set of plans, of those that record; empty: all
 */
public record SequenceUnit(
        int id, String className, byte[] bytes, int activeMutant, Work.CallSequences work, long tickBudget, Duration limit,
        List<Integer> plans) {
    public SequenceUnit {
        bytes = bytes.clone();
        plans = List.copyOf(plans);
        if (work.sequences().isEmpty()) {
            throw new IllegalArgumentException("unit " + id + " has no call sequences");
        }
    }

    /** On the program as it is, recorded by all plans. */
    public SequenceUnit(int id, Work.CallSequences work, long tickBudget, Duration limit) {
        this(id, "", new byte[0], 0, work, tickBudget, limit, List.of());
    }

    /** The sequences as tests, named by their places. */
    List<TestCase> tests() {
        return IntStream.range(0, work.sequences().size()).mapToObj(i -> new TestCase("sequence:" + i, "sequence " + i, "", "")).toList();
    }

    /**
     * The command that runs them.
     *
     * @param between how long anything outside of the sequences may take
     * @param timeOuts end the unit once this many had to be stopped
     */
    Message.Run command(Duration between, int timeOuts) {
        List<Message.Request> requests = tests().stream()
                .map(test -> new Message.Request(test.uniqueId(), tickBudget, limit.toMillis(), true))
                .toList();
        Message.Request outside = new Message.Request("", Long.MAX_VALUE, between.toMillis(), true);
        return new Message.Run(id, className, bytes, activeMutant, requests, outside, work, plans, false, timeOuts);
    }
}
