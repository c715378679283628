package dev.oraculum.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/** Records the states of the method of a {@link CapturePlan} (docs/formats.md, "States as binary records"). */
final class StateRecorder implements InvocationRecording {
    private final CapturePlan plan;
    private final StateReader reader;
    private final StateBuffer states = new StateBuffer();
    private final AtomicInteger invocations = new AtomicInteger();
    private final AtomicInteger recorded = new AtomicInteger();
    private final AtomicInteger thinned = new AtomicInteger();
    private volatile int test;
    private volatile boolean recording;

    StateRecorder(CapturePlan plan) {
        this.plan = plan;
        this.reader = new StateReader(plan.variables(), Math.max(plan.entryRoots().size(), plan.exitRoots().size()), plan.limits());
    }

    @Override
    public void begin(int testIndex) {
        test = testIndex;
        invocations.set(0);
        recorded.set(0);
        thinned.set(0);
        recording = true;
    }

    @Override
    public void end() {
        recording = false;
    }

    @Override
    public byte[] drain() {
        return states.drain();
    }

    @Override
    public int invocations() {
        return invocations.get();
    }

    @Override
    public int recorded() {
        return recorded.get();
    }

    @Override
    public int thinned() {
        return thinned.get();
    }

    /** The method under test is entered; null: this invocation is not recorded. */
    Invocation enter() {
        if (!recording) {
            return null;
        }
        try {
            if (StateReader.isReading()) {
                return null;
            }
            int index = invocations.getAndIncrement();
            if (!plan.limits().records(index)) {
                thinned.incrementAndGet();
                return null;
            }
            return new Invocation(this, reader, 0, test, index);
        } catch (Throwable t) {
            Recorder.contain(t);
            return null;
        }
    }

    @Override
    public void entered(Invocation invocation) {
        try {
            reader.read(invocation, CapturePlan.Moment.ENTRY);
            invocation.clearRoots();
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    @Override
    public void exit(Invocation invocation, int exit) {
        try {
            // Another test's leftover thread must not write into this one's records.
            if (recording && invocation.test == test && Recorder.recording() == this) {
                reader.read(invocation, CapturePlan.Moment.EXIT);
                invocation.numberReferences();
                states.append(invocation, exit);
                recorded.incrementAndGet();
            }
            invocation.release();
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }
}
