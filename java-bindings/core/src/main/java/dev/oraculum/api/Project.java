package dev.oraculum.api;

import dev.oraculum.internal.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A compiled project, and how its tests are run: what every job takes. Begin with {@link #of} and change what should differ.
 *
 * <pre>{@code
 * Project project = Project.of(List.of(classes), List.of(testClasses, junit)).withThreads(2);
 * ImproveReport report = Oraculum.improve(Improve.of(project, "pkg.Calc#min(int,int)"), JobListener.NONE).report();
 * System.out.println(report.improved().java());
 * }</pre>
 *
 * @param classPath jars and folders of the code and of what it needs
 * @param tests jars and folders of the tests and of what they need; may be empty for a job that runs none
 * @param testClasses binary names of the test classes to run; empty: the job looks under {@code tests} for those that it needs
 * @param excludeFailingTests leave out the tests that fail on the original program instead of refusing to go on
 * @param sources folders that hold the package folders of sources, for jobs that show them; may be empty
 * @param threads threads of the engine and worker JVMs; 0: one per processor. Results never depend on it
 * @param testTimeout how long one test, or one class-level fixture, may take on the original program; null: what the job says
 * @param jvm home of the JDK that tests run on; null: the running one
 * @param installation folder of Oraculum's own parts; null: that of the running program
 * @param workers what surrounds the JVMs that run tests: environment, working directory, sandbox
 */
public record Project(
        List<Path> classPath,
        List<Path> tests,
        List<String> testClasses,
        boolean excludeFailingTests,
        List<Path> sources,
        int threads,
        Duration testTimeout,
        Path jvm,
        Path installation,
        WorkerSettings workers) {

    public Project {
        classPath = List.copyOf(classPath);
        tests = List.copyOf(tests);
        testClasses = List.copyOf(testClasses);
        sources = List.copyOf(sources);
        Objects.requireNonNull(workers, "workers");
        if (threads < 0) {
            throw new IllegalArgumentException("threads is " + threads + ": expected 1 or more, or 0 for one per processor");
        }
        if (testTimeout != null && (testTimeout.isNegative() || testTimeout.isZero())) {
            throw new IllegalArgumentException("testTimeout is " + testTimeout.toMillis() + " ms: expected more than 0");
        }
    }

    /** All defaults. */
    public static Project of(List<Path> classPath, List<Path> tests) {
        return new Project(classPath, tests, List.of(), false, List.of(), 0, null, null, null, WorkerSettings.DEFAULT);
    }

    /** Code without tests, for jobs that run none. */
    public static Project of(List<Path> classPath) {
        return of(classPath, List.of());
    }

    public Project withTests(List<Path> jarsAndFolders) {
        return Records.with(this, "tests", jarsAndFolders);
    }

    /** @param names binary names; empty: the job looks for those that it needs */
    public Project withTestClasses(List<String> names) {
        return Records.with(this, "testClasses", names);
    }

    /** Leaves out the tests that fail on the original program, instead of refusing to go on. */
    public Project withExcludeFailingTests(boolean excluded) {
        return Records.with(this, "excludeFailingTests", excluded);
    }

    public Project withSources(List<Path> folders) {
        return Records.with(this, "sources", folders);
    }

    public Project withThreads(int count) {
        return Records.with(this, "threads", count);
    }

    /** @param limit null: what the job says */
    public Project withTestTimeout(Duration limit) {
        return Records.with(this, "testTimeout", limit);
    }

    /** @param home of a JDK; null: the running one */
    public Project withJvm(Path home) {
        return Records.with(this, "jvm", home);
    }

    public Project withInstallation(Path folder) {
        return Records.with(this, "installation", folder);
    }

    public Project withWorkers(WorkerSettings settings) {
        return Records.with(this, "workers", settings);
    }
}
