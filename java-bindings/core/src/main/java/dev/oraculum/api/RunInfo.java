package dev.oraculum.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How a job's run went.
 *
 * @param warnings what the user should know and that stopped nothing, as the listener heard it; the subject comes first, where there is one
 * @param problems of the warnings, those that a user can do something about; each once
 * @param seconds by {@linkplain Phase#key phase}, in their order, and {@code total}
 * @param version of Oraculum
 * @param jvm version of the JVM that ran the tests; null: no test was run
 * @param seed of all randomness; null: the job has none
 */
public record RunInfo(List<String> warnings, List<Problem> problems, Map<String, Double> seconds, String version, String jvm, Long seed) {
    /** Of a report that was read from a file. */
    public static final RunInfo UNKNOWN = new RunInfo(List.of(), List.of(), Map.of(), "unknown", null, null);

    public RunInfo {
        warnings = List.copyOf(warnings);
        problems = List.copyOf(problems);
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
        Objects.requireNonNull(version, "version");
    }

    /** The same with other warnings. */
    public RunInfo withWarnings(List<String> changed) {
        return new RunInfo(changed, problems, seconds, version, jvm, seed);
    }
}
