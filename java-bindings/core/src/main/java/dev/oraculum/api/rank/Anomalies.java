package dev.oraculum.api.rank;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The values of the generated run that violate a constraint of the manual run (ZoomIn, section 3.1).
 *
 * @param methods figures of the plan's methods, in its order
 * @param constraints of the manual run
 * @param violations of the generated run
 * @param keptViolations those with a similar manual execution
 * @param manualProfiles distinct coverage profiles
 * @param generatedProfiles the same of the generated run
 * @param constraintsLeftOut constraints of entries and exits with more than the settings allow
 * @param violatedConstraintsLeftOut constraints that were left out because there were too many violations, those violated most often first
 * @param violationsLeftOut their violations
 * @param anomalies whose flow to assertions is to be followed: by test, invocation and variable
 * @param anomaliesDropped anomalies of tests with more than the settings allow
 * @param testsWithDroppedAnomalies names of these tests
 */
public record Anomalies(
        List<Method> methods,
        int constraints,
        long violations,
        long keptViolations,
        int manualProfiles,
        int generatedProfiles,
        long constraintsLeftOut,
        long violatedConstraintsLeftOut,
        long violationsLeftOut,
        List<Anomaly> anomalies,
        long anomaliesDropped,
        List<String> testsWithDroppedAnomalies) {
    /**
     * What was seen of a method, in tests that count.
     *
     * @param manualInvocations 0: no manual test reaches it, and it has no constraints
     * @param variablesLeftOut derived variables that there was no room for
     */
    public record Method(int manualInvocations, int generatedInvocations, int constraints, int variablesLeftOut) {}

    /**
     * A value of an invocation that takes part in a violation.
     *
     * @param id its place in the list
     * @param test place in the list of generated tests
     * @param invocation among the planned invocations of the test, by entry, from 0
     * @param method place in the plan
     * @param variable place in the method's schema
     */
    public record Anomaly(int id, int test, int invocation, int method, Moment moment, int variable) {}

    /** When a variable of an invocation has its value. */
    public enum Moment {
        @JsonProperty("entry")
        ENTRY,
        /** A normal exit. */
        @JsonProperty("exit")
        EXIT
    }
}
