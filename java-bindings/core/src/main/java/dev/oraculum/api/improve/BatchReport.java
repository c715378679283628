package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.Shard;
import dev.oraculum.internal.Records;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of a batch, as {@code improve --class --json} writes it (docs/formats.md, "Result of a batch"). Everything but the times depends
 * on the project, the request and the seed only, unless a budget ended something.
 *
 * @param schemaVersion 1
 * @param seed of every search
 * @param elapsed seconds of the whole run
 * @param outcomes how many methods ended in which way, by the names that {@link MethodOutcome} has in JSON
 * @param results reports of the methods that have one, in the order of the methods
 * @param failures the other methods, in their order
 * @param kept the methods whose result is that of an earlier run, since nothing that it depends on has changed; not in the JSON if there
 *     are none
 * @param shard of which shard this is the result; null, and not in the JSON: of a whole run
 * @param methods all of them, in their order: by class, then as in the class file
 * @param run how the run went; not part of the JSON
 * @param patch what was tried on the project's tests, of all methods; null: nothing was; not part of the JSON
 */
public record BatchReport(
        int schemaVersion, long seed, double elapsed, Map<String, Long> outcomes, List<ImproveReport> results, List<Failure> failures,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> kept,
        @JsonInclude(JsonInclude.Include.NON_NULL) Shard.Part shard,
        @JsonIgnore List<MethodResult> methods,
        @JsonIgnore RunInfo run,
        @JsonIgnore Patch patch)
        implements Report {
    /** Version of the JSON. */
    public static final int SCHEMA_VERSION = 1;

    /** A method without a report, and why. */
    public record Failure(String method, MethodOutcome outcome, String reason) {}

    /** Sums up the methods' results, which are in order. */
    public static BatchReport of(long seed, double elapsed, List<MethodResult> methods, RunInfo run) {
        Map<String, Long> outcomes = new TreeMap<>();
        methods.forEach(method -> outcomes.merge(name(method.outcome()), 1L, Long::sum));
        return new BatchReport(
                SCHEMA_VERSION,
                seed,
                elapsed,
                outcomes,
                methods.stream().map(MethodResult::report).filter(report -> report != null).toList(),
                methods.stream().filter(method -> method.report() == null)
                        .map(method -> new Failure(method.method(), method.outcome(), method.reason())).toList(),
                methods.stream().filter(MethodResult::kept).map(MethodResult::method).toList(),
                null,
                List.copyOf(methods),
                run,
                null);
    }

    /** The same as the result of a shard. @param part null: of a whole run */
    public BatchReport withShard(Shard.Part part) {
        return Records.with(this, "shard", part);
    }

    /** The same with a patch. */
    public BatchReport withPatch(Patch tried) {
        return Records.with(this, "patch", tried);
    }

    private static String name(MethodOutcome outcome) {
        try {
            return MethodOutcome.class.getField(outcome.name()).getAnnotation(com.fasterxml.jackson.annotation.JsonProperty.class).value();
        } catch (NoSuchFieldException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "every outcome is a constant", e);
        }
    }

    /** How many methods ended in that way. */
    public long count(MethodOutcome outcome) {
        return methods.stream().filter(method -> method.outcome() == outcome).count();
    }
}
