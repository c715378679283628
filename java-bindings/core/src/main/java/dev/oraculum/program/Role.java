package dev.oraculum.program;

/** What a class is to an analysis. */
public enum Role {
    /** A black box: its supertypes and the methods that others may override are known, no code. */
    LIBRARY,
    /** Its code is analysed. */
    ANALYSED,
    /** Its code calls the analysed classes: a test. It defines nothing that could be selected. */
    TEST
}
