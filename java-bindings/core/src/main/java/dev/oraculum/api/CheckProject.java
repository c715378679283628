package dev.oraculum.api;

import java.nio.file.Path;
import java.util.List;

/**
 * A job: run the tests of an oracle on this version of the code and compare.
 *
 * @param oracle the oracle file
 * @param classPath jars and folders of the code and of what it needs
 * @param tests jars and folders of the tests
 * @param testClasses binary names of the test classes to run; empty: all that the oracle knows
 * @param jvm home of the JDK that runs the tests; null: the running one
 * @param installation where Oraculum's own parts are; null: the system property {@code oraculum.home} says it
 */
public record CheckProject(Path oracle, List<Path> classPath, List<Path> tests, List<String> testClasses, Path jvm, Path installation) {
    public CheckProject {
        classPath = List.copyOf(classPath);
        tests = List.copyOf(tests);
        testClasses = List.copyOf(testClasses);
    }

    public static CheckProject of(Path oracle, List<Path> classPath, List<Path> tests) {
        return new CheckProject(oracle, classPath, tests, List.of(), null, null);
    }

    public CheckProject withTestClasses(List<String> newTestClasses) {
        return new CheckProject(oracle, classPath, tests, newTestClasses, jvm, installation);
    }

    public CheckProject withJvm(Path newJvm) {
        return new CheckProject(oracle, classPath, tests, testClasses, newJvm, installation);
    }

    public CheckProject withInstallation(Path newInstallation) {
        return new CheckProject(oracle, classPath, tests, testClasses, jvm, newInstallation);
    }
}
