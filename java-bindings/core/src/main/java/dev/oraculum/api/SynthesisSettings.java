package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Parameters of the synthesis, which are all ours; null means the default, given here. A bound that is met does not end the synthesis:
 * what lies beyond is left out, and
 * {@link Improvement#limits} names it. A value out of its range is refused when the search starts, with the range.
 *
 * @param minedConstants constants for each numeric type, besides 0, 1, -1 and 2: up to half of them from the constants of the class, the
 *     others mined from the evidence. Default: 6.
 * @param maxTerms compound terms (one operator) with distinct columns. Default: 6000.
 * @param maxDeepTerms terms of two operators that are tried as an equation for a variable that no smaller term explains. Default: 2 000
 *     000.
 * @param maxAtoms atoms with distinct truth. Default: 10 000.
 * @param maxPairAtoms atoms that are all tried as a literal of a clause of two, the cheapest first. Default: 2500.
 * @param maxGuards atoms that are tried as a guard of comparisons with compound terms. Default: 64.
 * @param maxWidth literals of a clause, from 1. Default: 4.
 * @param maxCoverNodes nodes of the branch and bound. Default: 20 000.
 * @param maxBytes bytes of columns and bitsets that the synthesis holds at a time. Default: 4 GiB.
 * @param singleMutantPrice price of a clause that kills the states of one mutant only, in nodes. Default: 3.
 * @param stagnationGenerations generations without a better assertion after which the co-evolution of a hybrid ends, unless {@link
 *     SearchSettings} bound it. Default: 50.
 * @param gates whether a clause must pass the gates that follow: what the evidence does not justify is not taken, though it has no false
 *     positive. Default: true.
 * @param folds groups of tests for cross-validation: a constant that the tests of one group alone speak for is not trusted; 0 or 1: none.
 *     Default: 5.
 * @param minMutants mutants of which a clause must kill a state, all simulated faults together as one of them. Default: 1.
 * @param confidence probability with which a clause has a reason other than chance for being true in all correct states. Default: 0.99,
 *     as Daikon's.
 * @param boundSamples correct states from which on a bound by a constant is believed. Default: 6, as Daikon's.
 * @param boundHits correct states that must meet a bound. Default: 3, as Daikon's.
 * @param descriptionBits evidence, in bits, that a clause needs for each node of its description; 0: the confidence is enough. Default:
 *     1.5.
 * @param pricePerKill nodes of the description of a clause for which it has to kill an incorrect state each. Default: 6.
 * @param simulatedFaults incorrect states beside those of mutants, made by mixing the entry values of one correct state with the exit
 *     values of another; 0: none. Default: 1000.
 * @param simulatedFaultsPrice what it is worth to reject all simulated faults, in nodes; every kind of fault has an equal share. Default:
 *     400.
 * @param orderPrice price of an order of two terms, in nodes: an equation says more. Default: 2.
 * @param disequalityPrice price of a disequality, in nodes. Default: 2.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SynthesisSettings(
        Integer minedConstants,
        Integer maxTerms,
        Integer maxDeepTerms,
        Integer maxAtoms,
        Integer maxPairAtoms,
        Integer maxGuards,
        Integer maxWidth,
        Integer maxCoverNodes,
        Long maxBytes,
        Integer singleMutantPrice,
        Integer stagnationGenerations,
        Boolean gates,
        Integer folds,
        Integer minMutants,
        Double confidence,
        Integer boundSamples,
        Integer boundHits,
        Double descriptionBits,
        Integer pricePerKill,
        Integer simulatedFaults,
        Integer simulatedFaultsPrice,
        Integer orderPrice,
        Integer disequalityPrice) {
    /** All defaults. */
    public static SynthesisSettings defaults() {
        return dev.oraculum.internal.Requests.withSetting(SynthesisSettings.class, null, null, null);
    }

    /**
     * With another value of one parameter.
     *
     * @param name as the component of this record is called
     * @param value a number or boolean; null: the default
     * @throws IllegalArgumentException there is no such parameter, or it has another type
     */
    public SynthesisSettings with(String name, Object value) {
        return dev.oraculum.internal.Requests.withSetting(SynthesisSettings.class, this, name, value);
    }
}
