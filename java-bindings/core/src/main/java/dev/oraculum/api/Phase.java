package dev.oraculum.api;

/** The way of a job from the project to the result. */
public enum Phase {
    /** The class path is read, the method found, the variables of its program point chosen. */
    ANALYSIS("analysis", "analysing the method"),
    /** The tests run twice on the original program: correct states. */
    TESTS("tests", "running the tests on the original program"),
    /** The tests that reach the method run on every mutant: incorrect states. */
    MUTANTS("mutants", "running the tests on mutants"),
    /** The evidence is assembled: duplicates and likely equivalents go. */
    DATASET("dataset", "assembling the evidence"),
    /** The co-evolution. */
    SEARCH("search", "searching for a better assertion"),
    /** The result is compiled by the JDK's compiler and evaluated in the JVM on every state. */
    VERIFICATION("verification", "verifying the assertion in the JVM");

    private final String key;
    private final String activity;

    Phase(String key, String activity) {
        this.key = key;
        this.activity = activity;
    }

    /** Its name in {@code elapsed} of the report. */
    public String key() {
        return key;
    }

    /** What is going on, for a reader. */
    public String activity() {
        return activity;
    }
}
