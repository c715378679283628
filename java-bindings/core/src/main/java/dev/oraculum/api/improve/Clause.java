package dev.oraculum.api.improve;

/**
 * One conjunct of an assertion and what it is good for.
 *
 * @param assertion in the assertion language
 * @param size nodes of its tree
 * @param mutants mutants of which it rejects an incorrect state
 * @param states incorrect states that it rejects
 * @param alone those of them that no other clause rejects
 * @param support correct states that speak for it: of {@code a ==> b} those in which {@code a} holds; of {@code a || b} those in which only one of them does; else all
 */
public record Clause(String assertion, int size, long mutants, long states, long alone, long support) {}
