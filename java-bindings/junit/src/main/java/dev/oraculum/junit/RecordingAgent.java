package dev.oraculum.junit;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells Oraculum's agent, if this JVM was started with it to record, which tests run; else it does nothing. The agent is called by name, as
 * {@link ObservingAgent} does. Nothing that goes wrong here reaches the tests.
 */
final class RecordingAgent {
    private static final String SESSION = "dev.oraculum.junitagent.Session";

    /** Who tells: what several tell at a time is of runs within a run. */
    private final Object owner;
    private final Map<String, Method> methods = new HashMap<>();

    private RecordingAgent(Object owner, Class<?> session) {
        this.owner = owner;
        for (Method method : session.getMethods()) {
            methods.put(method.getName(), method);
        }
    }

    /** Null: this JVM does not record. */
    static RecordingAgent find(Object owner) {
        try {
            Class<?> session = Class.forName(SESSION, true, ClassLoader.getSystemClassLoader());
            boolean recording = Boolean.TRUE.equals(session.getMethod("isRecording").invoke(null));
            return recording ? new RecordingAgent(owner, session) : null;
        } catch (ReflectiveOperationException | LinkageError e) {
            // No agent, or one that does not record.
            return null;
        }
    }

    void runStarted() {
        tell("runStarted", owner);
    }

    void testClass(String className) {
        tell("testClass", owner, className);
    }

    /** @param test unique id, display name, class, method */
    void testStarted(String[] test) {
        tell("testStarted", owner, test);
    }

    void testFinished(String id, String status, Throwable thrown) {
        tell("testFinished", owner, id, status, thrown);
    }

    void testSkipped(String[] test, String reason) {
        tell("testSkipped", owner, test, reason);
    }

    void failedOutside(String where, Throwable thrown) {
        tell("failedOutside", owner, where, thrown);
    }

    void runFinished() {
        tell("runFinished", owner);
    }

    private void tell(String what, Object... arguments) {
        try {
            methods.get(what).invoke(null, arguments);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // The agent says itself what goes wrong there; one of another version has not all of it.
        }
    }
}
