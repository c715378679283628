package dev.oraculum.worker;

import dev.oraculum.runtime.protocol.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** One execution of the launcher, whose listener tells the unit of its tests. So class-level fixtures run as they always do. */
final class JUnitRun implements UnitRun.Tests, TestExecutionListener {
    private final Launcher launcher;
    private final List<Message.Request> requests;
    private final boolean open;
    private final Map<String, Message.Request> requested = new HashMap<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private UnitRun unit;
    private TestPlan plan;
    private String runningId = "";

    JUnitRun(Launcher launcher, Message.Run run) {
        this.launcher = launcher;
        requests = run.tests();
        open = run.work().open();
        requests.forEach(request -> requested.put(request.uniqueId(), request));
        if (!open) {
            for (int i = 0; i < requests.size(); i++) {
                indices.put(requests.get(i).uniqueId(), i);
            }
        }
    }

    @Override
    public void run(UnitRun of) {
        unit = of;
        launcher.execute(Discovery.byId(requests), this);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (unit.isInTest() && !identifier.isTest()) {
            return;
        }
        if (unit.isInTest()) {
            if (isInside(identifier, runningId)) {
                return;
            }
            // The end of the last test got lost: the kill switch struck while it was being told.
            unit.finish(TestEnd.UNKNOWN);
        }
        unit.endBetween();
        if (!identifier.isTest()) {
            unit.beginBetween();
            return;
        }
        int index = indexOf(identifier);
        runningId = identifier.getUniqueId();
        unit.begin(index, open || index < 0 ? budgetOf(runningId) : requests.get(index));
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (unit.isInTest() && identifier.getUniqueId().equals(runningId)) {
            unit.finish(end(result));
            unit.endIfAsked();
        } else if (!unit.isInTest() && result.getStatus() == TestExecutionResult.Status.FAILED) {
            unit.problem(identifier.getDisplayName(), result.getThrowable().orElse(null));
        }
    }

    private static TestEnd end(TestExecutionResult result) {
        TestEnd.Status status = switch (result.getStatus()) {
            case SUCCESSFUL -> TestEnd.Status.PASSED;
            case ABORTED -> TestEnd.Status.ABORTED;
            case FAILED -> TestEnd.Status.FAILED;
        };
        return new TestEnd(status, result.getThrowable().orElse(null));
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        if (identifier.isTest()) {
            unit.skip(indexOf(identifier), reason);
        }
    }

    private int indexOf(TestIdentifier identifier) {
        Integer index = indices.get(identifier.getUniqueId());
        if (index == null && open) {
            index = indices.size();
            indices.put(identifier.getUniqueId(), index);
            unit.add(Discovery.describe(plan, identifier));
        }
        return index == null ? UnitRun.NOT_OURS : index;
    }

    /** Of an open run: the test's own; of one that is made only now, that of what makes it. */
    private Message.Request budgetOf(String uniqueId) {
        String id = uniqueId;
        while (!requested.containsKey(id) && id.lastIndexOf('/') > 0) {
            id = id.substring(0, id.lastIndexOf('/'));
        }
        return requested.getOrDefault(id, unit.command().between());
    }

    private static boolean isInside(TestIdentifier identifier, String ancestorId) {
        return identifier.getUniqueId().startsWith(ancestorId + "/");
    }
}
