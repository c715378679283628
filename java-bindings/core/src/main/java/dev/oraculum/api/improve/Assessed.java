package dev.oraculum.api.improve;

/**
 * What generated tests that the search had not seen say of its result (the assessor of GAssert, section 3).
 *
 * @param tests that were generated to attack it
 * @param states different ones that these left, in all of which the result is true
 * @param rounds attacks; after each but the last the search went on
 * @param counterexamples states in which a result of an earlier round was false, and that are evidence since
 */
public record Assessed(long tests, long states, int rounds, long counterexamples) {}
