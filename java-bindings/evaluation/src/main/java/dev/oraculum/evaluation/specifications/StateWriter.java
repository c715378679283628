package dev.oraculum.evaluation.specifications;

import dev.oraculum.runtime.Invocation;
import dev.oraculum.runtime.Probes;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Records states of objects at hand with the recorder that runs in workers, so that variables are read here as they are there. One at a
 * time in a JVM.
 */
final class StateWriter {
    private static final int BEHIND_HEADER = 4 + 4 + 2;

    private final StatePlan plan;
    private final List<byte[]> records = new ArrayList<>();
    private Invocation invocation;

    StateWriter(StatePlan plan) {
        StatePlan.Limits limits = plan.limits();
        StatePlan.Limits all =
                new StatePlan.Limits(Integer.MAX_VALUE, limits.observerTicks(), limits.contentsLimit(), limits.textLimit());
        this.plan = new StatePlan(plan.className(), plan.methodName(), plan.descriptor(), plan.returnInstructions(), plan.exits(),
                plan.entryRoots(), plan.exitRoots(), plan.variables(), all);
        Recorder.install(this.plan);
        Recorder.beginTest(0, Long.MAX_VALUE);
    }

    /** The call is entered. @param values of the entry roots */
    void enter(Object[] values) {
        invocation = Probes.enterPlanned(0);
        handOver(plan.entryRoots(), values);
        Probes.entered(invocation);
    }

    /** The call is left. @param values of the exit roots */
    void exit(Object[] values, int ordinal) {
        handOver(plan.exitRoots(), values);
        Probes.exit(invocation, ordinal);
        byte[] written = Recorder.drain(0);
        if (written.length == 0) {
            throw new IllegalStateException("the recorder wrote no state: " + Recorder.drainFaults() + Recorder.endTest());
        }
        records.add(written);
    }

    private void handOver(List<StatePlan.Root> roots, Object[] values) {
        for (int i = 0; i < roots.size(); i++) {
            Object value = i < values.length ? values[i] : null;
            switch (roots.get(i).descriptor()) {
                case "Z", "B", "S", "C", "I" -> Probes.value(number(value), invocation, i);
                case "J" -> Probes.value(((Long) value).longValue(), invocation, i);
                case "F" -> Probes.value(((Float) value).floatValue(), invocation, i);
                case "D" -> Probes.value(((Double) value).doubleValue(), invocation, i);
                default -> Probes.value(value, invocation, i);
            }
        }
    }

    private static int number(Object value) {
        return value instanceof Boolean truth ? truth ? 1 : 0 : value instanceof Character unit ? unit : ((Number) value).intValue();
    }

    /** How many states were recorded. */
    int size() {
        return records.size();
    }

    /** Whether a variable is in a record. */
    boolean isPresent(int record, int variable) {
        return (records.get(record)[Integer.BYTES + BEHIND_HEADER + (variable >> 3)] >> (variable & 7) & 1) != 0;
    }

    /** Whether a reference is in a record and not null. */
    boolean isObject(int record, int variable) {
        int values = Integer.BYTES + BEHIND_HEADER + (plan.variables().size() + 7) / 8;
        ByteBuffer bytes = ByteBuffer.wrap(records.get(record)).order(ByteOrder.LITTLE_ENDIAN);
        return isPresent(record, variable) && bytes.getLong(values + Long.BYTES * variable) != 0;
    }

    /** The state of a record without the number of its call: equal states have equal ones. */
    ByteBuffer state(int record) {
        byte[] bytes = records.get(record);
        return ByteBuffer.wrap(bytes, Integer.BYTES + BEHIND_HEADER, bytes.length - Integer.BYTES - BEHIND_HEADER);
    }

    /** All records but some, in one batch. */
    ByteBuffer batch(BitSet without) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < records.size(); i++) {
            if (!without.get(i)) {
                bytes.writeBytes(records.get(i));
            }
        }
        ByteBuffer batch = ByteBuffer.allocateDirect(bytes.size());
        batch.put(bytes.toByteArray()).flip();
        return batch;
    }
}
