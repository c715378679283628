package dev.oraculum.api.rank;

/** Which of the two suites of a ranking ran; the engine knows them by their places. */
public enum RankRun {
    /** The suite that constraints and profiles are taken from. */
    MANUAL,
    /** The suite whose assertions are ranked. */
    GENERATED
}
