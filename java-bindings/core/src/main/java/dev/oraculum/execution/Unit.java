package dev.oraculum.execution;

import java.util.List;

/**
 * One mutant and the tests to run on it.
 *
 * @param id chosen by the caller, from {@link #FIRST_MUTANT}; results are keyed by it
 * @param className binary name of the mutated class
 * @param bytes its class file
 * @param tests what to run, in this order as far as the engine lets us; state records refer to the index in this list
 * @param plan place, in the set of plans, of the one that records
 */
public record Unit(int id, String className, byte[] bytes, List<TestCase> tests, int plan) {
    /** Id of the first run of the original. */
    public static final int ORIGINAL = 0;
    /** Id of its second run. */
    public static final int ORIGINAL_AGAIN = 1;
    /** The least id of a mutant. */
    public static final int FIRST_MUTANT = 2;

    /** Where there is one plan. */
    public Unit(int id, String className, byte[] bytes, List<TestCase> tests) {
        this(id, className, bytes, tests, 0);
    }

    public Unit {
        tests = List.copyOf(tests);
        bytes = bytes.clone();
        if (id < FIRST_MUTANT) {
            throw new IllegalArgumentException("unit " + id + ": ids below " + FIRST_MUTANT + " are those of the original");
        }
        if (tests.isEmpty()) {
            throw new IllegalArgumentException("unit " + id + " has no tests");
        }
    }
}
