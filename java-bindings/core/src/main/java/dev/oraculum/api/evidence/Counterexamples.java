package dev.oraculum.api.evidence;

/**
 * What further states say of an assertion.
 *
 * @param states that were appended
 * @param judged those of them that have all values which the evidence keeps
 * @param counterexamples distinct ones of these in which the assertion is false
 */
public record Counterexamples(long states, long judged, long counterexamples) {}
