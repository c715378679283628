package dev.oraculum.api.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What happens to a mutant's state whose values on entry differ from those of the correct state of the same call: an earlier call of the
 * mutant had spoiled an object, and this one may have done nothing wrong.
 */
public enum InheritedCorruption {
    /** It is evidence, as in the GAssert paper. */
    @JsonProperty("keep")
    KEEP,
    /**
     * The default: it is dropped, and counted, as no assertion at the exit of a call can blame that call for it. A state without a correct
     * partner stays.
     */
    @JsonProperty("drop")
    DROP
}
