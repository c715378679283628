package dev.oraculum.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * Oraculum's agent in this JVM, called by name: it is in the system class loader, and a test may be in another that does not see it, or
 * sees another copy.
 */
final class ObservingAgent {
    private static final String SESSION = "dev.oraculum.junitagent.Session";
    /** Only agents of ours put it where the bootstrap loader finds it. */
    private static final String RECORDER = "dev.oraculum.runtime.Recorder";

    private ObservingAgent() {}

    /** Whether Oraculum itself runs these tests, in a JVM that records what it wants: nobody else may. */
    static boolean isWorker() {
        return isInBootstrapLoader() && !isRunning();
    }

    private static boolean isInBootstrapLoader() {
        try {
            Class.forName(RECORDER, false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static boolean isRunning() {
        Class<?> session = session();
        return session != null && Boolean.TRUE.equals(call(session, "isRunning", new Class<?>[0]));
    }

    /** Whether this JVM records the tests that run: the probes of an oracle would take the place of those that record. */
    static boolean isRecording() {
        Class<?> session = session();
        return session != null && Boolean.TRUE.equals(call(session, "isRecording", new Class<?>[0]));
    }

    /** @throws OracleNotCheckedError the agent is not at work */
    static void require() {
        if (isRunning()) {
            return;
        }
        Class<?> session = session();
        String failure = session == null ? "" : (String) call(session, "failure", new Class<?>[0]);
        if (!failure.isEmpty()) {
            throw new OracleNotCheckedError("Oraculum's agent could not be started in this JVM: " + failure);
        }
        throw new OracleNotCheckedError("this JVM was started without Oraculum's agent, which sees the values. What to do: start it with\n"
                + "    -javaagent:PATH/oraculum-junit-agent-VERSION.jar\n"
                + "Maven: in <argLine> of maven-surefire-plugin; Gradle: in jvmArgs of the test task; docs/guide/junit.md has both.\n"
                + "To run these tests without the check: -D" + OracleCheck.SETTING + "=off");
    }

    /** @throws OracleNotCheckedError the file is no oracle */
    static Object open(String file, ClassLoader loader) {
        try {
            return call(session(), "open", new Class<?>[] {String.class, ClassLoader.class}, file, loader);
        } catch (IllegalArgumentException e) {
            throw new OracleNotCheckedError(e.getMessage(), e);
        }
    }

    static boolean hasTestsOf(Object oracle, String className) {
        return (boolean) call(session(), "hasTestsOf", new Class<?>[] {Object.class, String.class}, oracle, className);
    }

    static void begin(Object oracle) {
        call(session(), "begin", new Class<?>[] {Object.class}, oracle);
    }

    static void cancel() {
        call(session(), "cancel", new Class<?>[0]);
    }

    static Verdict end(Object oracle, String test, boolean allowGone) {
        Object verdict = call(session(), "end", new Class<?>[] {Object.class, String.class, boolean.class}, oracle, test, allowGone);
        return new Verdict((Map<?, ?>) verdict);
    }

    /** What an oracle says of a test, as {@code Session.end} has it. */
    record Verdict(Map<?, ?> said) {
        boolean agrees() {
            return is("AGREES");
        }

        boolean isViolated() {
            return is("VIOLATED");
        }

        /** Whether the oracle does not have the test. */
        boolean isUnknown() {
            return is("UNKNOWN");
        }

        private boolean is(String state) {
            return state.equals(said.get("state"));
        }

        String message() {
            return (String) said.get("message");
        }

        /** Of a single mismatch; null otherwise. */
        String expected() {
            return (String) said.get("expected");
        }

        String actual() {
            return (String) said.get("actual");
        }
    }

    private static Class<?> session() {
        try {
            return Class.forName(SESSION, true, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static Object call(Class<?> session, String name, Class<?>[] types, Object... arguments) {
        try {
            Method method = session.getMethod(name, types);
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException wrong) {
                throw wrong;
            }
            throw fault(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new OracleNotCheckedError("the jars oraculum-junit and oraculum-junit-agent are of different versions: " + e, e);
        }
    }

    private static OracleNotCheckedError fault(Throwable cause) {
        return new OracleNotCheckedError("a fault of Oraculum keeps the oracle from being checked: " + cause + "; please report it", cause);
    }
}
