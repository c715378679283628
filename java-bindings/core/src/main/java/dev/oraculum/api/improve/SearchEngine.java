package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which algorithm searches for the assertion. */
public enum SearchEngine {
    /** Co-evolution of two populations, as GAssert has it. */
    @JsonProperty("coevolution")
    COEVOLUTION,
    /** The best choice among clauses of simple atoms, computed; nothing is random. */
    @JsonProperty("synthesis")
    SYNTHESIS,
    /** Synthesis, then co-evolution against the incorrect states that its clauses miss. */
    @JsonProperty("hybrid")
    HYBRID
}
