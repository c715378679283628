package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What happens to a mutant's state whose values on entry differ from those of the correct state of the same call: an earlier call of the mutant had spoiled an object, and
 * this one may have done nothing wrong.
 */
public enum InheritedCorruption {
    /** It is evidence, as in the GAssert paper. */
    @JsonProperty("keep")
    KEEP,
    /** It is dropped, and counted. A state without a correct partner stays. */
    @JsonProperty("drop")
    DROP
}
