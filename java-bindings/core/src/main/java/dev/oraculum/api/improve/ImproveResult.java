package dev.oraculum.api.improve;

import dev.oraculum.api.evidence.EvidenceSummary;

/**
 * What a job returns.
 *
 * @param report what {@code improve --json} writes
 * @param improvement the search's own result, with every mutant's verdict and, if asked for, every generation's figures
 * @param evidence what the assertion was judged by
 * @param patch what was tried on the project's tests; null: nothing was
 */
public record ImproveResult(ImproveReport report, Improvement improvement, EvidenceSummary evidence, Patch patch) {}
