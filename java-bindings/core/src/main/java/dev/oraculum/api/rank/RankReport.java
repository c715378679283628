package dev.oraculum.api.rank;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.settings.RankSettings;
import java.util.List;
import java.util.Map;

/**
 * The result of {@link Oraculum#rank}; docs/formats.md ("Result of rank") has its JSON.
 *
 * @param schemaVersion version of the JSON
 * @param className the class under test
 * @param totals figures of the whole
 * @param toRead how many assertions are in Top-N, ties included
 * @param assertions the unsafe ones, the most suspicious first
 * @param restPosition the position that all others share; null: there are none
 * @param manual the measure
 * @param generated what is measured
 * @param notObserved methods, variables and values that could not be recorded, a sentence each
 * @param problems what went wrong outside tests, and what could not be woven
 * @param elapsed seconds by phase
 * @param sites all assertions that were found, for programs
 * @param ranking what the engine says of them, by their places, for programs
 * @param run how the run went; not part of the JSON
 */
public record RankReport(
        int schemaVersion,
        String className,
        RankSettings settings,
        int depth,
        ProfileMode profile,
        Ranking.Totals totals,
        int toRead,
        List<Assertion> assertions,
        Double restPosition,
        Suite manual,
        Suite generated,
        List<String> notObserved,
        List<String> problems,
        Map<String, Double> elapsed,
        @JsonIgnore List<AssertionSite> sites,
        @JsonIgnore Ranking ranking,
        @JsonIgnore RunInfo run)
        implements Report {
    public RankReport {
        assertions = List.copyOf(assertions);
        notObserved = List.copyOf(notObserved);
        problems = List.copyOf(problems);
        sites = List.copyOf(sites);
    }

    /**
     * A suite of tests.
     *
     * @param tests that were found
     * @param used that passed
     * @param reaching of these, that execute the class
     * @param invocations of methods of the class in them
     * @param leftOut the others, and why
     */
    public record Suite(int tests, int used, int reaching, long invocations, List<LeftOut> leftOut) {}

    /**
     * An unsafe assertion.
     *
     * @param position from 1; assertions of equal scores share the middle of their places
     * @param score SOSP, above 0
     * @param top whether it is in Top-N
     * @param test {@code pkg.CTest.test3}
     * @param file of the source, {@code pkg/CTest.java}; null: the class file does not say
     * @param line 0: unknown
     * @param ordinal among the assertions of the test method, from 0
     * @param kind what is called
     * @param text as it is written; null: no source was found
     * @param tests in which it was affected, where they are others than {@code test}: parameterized, inherited
     */
    public record Assertion(
            double position,
            double score,
            boolean top,
            String test,
            String file,
            int line,
            int ordinal,
            String kind,
            String text,
            List<String> tests,
            List<Reason> reasons,
            int reasonsLeftOut) {}

    /**
     * A violated constraint.
     *
     * @param constraint as Java, or in Daikon's notation if it cannot be said in Java
     * @param method whose entry or exit it is about
     * @param violations that affect the assertion
     * @param allViolations in the generated tests; the more, the less unusual
     * @param uniqueness US of each
     * @param score what it adds to the score
     * @param confidence that it is no chance
     * @param samples that it was inferred from
     */
    public record Reason(
            String constraint,
            String daikon,
            String method,
            Anomalies.Moment moment,
            long violations,
            long allViolations,
            double uniqueness,
            double score,
            double confidence,
            long samples,
            List<Ranking.Example> examples) {}
}
