package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A sink that notes per unit and test how many states came, and the outcomes. */
final class Notebook implements UnitSink {
    private final Map<Integer, Map<String, Integer>> states = new TreeMap<>();
    private final Map<Integer, Map<String, TestOutcome>> outcomes = new TreeMap<>();

    @Override
    public synchronized void started(int unit) {
        states.put(unit, new TreeMap<>());
        outcomes.put(unit, new TreeMap<>());
    }

    @Override
    public synchronized void test(int unit, TestRun run, List<ByteBuffer> batches) {
        states.get(unit).put(run.test().methodName(), records(run.index(), batches).size());
        outcomes.get(unit).put(run.test().methodName(), run.outcome());
    }

    /** The records of a test, each as the index of its invocation; fails if one belongs to another test. */
    private static List<Integer> records(int test, List<ByteBuffer> batches) {
        List<Integer> invocations = new ArrayList<>();
        for (ByteBuffer batch : batches) {
            if (!batch.isDirect()) {
                throw new AssertionError("a batch outside direct memory");
            }
            ByteBuffer bytes = batch.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.hasRemaining()) {
                int length = bytes.getInt();
                int end = bytes.position() + length;
                if (bytes.getInt() != test) {
                    throw new AssertionError("a record of another test");
                }
                invocations.add(bytes.getInt());
                bytes.position(end);
            }
        }
        return invocations;
    }

    /** Number of states by test method. */
    synchronized Map<String, Integer> states(int unit) {
        return Map.copyOf(states.getOrDefault(unit, Map.of()));
    }

    /** Outcomes by test method. */
    synchronized Map<String, TestOutcome> outcomes(int unit) {
        return Map.copyOf(outcomes.getOrDefault(unit, Map.of()));
    }
}
