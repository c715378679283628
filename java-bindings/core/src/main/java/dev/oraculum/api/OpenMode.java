package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What to do with an evidence file that may exist already. */
public enum OpenMode {
    /** Start a new file; refuse one that already holds evidence. */
    @JsonProperty("new")
    NEW,
    /** Continue a file, or start it if there is none; the inputs must be those it was begun with. */
    @JsonProperty("resume")
    RESUME,
    /** Start a new file in the place of whatever evidence is there. A file that is not an evidence file is refused still. */
    @JsonProperty("overwrite")
    OVERWRITE,
    /** Open a file that exists, with the schema it holds. */
    @JsonProperty("existing")
    EXISTING
}
