package dev.oraculum.api;

/**
 * One generation of the search.
 *
 * @param generation from 0, the initial population
 * @param bestFp fitness of the best individual of the population that minimises false positives first: its false positives
 * @param bestFn fitness of the best FP-free individual so far: its false negatives; -1 while there is none
 * @param bestSize its size; -1 while there is none
 * @param evaluations assertions evaluated so far
 * @param elapsedMillis since the search began (the one figure that differs between runs of equal seed)
 */
public record GenerationFigures(long generation, long bestFp, long bestFn, long bestSize, long evaluations, long elapsedMillis) {}
