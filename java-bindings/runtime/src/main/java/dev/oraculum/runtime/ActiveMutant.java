package dev.oraculum.runtime;

/**
 * Which of the mutants in a class file does what it does. A class file that has several (mutant schemata: Untch, Offutt and Harrold, ISSTA
 * 1993) asks in each mutated method; the worker says it before tests run.
 */
public final class ActiveMutant {
    /** Its number in the class file; 0: none, the class does what the original does. */
    // Not volatile: it changes while no test runs, and threads that tests have left behind may see it late.
    public static int number;

    private ActiveMutant() {}
}
