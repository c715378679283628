package dev.oraculum.runtime;

/** Records the states of the method of a {@link StatePlan} (docs/formats.md, "States as binary records"). */
final class StateRecording extends RootRecording {
    private final StatePlan plan;
    private final StateReader reader;

    StateRecording(StatePlan plan) {
        this.plan = plan;
        this.reader = new StateReader(plan.variables(), Math.max(plan.entryRoots().size(), plan.exitRoots().size()), plan.limits(),
                new ArrayCopies());
    }

    @Override
    public Invocation enter() {
        if (!recording) {
            return null;
        }
        try {
            if (StateReader.isReading() || StrayThreads.isCurrent()) {
                return null;
            }
            int index = invocations.getAndIncrement();
            if (!plan.limits().records(index)) {
                thinned.incrementAndGet();
                return null;
            }
            return new Invocation(this, reader, 0, test, begun, (Recorder.part << Recorder.PART_AT) + index);
        } catch (Throwable t) {
            Recorder.contain(t);
            return null;
        }
    }

    @Override
    void entered(Invocation invocation) {
        try {
            reader.read(invocation, StatePlan.Moment.ENTRY);
            invocation.clearRoots();
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    @Override
    void exit(Invocation invocation, int exit) {
        try {
            if (isCurrent(invocation)) {
                reader.read(invocation, StatePlan.Moment.EXIT);
                invocation.numberReferences();
                records.append(invocation, exit);
                recorded.incrementAndGet();
            }
            invocation.release();
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }
}
