package dev.oraculum.api.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which version of the class a unit of work ran. */
public enum UnitKind {
    /** The class as it is. Two such units tell what is unstable. */
    @JsonProperty("original")
    ORIGINAL,
    /** One mutant of it. */
    @JsonProperty("mutant")
    MUTANT,
    /** The class as it is, run by tests that were generated for it. Units of mutants may have states of the same tests. */
    @JsonProperty("generated")
    GENERATED,
    /**
     * The class as it is: correct states in which an assertion was false that the states of the other units had not refuted. They have no
     * pair on a mutant, and their tests may be left out otherwise.
     */
    @JsonProperty("counterexamples")
    COUNTEREXAMPLES
}
