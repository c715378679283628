package dev.oraculum.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/** A recording of single invocations, which woven code hands its roots; it counts them. */
abstract class RootRecording implements Recording {
    final StateBuffer records = new StateBuffer();
    final AtomicInteger invocations = new AtomicInteger();
    final AtomicInteger recorded = new AtomicInteger();
    final AtomicInteger thinned = new AtomicInteger();
    volatile int test;
    /** Tells apart tests of several units that have the same place: {@link Recorder#testsBegun}. */
    volatile int begun;
    volatile boolean recording;

    /** All entry roots are handed over. */
    abstract void entered(Invocation invocation);

    /**
     * All exit roots are handed over.
     *
     * @param exit what the woven exit says of itself
     */
    abstract void exit(Invocation invocation, int exit);

    /** Of a constructor: it is about to call another constructor of its object, at that place in the plan, or -1. */
    void constructs(Invocation invocation, int callee) {}

    /** The other constructor has returned. */
    void constructed(Invocation invocation) {}

    /** Whether an invocation belongs to the test that runs: another test's leftover thread must not write into this one's records. */
    final boolean isCurrent(Invocation invocation) {
        return recording && invocation.begun == begun && Recorder.isInstalled(this);
    }

    @Override
    public void begin(int testIndex) {
        test = testIndex;
        begun = Recorder.testsBegun;
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
    public final byte[] drain() {
        return records.drain();
    }

    @Override
    public final int invocations() {
        return invocations.get();
    }

    @Override
    public final int recorded() {
        return recorded.get();
    }

    @Override
    public final int thinned() {
        return thinned.get();
    }
}
