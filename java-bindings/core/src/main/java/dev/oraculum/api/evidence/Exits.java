package dev.oraculum.api.evidence;

/** At which normal exits of a method states are taken, and assertions stand. */
public enum Exits {
    /** Every normal exit. */
    ALL,
    /** The last one, in the order of the bytecode or of the source. */
    LAST
}
