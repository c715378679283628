package dev.oraculum.api.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What happens to an incorrect state that occurs more than once. */
public enum DuplicateStates {
    /** It counts once, whichever mutants produced it: a second equal state carries no information. */
    @JsonProperty("drop")
    DROP,
    /** It counts each time, so that a state that many mutants produce weighs more. */
    @JsonProperty("keep")
    KEEP
}
