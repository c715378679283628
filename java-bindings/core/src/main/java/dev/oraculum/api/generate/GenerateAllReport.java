package dev.oraculum.api.generate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.Shard;
import dev.oraculum.api.generate.GenerateReport.Coverage;
import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import dev.oraculum.internal.Records;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tests of many classes; docs/formats.md ("Result of generate of many classes") has its JSON.
 *
 * @param schemaVersion version of the JSON
 * @param seed of all randomness
 * @param elapsed seconds of the whole run
 * @param outcomes how many classes ended in which way, by the names that {@link ClassOutcome} has in JSON
 * @param tests how many test methods there are
 * @param coverage goals of the classes that have a report, and those that the tests cover, by kind
 * @param mutants of these classes, by end
 * @param results reports of the classes that have one, in the order of the classes
 * @param failures the other classes, in their order
 * @param kept the classes whose result is that of an earlier run, since nothing that it depends on has changed; not in the JSON if there
 *     are none
 * @param shard of which shard this is the result; null, and not in the JSON: of a whole run
 * @param classes all of them, in their order; not part of the JSON
 * @param run how the run went; not part of the JSON
 */
public record GenerateAllReport(
        int schemaVersion,
        long seed,
        double elapsed,
        Map<String, Long> outcomes,
        int tests,
        Map<String, Coverage> coverage,
        Map<MutantEnd, Long> mutants,
        List<GenerateReport> results,
        List<Failure> failures,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> kept,
        @JsonInclude(JsonInclude.Include.NON_NULL) Shard.Part shard,
        @JsonIgnore List<ClassResult> classes,
        @JsonIgnore RunInfo run)
        implements Report {
    /** Version of the JSON. */
    public static final int SCHEMA_VERSION = 1;

    /** A class without a report, and why. */
    public record Failure(String className, ClassOutcome outcome, String reason) {}

    /** Sums up the classes' results, which are in order. */
    public static GenerateAllReport of(long seed, double elapsed, List<ClassResult> classes, RunInfo run) {
        Map<String, Long> outcomes = new TreeMap<>();
        Map<String, Coverage> coverage = new LinkedHashMap<>();
        Map<MutantEnd, Long> mutants = new TreeMap<>();
        for (ClassResult result : classes) {
            outcomes.merge(name(result.outcome()), 1L, Long::sum);
            if (result.report() != null) {
                result.report().coverage().forEach((kind, of) -> coverage.merge(
                        kind, of, (a, b) -> new Coverage(a.goals() + b.goals(), a.covered() + b.covered())));
                result.report().mutants().forEach(mutant -> mutants.merge(mutant.end(), 1L, Long::sum));
            }
        }
        return new GenerateAllReport(
                SCHEMA_VERSION,
                seed,
                elapsed,
                outcomes,
                classes.stream().mapToInt(ClassResult::tests).sum(),
                coverage,
                mutants,
                classes.stream().map(ClassResult::report).filter(report -> report != null).toList(),
                classes.stream().filter(result -> result.report() == null)
                        .map(result -> new Failure(result.className(), result.outcome(), result.reason())).toList(),
                classes.stream().filter(ClassResult::kept).map(ClassResult::className).toList(),
                null,
                List.copyOf(classes),
                run);
    }

    /** The same as the result of a shard. @param part null: of a whole run */
    public GenerateAllReport withShard(Shard.Part part) {
        return Records.with(this, "shard", part);
    }

    private static String name(ClassOutcome outcome) {
        try {
            return ClassOutcome.class.getField(outcome.name()).getAnnotation(JsonProperty.class).value();
        } catch (NoSuchFieldException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "every outcome is a constant", e);
        }
    }

    /** How many classes ended in that way. */
    public long count(ClassOutcome outcome) {
        return classes.stream().filter(result -> result.outcome() == outcome).count();
    }
}
