package dev.oraculum.api.improve;

/**
 * One generation of the search.
 *
 * @param generation from 0, the initial population
 * @param fp the population selected for few false positives
 * @param fn the population selected for few false negatives
 * @param bestFalseNegatives false negatives of the best assertion without false positives so far; null while there is none
 * @param bestSize its size; null while there is none
 */
public record GenerationFigures(int generation, PopulationFigures fp, PopulationFigures fn, Integer bestFalseNegatives, Integer bestSize) {}
