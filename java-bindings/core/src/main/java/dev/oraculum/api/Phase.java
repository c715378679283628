package dev.oraculum.api;

import java.util.Objects;

/**
 * A part of a job's way from the project to the result. Jobs share what they have in common; {@link Request#phases} says which a job has.
 *
 * @param key its name in {@code elapsed} of the report
 * @param activity what is going on, for a reader
 */
public record Phase(String key, String activity) {
    /** Class files are read: the method or the class found, the variables of its program points chosen. */
    public static final Phase ANALYSIS = new Phase("analysis", "analysing the method");
    /** The tests run twice on the original program, once for several methods of a class. */
    public static final Phase CLASS_TESTS = new Phase("classTests", "running the tests of the class");
    /** The tests run twice on the original program: correct states. */
    public static final Phase TESTS = new Phase("tests", "running the tests on the original program");
    /** Tests are generated for the method's class and run on the original program and on every mutant: more states of both. */
    public static final Phase FURTHER_TESTS = new Phase("furtherTests", "generating further tests");
    /** The tests that reach the method run on every mutant: incorrect states. */
    public static final Phase MUTANTS = new Phase("mutants", "running the tests on mutants");
    /** The evidence is assembled: duplicates and likely equivalents go. */
    public static final Phase DATASET = new Phase("dataset", "assembling the evidence");
    /** The search for an assertion. */
    public static final Phase SEARCH = new Phase("search", "searching for a better assertion");
    /** The result is compiled by the JDK's compiler and evaluated in the JVM on every state. */
    public static final Phase VERIFICATION = new Phase("verification", "verifying the assertion in the JVM");
    /** The result is attacked by generated tests that the search has not seen. */
    public static final Phase ASSESSMENT = new Phase("assessment", "attacking the assertion with further tests");
    /** The result is tried on the project's own tests: in further states, and in the patched program. */
    public static final Phase PROVING = new Phase("proving", "proving the assertion on the project's tests");

    /** Likely invariants are inferred from the evidence or from traces. */
    public static final Phase INFERENCE = new Phase("inference", "inferring invariants");

    /** {@code rank}: class files of the class and of both suites are read. */
    public static final Phase SUITES = new Phase("analysis", "reading the class and the tests");
    /** {@code rank}: the measure. */
    public static final Phase MANUAL_TESTS = new Phase("manualTests", "running the manual tests");
    /** {@code rank}: what is measured. */
    public static final Phase GENERATED_TESTS = new Phase("generatedTests", "running the generated tests");
    /** {@code rank}: constraints of the manual run that the generated one violates. */
    public static final Phase ANOMALIES = new Phase("anomalies", "finding unusual values");
    /** {@code rank}: the generated tests run once more. */
    public static final Phase FLOW = new Phase("flow", "following them to assertions");
    /** {@code rank}: scores. */
    public static final Phase RANKING = new Phase("ranking", "ranking the assertions");

    /** {@code select}: class files are read. */
    public static final Phase FACTS = new Phase("facts", "reading the classes");
    /** {@code select}: the tests run once, and which definitions they execute is recorded. */
    public static final Phase EXECUTION = new Phase("execution", "running the tests to see what they execute");
    /** {@code select}: chains, substitution, the choice. */
    public static final Phase SELECTION = new Phase("selection", "selecting variables");

    /** {@code generate}: the tests that the class has run once. */
    public static final Phase EXISTING_TESTS = new Phase("existingTests", "running the existing tests");
    /** {@code generate}: tests are made, run and changed. */
    public static final Phase TEST_SEARCH = new Phase("search", "searching for tests");
    /** {@code generate}: tests are made fewer and shorter. */
    public static final Phase MINIMISATION = new Phase("minimisation", "making the tests short");
    /** {@code generate}: the tests run on mutants of the class; what they assert is chosen by that. */
    public static final Phase ASSERTIONS = new Phase("assertions", "choosing assertions by mutants");
    /** {@code generate}: the tests are compiled and run. */
    public static final Phase SUITE = new Phase("suite", "compiling and running the tests");

    /** Of selected variables: the tests run, and what they give to variables is recorded. */
    public static final Phase RECORDING = new Phase("recording", "running the tests and recording values");
    /** The recorded values are compared, with those of another run or with an oracle's. */
    public static final Phase COMPARISON = new Phase("comparison", "comparing the values");
    /** Recorded calls become JUnit tests. */
    public static final Phase REPLAY = new Phase("replay", "writing JUnit tests");

    public Phase {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(activity, "activity");
    }
}
