package dev.oraculum.runtime;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Records the values that the definitions of a {@link DataPlan} give their variables, for one test at a time: for each datum
 * how many, a hash over all, and the first ones as they are (docs/formats.md, "Data records").
 *
 * <p>What static initializers compute is not recorded: in which test they run depends on the tests before it. Of several
 * threads that define a datum, the order is that of the clock; such data differ from run to run and are not for oracles.
 */
final class DataRecording implements Recording {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    /** Characters of one test's values that are kept; beyond it only hashes go on. */
    private static final int MOST_BYTES = 64 << 20;

    /** Values of one datum in one test whose state is looked into; of later ones the text counts. */
    private static final int MOST_STATES = 64;

    private final int kept;
    /** By datum. */
    private final char[] sorts;
    private final AtomicReferenceArray<Trace> traces;
    private volatile int test;
    private volatile boolean recording;
    private volatile int bytes;

    DataRecording(DataPlan plan) {
        kept = plan.kept();
        sorts = new char[plan.data()];
        for (DataPlan.Method method : plan.methods()) {
            for (DataPlan.Site site : method.sites()) {
                if (site.datum() >= 0) {
                    sorts[site.datum()] = site.sort();
                }
            }
        }
        traces = new AtomicReferenceArray<>(plan.data());
    }

    /** What one datum was given in one test. */
    private static final class Trace {
        private long count;
        private long hash;
        private long state;
        private Object[] values = {};
        private int[] states = {};

        synchronized void add(long valueHash, Object value, int limit) {
            add(valueHash, valueHash, value, limit);
        }

        /** @param stateHash of all that the value holds; that of the text where the text says all */
        synchronized void add(long valueHash, long stateHash, Object value, int limit) {
            hash = hash * MULTIPLIER + valueHash;
            state = state * MULTIPLIER + stateHash;
            if (count < limit && value != null) {
                if (count == values.length) {
                    int length = Math.max(4, Math.min(limit, 2 * values.length));
                    values = Arrays.copyOf(values, length);
                    states = Arrays.copyOf(states, length);
                }
                values[(int) count] = value;
                states[(int) count] = stateHash == valueHash ? 0 : (int) (stateHash >>> 32) | 1;
            }
            count++;
        }
    }

    @Override
    public void begin(int testIndex) {
        for (int i = 0; i < traces.length(); i++) {
            traces.setPlain(i, null);
        }
        bytes = 0;
        test = testIndex;
        recording = true;
    }

    @Override
    public void end() {
        recording = false;
    }

    /** The recorder of data, if this thread's definitions are to be recorded now. */
    private static DataRecording active() {
        DataRecording data = Recorder.recording(DataRecording.class);
        return data != null && data.recording && !Initializers.isInside() && !StrayThreads.isCurrent() ? data : null;
    }

    static void datum(long bits, int number) {
        try {
            DataRecording current = active();
            if (current != null) {
                current.primitive(bits, number);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    static void datum(Object value, int number) {
        try {
            DataRecording current = active();
            if (current != null) {
                current.reference(value, number);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    static void element(int index, long bits, int number) {
        try {
            DataRecording current = active();
            if (current != null) {
                current.primitiveElement(index, bits, number);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    static void element(int index, Object value, int number) {
        try {
            DataRecording current = active();
            if (current != null) {
                current.referenceElement(index, value, number);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    /** @param value the value as record bits */
    private void primitive(long value, int datum) {
        char sort = sorts[datum];
        long bits = narrow(value, sort);
        Trace trace = trace(datum);
        trace.add(mix(bits ^ sort), trace.count < kept ? new Primitive(bits, sort) : null, kept);
    }

    private void reference(Object value, int datum) {
        ValueText text = ValueText.mine();
        if (!text.begin()) {
            return;
        }
        try {
            text.append(value);
            keep(text, value, datum);
        } finally {
            text.end();
        }
    }

    private void primitiveElement(int index, long value, int datum) {
        char sort = sorts[datum];
        long bits = narrow(value, sort);
        Trace trace = trace(datum);
        trace.add(mix(mix(bits ^ sort) + index), trace.count < kept ? "[" + index + "] = " + ValueText.of(bits, sort) : null, kept);
    }

    private void referenceElement(int index, Object value, int datum) {
        ValueText text = ValueText.mine();
        if (!text.begin()) {
            return;
        }
        try {
            text.appendIndex(index);
            text.append(value);
            keep(text, value, datum);
        } finally {
            text.end();
        }
    }

    private void keep(ValueText text, Object held, int datum) {
        Trace trace = trace(datum);
        boolean keep = trace.count < kept && bytes < MOST_BYTES;
        String value = keep ? text.toString() : null;
        if (keep) {
            bytes += 2 * value.length();
        }
        long hash = mix(text.hash());
        boolean deeper = text.isCut() && trace.count < MOST_STATES;
        trace.add(hash, deeper ? mix(hash ^ ObjectState.hashOf(held)) : hash, value, keep ? kept : 0);
    }

    private Trace trace(int datum) {
        Trace trace = traces.get(datum);
        if (trace == null) {
            Trace fresh = new Trace();
            trace = traces.compareAndSet(datum, null, fresh) ? fresh : traces.get(datum);
        }
        // A test that ended meanwhile took its traces along; what this thread writes is lost, as it should be.
        return trace == null ? new Trace() : trace;
    }

    /** What a variable of that sort holds of an int. */
    private static long narrow(long bits, char sort) {
        return switch (sort) {
            case 'Z' -> bits & 1;
            case 'B' -> (byte) bits;
            case 'S' -> (short) bits;
            case 'C' -> (char) bits;
            default -> bits;
        };
    }

    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }

    private record Primitive(long bits, char sort) {}

    /** 1 if any datum was defined. */
    @Override
    public int invocations() {
        for (int i = 0; i < traces.length(); i++) {
            if (traces.get(i) != null) {
                return 1;
            }
        }
        return 0;
    }

    @Override
    public byte[] drain() {
        try {
            ByteArrayOutputStream batch = new ByteArrayOutputStream();
            for (int i = 0; i < traces.length(); i++) {
                Trace trace = traces.getAndSet(i, null);
                if (trace != null) {
                    write(batch, i, trace);
                }
            }
            return batch.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(ByteArrayOutputStream batch, int datum, Trace trace) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        synchronized (trace) {
            out.writeInt(datum);
            out.writeLong(trace.count);
            out.writeLong(trace.hash);
            out.writeLong(trace.state);
            int known = 0;
            while (known < trace.values.length && trace.values[known] != null) {
                known++;
            }
            out.writeInt(known);
            for (int i = 0; i < known; i++) {
                Object value = trace.values[i];
                String shown = value instanceof Primitive primitive ? ValueText.of(primitive.bits(), primitive.sort()) : (String) value;
                byte[] text = shown.getBytes(StandardCharsets.UTF_8);
                out.writeInt(text.length);
                out.write(text);
                out.writeInt(trace.states[i]);
            }
        }
        // The frame is that of state records: length and test, little-endian.
        ByteBuffer frame = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(4 + body.size()).putInt(test);
        batch.write(frame.array());
        body.writeTo(batch);
    }
}
