package dev.oraculum.ranking;

import dev.oraculum.api.RunInfo;
import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.rank.Ranking;
import dev.oraculum.api.settings.RankSettings;
import dev.oraculum.internal.Json;
import java.util.ArrayList;
import java.util.List;

/** Says of an engine's ranking what its places mean: methods, tests, lines and texts. */
public final class RankReports {
    private final Rank request;
    private final PlannedInvocations invocations;
    private final AssertionsOfTests sites;
    private final SuiteRun manual;
    private final SuiteRun generated;

    public RankReports(Rank request, PlannedInvocations invocations, AssertionsOfTests sites, SuiteRun manual, SuiteRun generated) {
        this.request = request;
        this.invocations = invocations;
        this.sites = sites;
        this.manual = manual;
        this.generated = generated;
    }

    /** The report of one ranking. */
    public RankReport report(RankSettings settings, Anomalies anomalies, Ranking ranking, List<String> problems, RunInfo run) {
        List<RankReport.Assertion> assertions = ranking.assertions().stream().map(assertion -> assertion(assertion, ranking)).toList();
        return new RankReport(
                Json.SCHEMA_VERSION,
                request.className(),
                settings,
                request.depth(),
                request.profile(),
                ranking.totals(),
                (int) assertions.stream().filter(RankReport.Assertion::top).count(),
                assertions,
                ranking.restPosition(),
                manual.figures(),
                generated.figures(),
                notObserved(anomalies),
                problems,
                run.seconds(),
                sites.forEngine(),
                ranking,
                run);
    }

    private List<String> notObserved(Anomalies anomalies) {
        List<String> lines = new ArrayList<>(invocations.leftOut());
        for (int i = 0; i < anomalies.methods().size(); i++) {
            Anomalies.Method method = anomalies.methods().get(i);
            String name = invocations.schemas().get(i).method();
            if (method.generatedInvocations() > 0 && method.manualInvocations() == 0) {
                lines.add(name + " is executed by generated tests but by no manual test, so that nothing is known of what is usual there");
            }
            if (method.variablesLeftOut() > 0) {
                lines.add(name + ": " + method.variablesLeftOut() + " derived variables beyond the bound (setting infer.maxDerived)");
            }
        }
        if (anomalies.anomaliesDropped() > 0) {
            lines.add(anomalies.anomaliesDropped()
                    + " unusual values beyond the bound for one test were not followed (setting maxAnomaliesPerTest), in "
                    + String.join(", ", anomalies.testsWithDroppedAnomalies()));
        }
        return lines;
    }

    private RankReport.Assertion assertion(Ranking.Assertion assertion, Ranking ranking) {
        AssertionSite site = sites.forEngine().get(assertion.site());
        String test = AssertionsOfTests.testName(site);
        List<String> others = assertion.tests().stream().filter(name -> !name.equals(test)).toList();
        List<RankReport.Reason> reasons = assertion.reasons().stream().map(reason -> reason(reason, ranking)).toList();
        return new RankReport.Assertion(
                assertion.position(),
                assertion.score(),
                assertion.top(),
                test,
                sites.file(assertion.site()),
                site.line(),
                site.ordinal(),
                site.kind(),
                site.text(),
                others,
                reasons,
                assertion.reasonsLeftOut());
    }

    private RankReport.Reason reason(Ranking.Reason reason, Ranking ranking) {
        Ranking.Constraint constraint = ranking.constraints().get(reason.constraint());
        return new RankReport.Reason(
                constraint.java() == null ? constraint.daikon() : constraint.java(),
                constraint.daikon(),
                invocations.schemas().get(constraint.method()).method(),
                constraint.moment(),
                reason.violations(),
                constraint.violations(),
                constraint.uniqueness(),
                reason.score(),
                constraint.confidence(),
                constraint.samples(),
                reason.examples());
    }
}
