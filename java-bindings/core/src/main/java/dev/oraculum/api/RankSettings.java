package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.internal.Requests;
import java.util.Objects;

/**
 * How a ranking is made (ZoomIn, section 3). Where the paper leaves a choice, it is a setting; the last three switch a part of the technique off, to measure what it gives.
 *
 * @param threshold least degree of similarity of a violation to some manual execution, 0 to 1. Paper: 0.75
 * @param uniquenessCount which violations make a constraint's violations less unusual
 * @param count what a score sums up
 * @param constraints which invariants are constraints
 * @param nanEqualsNan whether NaN equals NaN in constraints, so that a value which stays NaN is no anomaly, as in Daikon, but also a pair of NaNs refutes that two values differ; else as in Java. Default: as in Java
 * @param signs whether the sign of what varies is a constraint: {@code x >= 0} where no manual test saw less. Not among Daikon's defaults
 * @param top N of Top-N, 1 or more. Paper: 5
 * @param maxAnomaliesPerTest anomalies of a test that are followed, 1 or more; of more, those of the rarest violations, and the number of the others is reported
 * @param allAnomalies whether anomalies that the profile filter leaves out are followed too, so that one flow serves rankings with laxer filters
 * @param maxReasons constraints that the explanation of an assertion names
 * @param maxExamples invocations that it shows of each
 * @param maxConstraints constraints of a method's entry or exit, 1 or more; of more, those with the most samples, and the number of the others is reported
 * @param maxViolations violations of all constraints together, 1 or more; of more, constraints are left out, those violated most often first, and reported
 * @param infer how constraints are inferred; what holds of objects is said at each method whatever {@link InferSettings#objects} is
 * @param profileFilter whether violations with no similar manual execution are left out
 * @param uniqueness whether a violation counts the less the more often its constraint is violated
 * @param reliability whether a violation counts the less the more of the generated tests' executions violate its constraint. Not in the paper
 * @param aggregate what the constraints that speak against an assertion make its score of. Paper: their sum
 * @param turns whether a constraint weighs the less the more assertions that it speaks against are listed already. Not in the paper
 * @param dataFlow whether a violation affects only the assertions that its values reach, and not all of its test
 */
public record RankSettings(
        double threshold,
        UniquenessCount uniquenessCount,
        Count count,
        Constraints constraints,
        boolean nanEqualsNan,
        boolean signs,
        int top,
        int maxAnomaliesPerTest,
        boolean allAnomalies,
        int maxReasons,
        int maxExamples,
        int maxConstraints,
        int maxViolations,
        InferSettings infer,
        boolean profileFilter,
        boolean uniqueness,
        boolean reliability,
        Aggregate aggregate,
        boolean turns,
        boolean dataFlow) {
    private static final String INFER = "infer.";

    public RankSettings {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold is " + threshold + ": expected 0 to 1");
        }
        Objects.requireNonNull(uniquenessCount, "uniquenessCount");
        Objects.requireNonNull(count, "count");
        Objects.requireNonNull(aggregate, "aggregate");
        Objects.requireNonNull(constraints, "constraints");
        Objects.requireNonNull(infer, "infer");
        least("top", top, 1);
        least("maxAnomaliesPerTest", maxAnomaliesPerTest, 1);
        least("maxConstraints", maxConstraints, 1);
        least("maxViolations", maxViolations, 1);
        least("maxReasons", maxReasons, 0);
        least("maxExamples", maxExamples, 0);
    }

    /** Which violations count for how unusual one is. */
    public enum UniquenessCount {
        /** All of the generated run. */
        @JsonProperty("beforeFilter")
        BEFORE_FILTER,
        /** Those with a similar manual execution. */
        @JsonProperty("afterFilter")
        AFTER_FILTER
    }

    /** What a suspiciousness score sums up. */
    public enum Count {
        /** Each violation. */
        @JsonProperty("events")
        EVENTS,
        /** Each violated constraint, once. */
        @JsonProperty("constraints")
        CONSTRAINTS
    }

    /** How the violated constraints that affect an assertion make its score. */
    public enum Aggregate {
        /** The most unusual of them alone. */
        @JsonProperty("strongest")
        STRONGEST,
        /** All of them. */
        @JsonProperty("sum")
        SUM
    }

    /** Which invariants are constraints. */
    public enum Constraints {
        /** Those that {@link Engine#infer} reports: what they imply is not counted again. */
        @JsonProperty("reported")
        REPORTED,
        /** All that are justified. */
        @JsonProperty("all")
        ALL
    }

    /** Ours; where {@link #paper} does not differ, the paper's, and for its ambiguities what the parameters' descriptions name first. */
    public static RankSettings defaults() {
        return new RankSettings(
                0.75, UniquenessCount.BEFORE_FILTER, Count.EVENTS, Constraints.REPORTED, false, true, 5, 10_000, false, 10, 3, 50_000, 5_000_000, InferSettings.defaults(), true, true, false,
                Aggregate.STRONGEST, false, true);
    }

    /** Scores as the paper has them. */
    public static RankSettings paper() {
        return defaults().with("aggregate", "sum");
    }

    public RankSettings withThreshold(double newThreshold) {
        return with("threshold", newThreshold);
    }

    public RankSettings withTop(int newTop) {
        return with("top", newTop);
    }

    /**
     * These settings with another value of one of them.
     *
     * @param name of a setting; with {@code infer.} in front, of one of the likely invariants'
     * @throws IllegalArgumentException there is no such setting, it has another type, or the value is out of range
     */
    public RankSettings with(String name, Object value) {
        Object changed = name.startsWith(INFER) ? infer.with(name.substring(INFER.length()), value) : value;
        return Requests.withSetting(RankSettings.class, this, changed == value ? name : "infer", changed);
    }

    private static void least(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " is " + value + ": expected " + least + " or more");
        }
    }
}
