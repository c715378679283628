package dev.oraculum.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A job: run the tests of an oracle on this version of the code and compare.
 *
 * @param oracle the oracle file
 * @param classPath jars and folders of the code and of what it needs
 * @param tests jars and folders of the tests
 * @param testClasses binary names of the test classes to run; empty: all that the oracle knows
 * @param testTimeout how long one test may run; then it is stopped, and does not pass. Null: ten times what it took when it was recorded, and at least {@link
 *     #LEAST_TEST_TIMEOUT}
 * @param jvm home of the JDK that runs the tests; null: the running one
 * @param installation where Oraculum's own parts are; null: the system property {@code oraculum.home} says it
 * @param workers what surrounds the JVMs that run tests: environment, working directory, sandbox
 */
public record CheckProject(Path oracle, List<Path> classPath, List<Path> tests, List<String> testClasses, Duration testTimeout, Path jvm, Path installation, WorkerSettings workers) {
    /** So much at least, whatever a test took: this machine may be slower, and a version that does more is not one that hangs. */
    public static final Duration LEAST_TEST_TIMEOUT = Duration.ofSeconds(20);

    private static final int TIMES_RECORDED = 10;

    public CheckProject {
        Objects.requireNonNull(workers, "workers");
        if (testTimeout != null && (testTimeout.isNegative() || testTimeout.isZero())) {
            throw new IllegalArgumentException("a test may run for " + testTimeout.toMillis() + " ms: expected more than 0");
        }
        classPath = List.copyOf(classPath);
        tests = List.copyOf(tests);
        testClasses = List.copyOf(testClasses);
    }

    public static CheckProject of(Path oracle, List<Path> classPath, List<Path> tests) {
        return new CheckProject(oracle, classPath, tests, List.of(), null, null, null, WorkerSettings.DEFAULT);
    }

    public CheckProject withTestClasses(List<String> newTestClasses) {
        return new CheckProject(oracle, classPath, tests, newTestClasses, testTimeout, jvm, installation, workers);
    }

    public CheckProject withTestTimeout(Duration newTimeout) {
        return new CheckProject(oracle, classPath, tests, testClasses, newTimeout, jvm, installation, workers);
    }

    /** How long a test may run that took so long when it was recorded. */
    public Duration limit(Duration recorded) {
        Duration usual = recorded.multipliedBy(TIMES_RECORDED);
        return testTimeout != null ? testTimeout : usual.compareTo(LEAST_TEST_TIMEOUT) > 0 ? usual : LEAST_TEST_TIMEOUT;
    }

    public CheckProject withJvm(Path newJvm) {
        return new CheckProject(oracle, classPath, tests, testClasses, testTimeout, newJvm, installation, workers);
    }

    public CheckProject withInstallation(Path newInstallation) {
        return new CheckProject(oracle, classPath, tests, testClasses, testTimeout, jvm, newInstallation, workers);
    }

    /** What surrounds the JVMs that run tests. */
    public CheckProject withWorkers(WorkerSettings changed) {
        return new CheckProject(
                oracle, classPath, tests, testClasses, testTimeout, jvm, installation, changed);
    }
}
