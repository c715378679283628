package dev.oraculum.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A job: select the oracle data of compiled classes. Begin with {@link #of} and change what should differ.
 *
 * @param classPath jars and folders of the code and of what it needs
 * @param classes binary names of the classes to analyse, their nested classes included
 * @param packages names of packages whose classes are analysed, subpackages included
 * @param tests jars and folders of the tests that the selection is for; empty: it is for any client of the classes
 * @param testClasses binary names of test classes; empty: all under {@code tests}
 * @param graph whether the report holds the whole substitution graph
 */
public record SelectProject(
        List<Path> classPath, List<String> classes, List<String> packages, List<Path> tests, List<String> testClasses, SelectSettings settings, boolean graph) {

    public SelectProject {
        classPath = List.copyOf(classPath);
        classes = List.copyOf(classes);
        packages = List.copyOf(packages);
        tests = List.copyOf(tests);
        testClasses = List.copyOf(testClasses);
        Objects.requireNonNull(settings, "settings");
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("the class path is empty: name the jars or folders of the classes to analyse");
        }
        if (tests.isEmpty() && !testClasses.isEmpty()) {
            throw new IllegalArgumentException("test classes are named, but no tests path to find them on");
        }
    }

    /** All classes of the first entry of a class path; what else is there is a library. */
    public static SelectProject of(List<Path> classPath) {
        return new SelectProject(classPath, List.of(), List.of(), List.of(), List.of(), SelectSettings.defaults(), false);
    }

    /** Only these classes and packages, wherever on the class path. */
    public SelectProject withScope(List<String> newClasses, List<String> newPackages) {
        return new SelectProject(classPath, newClasses, newPackages, tests, testClasses, settings, graph);
    }

    /** For these tests. */
    public SelectProject withTests(List<Path> newTests, List<String> newTestClasses) {
        return new SelectProject(classPath, classes, packages, newTests, newTestClasses, settings, graph);
    }

    public SelectProject withSettings(SelectSettings newSettings) {
        return new SelectProject(classPath, classes, packages, tests, testClasses, newSettings, graph);
    }

    public SelectProject withGraph(boolean newGraph) {
        return new SelectProject(classPath, classes, packages, tests, testClasses, settings, newGraph);
    }
}
