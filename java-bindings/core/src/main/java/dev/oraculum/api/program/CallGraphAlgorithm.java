package dev.oraculum.api.program;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How the call graph is made that a selection stands on. */
public enum CallGraphAlgorithm {
    /** 0-1-CFA: a points-to analysis that tells objects apart by where they are made. */
    @JsonProperty("cfa")
    CFA,
    /** Rapid type analysis: a call may enter the methods of all classes that reachable code makes objects of. */
    @JsonProperty("rta")
    RTA
}
