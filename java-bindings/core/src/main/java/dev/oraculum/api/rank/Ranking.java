package dev.oraculum.api.rank;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Assertions by how probably they are wrong (ZoomIn, section 3.3).
 *
 * @param assertions the unsafe ones, the most suspicious first
 * @param constraints those that the assertions' reasons name by their places
 * @param scores SOSP of each site, in the order of the sites; 0: nothing speaks against it
 * @param restPosition the position that all sites of score 0 share; null: there are none
 */
public record Ranking(Totals totals, List<Assertion> assertions, List<Constraint> constraints, List<Double> scores, Double restPosition) {
    /**
     * @param assertions sites
     * @param executed sites that were executed
     * @param unsafeAssertions sites of a score above 0
     * @param constraints of the manual run
     * @param violatedConstraints those that the generated run violates
     * @param violations of the generated run
     * @param keptViolations those that the profile filter keeps
     * @param anomalies values whose flow was followed
     * @param anomaliesDropped values of violations whose flow was not, because of the limit per test
     */
    public record Totals(
            int assertions,
            int executed,
            @JsonProperty("unsafe") int unsafeAssertions,
            int constraints,
            int violatedConstraints,
            long violations,
            long keptViolations,
            int anomalies,
            long anomaliesDropped) {}

    /**
     * An unsafe assertion.
     *
     * @param site place in the list of sites
     * @param score SOSP, above 0
     * @param position from 1; assertions of equal scores share the middle of their places
     * @param top whether it is in Top-N; all that are tied with the N-th are
     * @param tests names of the tests in which it was affected
     * @param reasons constraints that speak against it, the weightiest first
     * @param reasonsLeftOut how many more there are
     */
    public record Assertion(int site, double score, double position, boolean top, List<String> tests, List<Reason> reasons,
            int reasonsLeftOut) {}

    /**
     * A violated constraint whose values an assertion depends on.
     *
     * @param constraint place in the ranking's list of constraints
     * @param violations how many violations affect the assertion
     * @param score their part of its score
     */
    public record Reason(int constraint, long violations, double score, List<Example> examples) {}

    /**
     * A violation.
     *
     * @param test name of the generated test
     * @param invocation among the planned invocations of the test, by entry, from 0
     * @param dos degree of similarity to {@code similar}, 0 to 1; null: no manual test executes the method
     * @param similar the most similar manual execution, of several the first; null as {@code dos}
     * @param values of the constraint's variables
     */
    public record Example(String test, int invocation, Double dos, ManualExecution similar, List<Value> values) {}

    /**
     * An invocation of the manual run.
     *
     * @param invocation among the planned invocations of the test, by entry, from 0
     */
    public record ManualExecution(String test, int invocation) {}

    /**
     * A variable's value.
     *
     * @param name in Daikon's notation
     * @param value as Java writes it; {@code absent} where it could not be read, {@code object} and a number for references
     */
    public record Value(String name, String value) {}

    /**
     * A constraint of the manual run that the generated run violates.
     *
     * @param method place in the plan
     * @param daikon in Daikon's notation
     * @param java the same as Java; null: it cannot be said
     * @param uniqueness US of each of its violations, above 0, at most 1
     * @param confidence that it is no chance, 0 to 1
     * @param samples samples, or elements of sequences, that it was judged by
     */
    public record Constraint(
            int method, Anomalies.Moment moment, String daikon, String java, long violations, long keptViolations, double uniqueness,
            double confidence, long samples) {}
}
