package dev.oraculum.cli;

/** What the process says to a script that called it. */
final class ExitCode {
    /** Improved, or there was nothing left to improve. */
    static final int IMPROVED = 0;
    /** The search found nothing better. */
    static final int NO_IMPROVEMENT = 1;
    /** Variables were selected. */
    static final int SELECTED = 0;
    /** There is no variable to select. */
    static final int NOTHING_TO_SELECT = 1;
    /** This version does what the oracle says. */
    static final int NO_MISMATCH = 0;
    /** It does not. */
    static final int MISMATCHES = 1;
    /** Invariants were inferred. */
    static final int INFERRED = 0;
    /** There is no invariant. */
    static final int NO_INVARIANT = 1;
    /** No assertion is unsafe. */
    static final int ALL_SAFE = 0;
    /** There are assertions to read. */
    static final int UNSAFE = 1;
    /** Tests were written. */
    static final int GENERATED = 0;
    /** Results were made one. */
    static final int MERGED = 0;
    /** The page was written. */
    static final int REPORTED = 0;
    /** No test was found that can be kept. */
    static final int NO_TESTS = 1;
    /** The command line, the assertion or a file named there is wrong, or the file is in use or cannot be written. */
    static final int BAD_USAGE = 2;
    /** The project under test could not be run: a class is missing, its tests fail, no test reaches the method. */
    static final int PROJECT_FAILED = 3;
    /** A fault of ours. */
    static final int INTERNAL_ERROR = 4;

    /** Many methods: all were gone through, but some ended by a fault of ours; the report says which. */
    static final int SOME_FAILED = 5;

    /** There is nothing to call an assertion good by. */
    static final int NO_EVIDENCE = 6;

    private ExitCode() {}
}
