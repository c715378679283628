package dev.oraculum.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A job: record the values of selected data while tests run. Begin with {@link #of} and change what should differ.
 *
 * @param classPath jars and folders of the code and of what it needs
 * @param tests jars and folders of the tests
 * @param testClasses binary names of the test classes to run
 * @param data what to record, as {@link Oraculum#select} names them on the same class path
 * @param kept of one datum in one test, how many values are kept; all take part in the hash
 * @param testTimeout how long one test may run the first time; one that does not end in it is left out, and so is one that takes ten times as long and four
 *     seconds later
 * @param jvm home of the JDK that runs the tests; null: the running one
 * @param installation where Oraculum's own parts are; null: the system property {@code oraculum.home} says it
 * @param workers what surrounds the JVMs that run tests: environment, working directory, sandbox
 */
public record RecordProject(List<Path> classPath, List<Path> tests, List<String> testClasses, List<OracleDatum> data, int kept, Duration testTimeout, Path jvm,
        Path installation, WorkerSettings workers) {
    /** Enough to see where two runs part; a difference behind them still shows in the hash. */
    public static final int DEFAULT_KEPT = 64;

    public static final Duration DEFAULT_TEST_TIMEOUT = Duration.ofSeconds(60);

    public RecordProject {
        Objects.requireNonNull(workers, "workers");
        classPath = List.copyOf(classPath);
        tests = List.copyOf(tests);
        testClasses = List.copyOf(testClasses);
        data = List.copyOf(data);
        if (kept < 1) {
            throw new IllegalArgumentException("values kept: " + kept + "; expected 1 or more");
        }
        if (testTimeout.isNegative() || testTimeout.isZero()) {
            throw new IllegalArgumentException("a test may run for " + testTimeout.toMillis() + " ms: expected more than 0");
        }
        if (tests.isEmpty() || testClasses.isEmpty()) {
            throw new IllegalArgumentException("values are recorded while tests run: name the tests");
        }
    }

    /** What a selection for tests selected. */
    public static RecordProject of(SelectProject project, SelectReport report) {
        if (report.testClasses() == null) {
            throw new IllegalArgumentException("values are recorded while tests run: name the tests");
        }
        List<OracleDatum> data = report.selected().stream().map(SelectReport.Choice::datum).toList();
        return new RecordProject(project.classPath(), project.tests(), report.testClasses(), data, DEFAULT_KEPT, DEFAULT_TEST_TIMEOUT, null, null, WorkerSettings.DEFAULT);
    }

    public RecordProject withKept(int newKept) {
        return new RecordProject(classPath, tests, testClasses, data, newKept, testTimeout, jvm, installation, workers);
    }

    public RecordProject withTestTimeout(Duration newTimeout) {
        return new RecordProject(classPath, tests, testClasses, data, kept, newTimeout, jvm, installation, workers);
    }

    public RecordProject withJvm(Path newJvm) {
        return new RecordProject(classPath, tests, testClasses, data, kept, testTimeout, newJvm, installation, workers);
    }

    public RecordProject withInstallation(Path newInstallation) {
        return new RecordProject(classPath, tests, testClasses, data, kept, testTimeout, jvm, newInstallation, workers);
    }

    /** What surrounds the JVMs that run tests. */
    public RecordProject withWorkers(WorkerSettings changed) {
        return new RecordProject(
                classPath, tests, testClasses, data, kept, testTimeout, jvm, installation, changed);
    }
}
