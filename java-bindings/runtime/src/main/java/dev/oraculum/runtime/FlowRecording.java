package dev.oraculum.runtime;

import dev.oraculum.runtime.flow.Flow;

/** Follows the labels of a {@link FlowPlan}, for one test at a time. */
final class FlowRecording implements Recording {
    FlowRecording(FlowPlan plan) {
        Flow.install(plan, Recorder::contain, Initializers::isInside);
    }

    @Override
    public void begin(int test) {
        Flow.begin(test);
    }

    @Override
    public void end() {
        Flow.end();
        String problem = Flow.problem();
        if (!problem.isEmpty()) {
            Recorder.report(problem);
        }
    }

    /** How many invocations of planned methods the test made; -1 if they were not those of the run that found the anomalies. */
    @Override
    public int invocations() {
        return Flow.invocations();
    }

    @Override
    public byte[] drain() {
        return Flow.drain();
    }
}
