package dev.oraculum.api.improve;

/**
 * How far a search is.
 *
 * @param generation generations completed
 * @param bestFn false negatives of the best assertion without false positives so far; -1 while there is none
 * @param bestSize its size; -1 while there is none
 * @param evaluations assertions evaluated so far
 * @param elapsedMillis since the search began
 */
public record Progress(long generation, long bestFn, long bestSize, long evaluations, long elapsedMillis) {}
