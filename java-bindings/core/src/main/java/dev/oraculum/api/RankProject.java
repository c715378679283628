package dev.oraculum.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A job: rank the assertions of generated tests of a class by how probably they are wrong, with the class's manual tests as the measure. Begin with {@link #of} and change what should differ.
 *
 * @param classPath jars and folders of the code and of what it needs
 * @param manualTests jars and folders of the manual tests and of what they need; the generated tests do not see them
 * @param manualTestClasses binary names; empty: those that refer to the class
 * @param generatedTests jars and folders of the generated tests and of what they need; the manual tests do not see them
 * @param generatedTestClasses binary names; empty: those that refer to the class
 * @param className the class under test, {@code pkg.C}; nested classes belong to it
 * @param settings of detection and ranking
 * @param depth how many fields are followed from parameters, receiver and return value, 0 to 10
 * @param profile which statements the profile of an invocation has
 * @param sources folders of the generated tests' sources, to show assertions as they are written; may be empty
 * @param threads of the engine; 0: one per processor. The result does not depend on it
 * @param jvm home of the JDK that runs the tests; null: the running one
 * @param installation where Oraculum's own parts are; null: the system property {@code oraculum.home} says it
 * @param workers what surrounds the JVMs that run tests: environment, working directory, sandbox
 */
public record RankProject(
        List<Path> classPath,
        List<Path> manualTests,
        List<String> manualTestClasses,
        List<Path> generatedTests,
        List<String> generatedTestClasses,
        String className,
        RankSettings settings,
        int depth,
        ProfileMode profile,
        List<Path> sources,
        int threads,
        Path jvm,
        Path installation, WorkerSettings workers) {
    /** As far as most classes are worth it: the parts of a parameter's parts. */
    public static final int DEFAULT_DEPTH = 2;

    /** Beyond it there are more variables than can be compared. */
    public static final int GREATEST_DEPTH = 10;

    public RankProject {
        Objects.requireNonNull(workers, "workers");
        classPath = List.copyOf(classPath);
        manualTests = List.copyOf(manualTests);
        manualTestClasses = List.copyOf(manualTestClasses);
        generatedTests = List.copyOf(generatedTests);
        generatedTestClasses = List.copyOf(generatedTestClasses);
        sources = List.copyOf(sources);
        Objects.requireNonNull(className, "className");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(profile, "profile");
        if (depth < 0 || depth > GREATEST_DEPTH) {
            throw new IllegalArgumentException("depth is " + depth + ": expected 0 to " + GREATEST_DEPTH);
        }
        if (threads < 0) {
            throw new IllegalArgumentException("threads is " + threads + ": expected 1 or more, or 0 for one per processor");
        }
    }

    /** With the paper's settings. */
    public static RankProject of(List<Path> classPath, List<Path> manualTests, List<Path> generatedTests, String className) {
        return new RankProject(
                classPath, manualTests, List.of(), generatedTests, List.of(), className, RankSettings.defaults(), DEFAULT_DEPTH, ProfileMode.CUMULATIVE, List.of(), 0, null, null, WorkerSettings.DEFAULT);
    }

    /** @param manual binary names; empty: those that refer to the class; {@code generated} likewise */
    public RankProject withTestClasses(List<String> manual, List<String> generated) {
        return new RankProject(classPath, manualTests, manual, generatedTests, generated, className, settings, depth, profile, sources, threads, jvm, installation, workers);
    }

    public RankProject withSettings(RankSettings changed) {
        return new RankProject(
                classPath, manualTests, manualTestClasses, generatedTests, generatedTestClasses, className, changed, depth, profile, sources, threads, jvm, installation, workers);
    }

    /** What is recorded of an invocation. */
    public RankProject withObservation(int newDepth, ProfileMode newProfile) {
        return new RankProject(
                classPath, manualTests, manualTestClasses, generatedTests, generatedTestClasses, className, settings, newDepth, newProfile, sources, threads, jvm, installation, workers);
    }

    public RankProject withSources(List<Path> folders) {
        return new RankProject(
                classPath, manualTests, manualTestClasses, generatedTests, generatedTestClasses, className, settings, depth, profile, folders, threads, jvm, installation, workers);
    }

    public RankProject withThreads(int count) {
        return new RankProject(
                classPath, manualTests, manualTestClasses, generatedTests, generatedTestClasses, className, settings, depth, profile, sources, count, jvm, installation, workers);
    }

    public RankProject withJvm(Path home) {
        return new RankProject(
                classPath, manualTests, manualTestClasses, generatedTests, generatedTestClasses, className, settings, depth, profile, sources, threads, home, installation, workers);
    }

    public RankProject withInstallation(Path folder) {
        return new RankProject(
                classPath, manualTests, manualTestClasses, generatedTests, generatedTestClasses, className, settings, depth, profile, sources, threads, jvm, folder, workers);
    }

    /** What surrounds the JVMs that run tests. */
    public RankProject withWorkers(WorkerSettings changed) {
        return new RankProject(
                classPath, manualTests, manualTestClasses, generatedTests, generatedTestClasses, className, settings, depth, profile, sources, threads, jvm, installation, changed);
    }
}
