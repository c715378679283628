package dev.oraculum.api.improve;

/**
 * What the synthesis would have chosen if no clause had to pass a gate: what the gates cost, and what the evidence does not justify.
 *
 * @param assertion in the assertion language; without false positives
 * @param fn false negatives
 * @param size nodes of its tree
 */
public record Ungated(String assertion, long fn, int size) {}
