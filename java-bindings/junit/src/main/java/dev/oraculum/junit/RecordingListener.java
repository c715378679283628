package dev.oraculum.junit;

import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Records the tests that run, in a JVM that was started with {@code -javaagent:oraculum-junit-agent.jar=record=FOLDER}; else it does
 * nothing. The JUnit Platform finds it by itself: Maven's Surefire, Gradle's {@code useJUnitPlatform()} and IDEs run tests by it.
 */
public final class RecordingListener implements TestExecutionListener {
    private RecordingAgent agent;
    private TestPlan plan;

    /** For the service loader. */
    public RecordingListener() {}

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        agent = RecordingAgent.find(this);
        plan = started;
        if (agent != null) {
            agent.runStarted();
        }
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (agent == null) {
            return;
        }
        if (identifier.isTest()) {
            agent.testStarted(describe(identifier));
        } else {
            tellClass(identifier);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        if (agent == null) {
            return;
        }
        if (identifier.isTest()) {
            agent.testSkipped(describe(identifier), reason);
        } else {
            tellClass(identifier);
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (agent == null) {
            return;
        }
        Throwable thrown = result.getThrowable().orElse(null);
        if (identifier.isTest()) {
            String status = switch (result.getStatus()) {
                case SUCCESSFUL -> "PASSED";
                case ABORTED -> "ABORTED";
                case FAILED -> "FAILED";
            };
            agent.testFinished(identifier.getUniqueId(), status, thrown);
        } else if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            agent.failedOutside(identifier.getDisplayName(), thrown);
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan finished) {
        if (agent != null) {
            agent.runFinished();
        }
        agent = null;
        plan = null;
    }

    private void tellClass(TestIdentifier identifier) {
        if (identifier.getSource().orElse(null) instanceof ClassSource type) {
            agent.testClass(type.getClassName());
        }
    }

    /** The test with its class and method, which those around it may know better. */
    private String[] describe(TestIdentifier identifier) {
        String className = "";
        Optional<TestIdentifier> next = Optional.of(identifier);
        while (next.isPresent()) {
            TestSource source = next.get().getSource().orElse(null);
            if (source instanceof MethodSource method) {
                return new String[] {
                    identifier.getUniqueId(), identifier.getDisplayName(), method.getClassName(), method.getMethodName()
                };
            }
            if (source instanceof ClassSource type && className.isEmpty()) {
                className = type.getClassName();
            }
            next = plan.getParent(next.get());
        }
        return new String[] {identifier.getUniqueId(), identifier.getDisplayName(), className, ""};
    }
}
