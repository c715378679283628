package dev.oraculum.runtime;

import dev.oraculum.runtime.flow.FlowSession;

/** Follows the labels of a {@link FlowPlan}, for one test at a time. */
final class FlowRecording implements Recording {
    private volatile boolean recording;

    FlowRecording(FlowPlan plan) {
        FlowSession.install(plan, Recorder::contain, Initializers::isInside, StrayThreads::isCurrent, StrayThreads::contains);
    }

    @Override
    public void begin(int test) {
        FlowSession.begin(test);
        recording = true;
    }

    @Override
    public void end() {
        if (!recording) {
            return;
        }
        recording = false;
        FlowSession.end();
        String problem = FlowSession.problem();
        if (!problem.isEmpty()) {
            Recorder.report(problem);
        }
    }

    /** How many invocations of planned methods the test made; -1 if they were not those of the run that found the anomalies. */
    @Override
    public int invocations() {
        return FlowSession.invocations();
    }

    @Override
    public byte[] drain() {
        return FlowSession.drain();
    }
}
