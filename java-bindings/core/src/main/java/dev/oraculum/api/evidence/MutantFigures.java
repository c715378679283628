package dev.oraculum.api.evidence;

/**
 * Mutants by what became of them; {@code total} is the sum of the other five.
 *
 * @param total mutants whose unit is finished
 * @param killedBeforeAssertion no state reached the program point
 * @param likelyEquivalent reached it, but every state was also a correct one
 * @param notJudged has states that are no correct ones, all of them dropped: see {@link EvidenceSummary#tooLong} and
 * {@link EvidenceSummary#inheritedCorruption}
 * @param detected the assertion is false on at least one of its incorrect states
 * @param survived it has incorrect states and the assertion holds on all of them
 */
public record MutantFigures(long total, long killedBeforeAssertion, long likelyEquivalent, long notJudged, long detected, long survived) {}
