package dev.oraculum.spi;

import java.util.List;

/**
 * An assertion, and how well it tells correct from incorrect states.
 *
 * @param assertion in the assertion language
 * @param java a Java expression that agrees with it on every state, with guards where it would throw
 * @param entryDeclarations declarations for the start of the method that {@code java} needs, one a line
 * @param exitDeclarations declarations right before {@code java} that it needs, one a line
 * @param size nodes of its tree
 * @param falsePositives correct states in which it is false
 * @param falseNegatives incorrect states in which it is true
 * @param correctStates different ones
 * @param incorrectStates different ones
 * @param detected mutants of which it is false in some incorrect state
 * @param survivors mutants with incorrect states, in all of which it is true
 */
public record AssertionScore(
        String assertion, String java, List<String> entryDeclarations, List<String> exitDeclarations, int size, long falsePositives,
        long falseNegatives, long correctStates, long incorrectStates, List<String> detected, List<String> survivors) {
    public AssertionScore {
        entryDeclarations = List.copyOf(entryDeclarations);
        exitDeclarations = List.copyOf(exitDeclarations);
        detected = List.copyOf(detected);
        survivors = List.copyOf(survivors);
    }
}
