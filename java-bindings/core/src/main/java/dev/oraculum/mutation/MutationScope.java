package dev.oraculum.mutation;

/** Where faults are put. */
public enum MutationScope {
    /** The method under test and the bodies of its lambdas. */
    METHOD,
    /** Every method of its class: faults that reach the method through its callees and fields. */
    CLASS
}
