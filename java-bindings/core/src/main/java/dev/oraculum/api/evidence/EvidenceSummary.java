package dev.oraculum.api.evidence;

import dev.oraculum.api.LeftOut;
import java.util.List;

/**
 * What the evidence is, after duplicates and likely equivalents are dropped and what is unstable is left out.
 *
 * @param correct distinct correct states
 * @param incorrect distinct incorrect states
 * @param tests tests that reached the program point and are stable
 * @param generatedTests how many of these are generated
 * @param invocations of the method that left correct states, in these tests
 * @param mutants with the assertion {@code true}: nothing is detected, whatever has an incorrect state survives
 * @param schema the variables that assertions may use: those submitted without {@code variablesLeftOut}
 * @param variablesLeftOut variables that are unstable, or absent where no Java guard can tell
 * @param testsLeftOut tests that are unstable
 * @param tooLong states of mutants that were dropped because contents of theirs were too long to be recorded, or could not be read; each
 * time they occurred
 * @param inheritedCorruption states of mutants that were dropped because an earlier call of the mutant had changed what the method was
 * given; each time they occurred
 */
public record EvidenceSummary(
        long correct,
        long incorrect,
        long tests,
        long generatedTests,
        long invocations,
        MutantFigures mutants,
        Schema schema,
        List<LeftOut> variablesLeftOut,
        List<LeftOut> testsLeftOut,
        long tooLong,
        long inheritedCorruption) {
    public EvidenceSummary {
        variablesLeftOut = List.copyOf(variablesLeftOut);
        testsLeftOut = List.copyOf(testsLeftOut);
    }
}
