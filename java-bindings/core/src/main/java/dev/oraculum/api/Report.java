package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.oraculum.internal.Json;

/** What every job answers, beside what it was asked for. */
public interface Report {
    /** How the run went: warnings, times, versions, seed. It is not part of the JSON. */
    @JsonIgnore
    RunInfo run();

    /** The report as indented JSON, keys in the order of its components (docs/formats.md). */
    default String toJson() {
        return Json.text(this);
    }
}
