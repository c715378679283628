package dev.oraculum.ranking;

import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.FlowOfTest;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.StatePlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The run of the generated tests in which anomalies are followed to assertions: what the worker is asked, and what it answers. */
public final class FlowTrace {
    private final InvocationPlan invocations;
    private final List<String> tracked;
    private final AssertionsOfTests sites;

    /** @param tracked classes whose code passes anomalies on, as {@link FlowPlan#tracked} has them */
    public FlowTrace(InvocationPlan invocations, List<String> tracked, AssertionsOfTests sites) {
        this.invocations = invocations;
        this.tracked = tracked;
        this.sites = sites;
    }

    /** The plan for these anomalies; with none, it still says which assertions are executed. */
    public FlowPlan plan(List<Anomalies.Anomaly> anomalies) {
        List<FlowPlan.Method> methods = invocations.methods().stream()
                .map(m -> new FlowPlan.Method(m.className(), m.name(), m.descriptor(), m.entryRoots(), m.exitRoots(), m.variables()))
                .toList();
        List<FlowPlan.Anomaly> followed = anomalies.stream()
                .map(a -> new FlowPlan.Anomaly(a.id(), a.test(), a.invocation(), a.method(), moment(a.moment()), a.variable()))
                .toList();
        return new FlowPlan(methods, tracked, sites.forWorker(), followed, FlowPlan.DEFAULT_MOST_LABELS);
    }

    private static StatePlan.Moment moment(Anomalies.Moment moment) {
        return moment == Anomalies.Moment.ENTRY ? StatePlan.Moment.ENTRY : StatePlan.Moment.EXIT;
    }

    /** What a test's records say. */
    public FlowOfTest decode(int test, List<ByteBuffer> batches) {
        List<FlowOfTest.Site> executed = new ArrayList<>();
        for (ByteBuffer batch : batches) {
            byte[] bytes = new byte[batch.remaining()];
            batch.duplicate().get(bytes);
            for (FlowRecords.Reached record : FlowRecords.decode(bytes)) {
                executed.add(new FlowOfTest.Site(record.site(), record.times(), record.threw() > 0, record.anomalies()));
            }
        }
        return new FlowOfTest(test, executed);
    }
}
