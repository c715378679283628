package dev.oraculum.junit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.runner.Description;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/**
 * Records the tests that JUnit 4 runs, as {@link RecordingListener} does for the JUnit Platform: in a JVM that was started with {@code
 * -javaagent:oraculum-junit-agent.jar=record=FOLDER}; else it does nothing. JUnit 4 has to be told of it: Maven's Surefire by the property
 * {@code listener}.
 */
public final class RecordingRunListener extends RunListener {
    private RecordingAgent agent;
    private final Set<String> classes = new HashSet<>();
    /** Tests that have not passed, until they end. */
    private final Map<Description, Failure> failures = new HashMap<>();
    private final Set<Description> aborted = new HashSet<>();

    /** For whoever registers it by name. */
    public RecordingRunListener() {}

    @Override
    public void testRunStarted(Description run) {
        agent = RecordingAgent.find(this);
        if (agent != null) {
            agent.runStarted();
            tellClasses(run);
        }
    }

    /** A suite has classes below it. */
    private void tellClasses(Description description) {
        if (description.isTest()) {
            tellClass(description);
        } else {
            description.getChildren().forEach(this::tellClasses);
        }
    }

    private void tellClass(Description test) {
        if (classes.add(test.getClassName())) {
            agent.testClass(test.getClassName());
        }
    }

    @Override
    public void testStarted(Description test) {
        if (agent != null) {
            tellClass(test);
            agent.testStarted(VintageIds.describe(test));
        }
    }

    @Override
    public void testFailure(Failure failure) {
        Description of = failure.getDescription();
        if (agent != null && of.isTest()) {
            failures.put(of, failure);
        } else if (agent != null) {
            agent.failedOutside(of.getDisplayName(), failure.getException());
        }
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
        failures.put(failure.getDescription(), failure);
        aborted.add(failure.getDescription());
    }

    @Override
    public void testFinished(Description test) {
        if (agent == null) {
            return;
        }
        Failure failure = failures.remove(test);
        boolean assumption = aborted.remove(test);
        String status = failure == null ? "PASSED" : assumption ? "ABORTED" : "FAILED";
        agent.testFinished(VintageIds.of(test), status, failure == null ? null : failure.getException());
    }

    @Override
    public void testIgnored(Description test) {
        if (agent != null && test.isTest()) {
            tellClass(test);
            agent.testSkipped(VintageIds.describe(test), "");
        }
    }

    @Override
    public void testRunFinished(Result result) {
        if (agent != null) {
            agent.runFinished();
        }
        agent = null;
        classes.clear();
        failures.clear();
        aborted.clear();
    }
}
