package dev.oraculum.api.select;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What kind of variable an oracle datum is. */
public enum DatumKind {
    @JsonProperty("parameter")
    PARAMETER,
    @JsonProperty("local")
    LOCAL,
    @JsonProperty("field")
    FIELD,
    /** What a method returns. */
    @JsonProperty("return")
    RETURN
}
