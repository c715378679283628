package dev.oraculum.api;

import java.nio.file.Path;
import java.util.List;

/**
 * A job: record the values of selected data while tests run. Begin with {@link #of} and change what should differ.
 *
 * @param classPath jars and folders of the code and of what it needs
 * @param tests jars and folders of the tests
 * @param testClasses binary names of the test classes to run
 * @param data what to record, as {@link Oraculum#select} names them on the same class path
 * @param kept of one datum in one test, how many values are kept; all take part in the hash
 * @param jvm home of the JDK that runs the tests; null: the running one
 * @param installation where Oraculum's own parts are; null: the system property {@code oraculum.home} says it
 */
public record RecordProject(List<Path> classPath, List<Path> tests, List<String> testClasses, List<OracleDatum> data, int kept, Path jvm, Path installation) {
    /** Enough to see where two runs part; a difference behind them still shows in the hash. */
    public static final int DEFAULT_KEPT = 64;

    public RecordProject {
        classPath = List.copyOf(classPath);
        tests = List.copyOf(tests);
        testClasses = List.copyOf(testClasses);
        data = List.copyOf(data);
        if (kept < 1) {
            throw new IllegalArgumentException("values kept: " + kept + "; expected 1 or more");
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
        return new RecordProject(project.classPath(), project.tests(), report.testClasses(), data, DEFAULT_KEPT, null, null);
    }

    public RecordProject withKept(int newKept) {
        return new RecordProject(classPath, tests, testClasses, data, newKept, jvm, installation);
    }

    public RecordProject withJvm(Path newJvm) {
        return new RecordProject(classPath, tests, testClasses, data, kept, newJvm, installation);
    }

    public RecordProject withInstallation(Path newInstallation) {
        return new RecordProject(classPath, tests, testClasses, data, kept, jvm, newInstallation);
    }
}
