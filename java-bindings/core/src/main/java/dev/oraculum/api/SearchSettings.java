package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Parameters of the co-evolution (GAssert, section 3); null means the published value, given here. Every probability is from 0 to 1.
 *
 * @param populationSize individuals of each of the two populations; 1000
 * @param minGenerations generations before a perfect assertion ends the search; 100
 * @param maxGenerations generations after which the search ends in any case; 10000
 * @param maxSize bound on an assertion's size in nodes; 50
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchSettings(Integer populationSize, Integer minGenerations, Integer maxGenerations, Integer maxSize) {
    /** The published parameters. */
    public static SearchSettings defaults() {
        return new SearchSettings(null, null, null, null);
    }
}
