package dev.oraculum.api.infer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.settings.InferSettings;
import java.util.List;
import java.util.Map;

/**
 * The result of {@link Oraculum#infer} and {@link Oraculum#inferTraces}; docs/invariants.md has its JSON.
 *
 * @param schemaVersion version of the JSON
 * @param points in the order of the methods, or of the trace
 * @param failures methods that have none, and why
 * @param testsLeftOut tests that reach a method and left no samples of it: they fail, are unstable, or could not be recorded
 * @param exitsWithoutEntry samples of exits whose entry is not in the trace; they were left out
 * @param entriesWithoutExit invocations in the trace that never ended
 * @param truncated files of the trace that end before their last sample does; that sample was left out
 * @param elapsed seconds: {@code total}
 * @param run how the run went; not part of the JSON
 */
public record InferReport(
        int schemaVersion,
        InferSettings settings,
        List<Inference.Point> points,
        List<Failure> failures,
        List<TestLeftOut> testsLeftOut,
        long exitsWithoutEntry,
        long entriesWithoutExit,
        List<Inference.Truncated> truncated,
        Map<String, Double> elapsed,
        @JsonIgnore RunInfo run)
        implements Report {
    private static final String RULE = "=".repeat(75);

    /** A method without invariants. */
    public record Failure(String method, String reason) {}

    /** A test that has no part in what is said of a method. */
    public record TestLeftOut(String method, String name, String reason) {}

    public int invariants() {
        return points.stream().mapToInt(point -> point.invariants().size()).sum();
    }

    /** The invariants of each class as a reader wants them. */
    public List<ClassInvariants> byClass() {
        return ClassInvariants.of(points);
    }

    /** The invariants of each class as clauses of JML; what that has no words for stands in comments. */
    public String toJml() {
        return JmlText.of(byClass());
    }

    /** The invariants as Daikon prints them. */
    public String toDaikon() {
        StringBuilder text = new StringBuilder();
        for (Inference.Point point : points) {
            text.append(RULE).append('\n').append(point.name()).append('\n');
            point.invariants().forEach(invariant -> text.append(invariant.daikon()).append('\n'));
        }
        return text.toString();
    }
}
