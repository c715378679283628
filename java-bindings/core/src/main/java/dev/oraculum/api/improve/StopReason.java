package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.api.settings.SearchSettings;

/** Why the search ended. */
public enum StopReason {
    /** A perfect assertion exists and the minimum number of generations has passed. */
    @JsonProperty("perfect")
    PERFECT,
    /** The evidence shows no fault, or only one trivial one, so that there was nothing to tell apart. */
    @JsonProperty("noEvidence")
    NO_EVIDENCE,
    /** The time budget is spent. */
    @JsonProperty("budget")
    BUDGET,
    /** The maximum number of generations is reached. */
    @JsonProperty("maxGenerations")
    MAX_GENERATIONS,
    /** No better assertion appeared for the setting {@code stagnationGenerations} of {@link SearchSettings}. */
    @JsonProperty("stagnation")
    STAGNATION,
    /** {@link SearchEngine#SYNTHESIS} has made its choice, which is not perfect. */
    @JsonProperty("synthesized")
    SYNTHESIZED,
    /** The caller, the listener or an interrupt asked to stop; the result is the best so far. */
    @JsonProperty("cancelled")
    CANCELLED
}
