package dev.oraculum.api.improve;

/**
 * One of the two populations after one generation. The first three figures are those of its fittest individual, by its own fitness.
 *
 * @param falsePositives correct states on which it is false
 * @param falseNegatives incorrect states on which it is true
 * @param size nodes of its tree
 * @param meanSize of all individuals
 * @param distinct number of different trees
 * @param offspring individuals made in this generation; elites are not counted
 * @param cacheHitRate share of the offspring's nodes whose value was known already, from 0 to 1
 */
public record PopulationFigures(
        int falsePositives, int falseNegatives, int size, double meanSize, int distinct, int offspring, double cacheHitRate) {}
