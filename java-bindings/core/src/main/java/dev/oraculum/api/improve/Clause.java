package dev.oraculum.api.improve;

/**
 * One conjunct of an assertion and what it is good for.
 *
 * @param assertion in the assertion language
 * @param size nodes of its tree
 * @param mutants mutants of which it rejects an incorrect state
 * @param states incorrect states that it rejects
 * @param alone those of them that no other clause rejects
 * @param support correct states that speak for it: of {@code a ==> b} those in which {@code a} holds; of {@code a || b} those in which only
 *     one of them does; else all
 * @param confidence estimated probability that it is true of independent tests of the method, from 0 to 1; it says nothing of inputs that
 *     such tests do not try
 */
public record Clause(String assertion, int size, long mutants, long states, long alone, long support, double confidence) {}
