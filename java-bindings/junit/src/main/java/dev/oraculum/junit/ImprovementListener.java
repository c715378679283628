package dev.oraculum.junit;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Remembers which classes with {@link ImproveAssertions} have run, and asks for them when the session ends. The JUnit Platform finds it by
 * itself, once as a listener to tests and once as one to sessions.
 */
public final class ImprovementListener implements TestExecutionListener, LauncherSessionListener {
    /** In the order in which they ran. Guarded by itself: there may be several sessions. */
    private static final Set<Class<?>> RAN = new LinkedHashSet<>();

    /** For the service loader. */
    public ImprovementListener() {}

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (Improvement.isOff() || !(identifier.getSource().orElse(null) instanceof ClassSource source)) {
            return;
        }
        try {
            Class<?> type = source.getJavaClass();
            if (type.isAnnotationPresent(ImproveAssertions.class)) {
                synchronized (RAN) {
                    RAN.add(type);
                }
            }
        } catch (RuntimeException | LinkageError e) {
            // A class that cannot be loaded has not run.
        }
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        if (Improvement.isOff()) {
            return;
        }
        Set<Class<?>> ran;
        synchronized (RAN) {
            ran = new LinkedHashSet<>(RAN);
            RAN.clear();
        }
        for (Class<?> testClass : ran) {
            try {
                Improvement.of(testClass).ask();
            } catch (RuntimeException | LinkageError e) {
                // Nothing that goes wrong here is of the tests.
                System.err.println("oraculum: no assertions for " + testClass.getName() + ": " + e);
            }
        }
    }
}
