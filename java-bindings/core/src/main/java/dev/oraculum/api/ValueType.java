package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Type of a variable, as Java declares it. {@link #REFERENCE} carries identity only: 0 is null, equal numbers of one state are the same object. */
public enum ValueType {
    @JsonProperty("boolean")
    BOOLEAN,
    @JsonProperty("byte")
    BYTE,
    @JsonProperty("short")
    SHORT,
    @JsonProperty("char")
    CHAR,
    @JsonProperty("int")
    INT,
    @JsonProperty("long")
    LONG,
    @JsonProperty("float")
    FLOAT,
    @JsonProperty("double")
    DOUBLE,
    @JsonProperty("reference")
    REFERENCE
}
