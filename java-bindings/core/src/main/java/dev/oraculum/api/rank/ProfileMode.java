package dev.oraculum.api.rank;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which statements the coverage profile of an invocation has (ZoomIn, section 3.2). */
public enum ProfileMode {
    /** Those that the test executed until the invocation ended. */
    @JsonProperty("cumulative")
    CUMULATIVE,
    /** Those executed between entry and end, callees included. */
    @JsonProperty("invocation")
    INVOCATION
}
