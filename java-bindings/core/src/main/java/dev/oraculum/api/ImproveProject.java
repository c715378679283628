package dev.oraculum.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A job: improve the assertion of one method of a compiled project with the project's tests. Begin with {@link #of} and change what should differ.
 *
 * @param classPath jars and folders of the code under test and of what it needs
 * @param tests jars and folders of the tests and of what they need
 * @param method {@code pkg.C#m}, or {@code pkg.C#m(int,java.lang.String)} where {@code m} is overloaded; {@code pkg.C#<init>(int)} is a constructor
 * @param testClasses binary names of the test classes to run; empty: those under {@code tests} that refer to the class under test
 * @param search what to search for: initial assertion, seed, budget, settings
 * @param threads threads of the search and worker JVMs; 0: one per processor. Results never depend on it
 * @param mutators names of PIT's mutators or groups of them; empty: PIT's defaults
 * @param mutate what to mutate
 * @param exits at which normal exits states are taken
 * @param excludeFailingTests leave out the tests that fail on the original program instead of refusing to go on
 * @param afterFailure what a test on a mutant does after a failed assertion
 * @param states what is recorded of a state, and which states become evidence
 * @param evidence file that evidence is written to as it comes; null: kept in memory
 * @param resume continue what {@code evidence} holds
 * @param jvm home of the JDK that tests run on; null: the running one
 * @param installation folder of Oraculum's own parts; null: that of the running program (system property {@code oraculum.home})
 * @param workers what surrounds the JVMs that run tests: environment, working directory, sandbox
 */
public record ImproveProject(
        List<Path> classPath,
        List<Path> tests,
        String method,
        List<String> testClasses,
        ImproveRequest search,
        int threads,
        List<String> mutators,
        Mutate mutate,
        Exits exits,
        boolean excludeFailingTests,
        AfterFailure afterFailure,
        StateSettings states,
        Path evidence,
        boolean resume,
        Path jvm,
        Path installation, WorkerSettings workers) {

    /** What to mutate. */
    public enum Mutate {
        /** The method under test. */
        METHOD,
        /** The whole class of the method. */
        CLASS
    }

    /** At which normal exits of the method states are taken. */
    public enum Exits {
        /** Every normal exit. */
        ALL,
        /** The last one in bytecode order. */
        LAST
    }

    /** What a test on a mutant does after an assertion of JUnit, Hamcrest or TestNG has failed. */
    public enum AfterFailure {
        /** It goes on, so that a test over many inputs leaves an incorrect state behind for each. */
        CONTINUE,
        /** It ends, as tests do. */
        STOP
    }

    public ImproveProject {
        Objects.requireNonNull(workers, "workers");
        classPath = List.copyOf(classPath);
        tests = List.copyOf(tests);
        Objects.requireNonNull(method, "method");
        testClasses = List.copyOf(testClasses);
        Objects.requireNonNull(search, "search");
        mutators = List.copyOf(mutators);
        Objects.requireNonNull(mutate, "mutate");
        Objects.requireNonNull(exits, "exits");
        Objects.requireNonNull(afterFailure, "afterFailure");
        Objects.requireNonNull(states, "states");
        if (threads < 0) {
            throw new IllegalArgumentException("threads is " + threads + ": expected 0 (one per processor) or more");
        }
        if (resume && evidence == null) {
            throw new IllegalArgumentException("there is nothing to resume without an evidence file");
        }
    }

    /** All defaults. */
    public static ImproveProject of(List<Path> classPath, List<Path> tests, String method) {
        return new ImproveProject(
                classPath, tests, method, List.of(), ImproveRequest.defaults(), 0, List.of(), Mutate.METHOD, Exits.ALL, false, AfterFailure.CONTINUE, StateSettings.DEFAULT, null, false, null, null, WorkerSettings.DEFAULT);
    }

    /** What many methods have in common, for {@link Oraculum#improveAll}. */
    public static ImproveProject ofAll(List<Path> classPath, List<Path> tests) {
        return of(classPath, tests, "");
    }

    /** The same for another method. */
    public ImproveProject withMethod(String name) {
        return new ImproveProject(
                classPath, tests, name, testClasses, search, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withTestClasses(List<String> names) {
        return new ImproveProject(
                classPath, tests, method, names, search, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withSearch(ImproveRequest request) {
        return new ImproveProject(
                classPath, tests, method, testClasses, request, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withThreads(int count) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, count, mutators, mutate, exits, excludeFailingTests, afterFailure, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withMutation(List<String> names, Mutate scope) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, names, scope, exits, excludeFailingTests, afterFailure, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withExits(Exits which) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, which, excludeFailingTests, afterFailure, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withFailingTestsExcluded(boolean exclude) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, exits, exclude, afterFailure, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withAfterFailure(AfterFailure what) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, exits, excludeFailingTests, what, states, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withStates(StateSettings settings) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, settings, evidence, resume, jvm, installation, workers);
    }

    public ImproveProject withEvidence(Path file, boolean resumed) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, states, file, resumed, jvm, installation, workers);
    }

    public ImproveProject withJvm(Path home) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, states, evidence, resume, home, installation, workers);
    }

    public ImproveProject withInstallation(Path home) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, states, evidence, resume, jvm, home, workers);
    }

    /** What surrounds the JVMs that run tests. */
    public ImproveProject withWorkers(WorkerSettings changed) {
        return new ImproveProject(
                classPath, tests, method, testClasses, search, threads, mutators, mutate, exits, excludeFailingTests, afterFailure, states, evidence, resume, jvm, installation, changed);
    }
}
