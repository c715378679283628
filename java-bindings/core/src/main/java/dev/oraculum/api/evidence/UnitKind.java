package dev.oraculum.api.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which version of the class a unit of work ran. */
public enum UnitKind {
    /** The class as it is. Two such units tell what is unstable. */
    @JsonProperty("original")
    ORIGINAL,
    /** One mutant of it. */
    @JsonProperty("mutant")
    MUTANT
}
