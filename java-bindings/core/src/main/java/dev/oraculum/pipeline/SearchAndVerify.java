package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Phase;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.evidence.MutantVerdict;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.Assessed;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Contained;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.improve.NotRecorded;
import dev.oraculum.api.improve.Proof;
import dev.oraculum.api.improve.ScoredAssertion;
import dev.oraculum.api.improve.StopReason;
import dev.oraculum.execution.Jvm;
import dev.oraculum.internal.Uninterrupted;
import dev.oraculum.verification.StateJudge;
import dev.oraculum.verification.Variables;
import dev.oraculum.verification.Verification;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** The second half of every job, from assembled evidence to the result: search, verification, report. */
final class SearchAndVerify {
    private static final int SCHEMA_VERSION = 1;

    private SearchAndVerify() {}

    /**
     * What the evidence was taken from.
     *
     * @param className binary name of the class under test; null where there is only evidence
     * @param classPath where it and what it needs is
     * @param jvm that ran the tests; null: none is known
     * @param testsLeftOut those that the engine does not know of, as they left no states behind
     * @param classesLeftOut those whose class files cannot be read
     * @param contained what mutants were refused
     * @param notRecorded runs of tests on mutants that left no states
     */
    record Origin(
            Jvm jvm, String className, List<Path> classPath, List<LeftOut> testsLeftOut, List<LeftOut> classesLeftOut, Contained contained,
                    NotRecorded notRecorded) {
        static final Origin UNKNOWN = new Origin(null, null, List.of(), List.of(), List.of(), Contained.NONE, NotRecorded.NONE);
    }

    /** Makes the trials of a project; null: there is no project. */
    interface Trials {
        /** @param without the result without some of its clauses, verified */
        ProjectTrials of(BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without);
    }

    /** Makes the assessor of a project's method; null: nobody attacks. */
    interface Attacks {
        /** @param without the result without some of its clauses, verified */
        Assessor of(BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without);
    }

    /**
     * Searches, verifies, attacks and proves, and that again as long as what was found is refuted by states that become evidence.
     *
     * @param attacks null: there are none
     * @param trials null: there are only states
     */
    static ImproveResult run(
            Engine engine, ImproveRequest request, EvidenceSummary summary, Origin origin, Attacks attacks, Trials trials, JobClock clock) {
        // It starts while the search runs.
        try (StateJudge judge = StateJudge.start()) {
            EvidenceSummary[] now = {summary};
            BiFunction<VerifiedImprovement, Set<Integer>, VerifiedImprovement> without =
                    (result, clauses) -> result.without(clauses, now[0].schema(), engine, origin, judge);
            Assessor assessor = attacks == null ? null : attacks.of(without);
            ProjectTrials project = trials == null ? null : trials.of(without);
            while (true) {
                Improvement found =
                        clock.run(Phase.SEARCH, () -> engine.improve(request, clock::searching), SearchAndVerify::outcome);
                VerifiedImprovement compiled = clock.run(
                        Phase.VERIFICATION,
                        // A search that was interrupted has a result, and none goes out unverified.
                        () -> Uninterrupted.call(() -> VerifiedImprovement.of(found, now[0].schema(), engine, origin, judge)),
                        v -> v.verification().statesChecked() + " states, " + v.verification().disagreements() + " disagreements");
                Assessor.Outcome attacked = assessor == null
                        ? new Assessor.Outcome(compiled, false)
                        : clock.run(Phase.ASSESSMENT, () -> assessor.of(compiled), assessor::describe);
                if (attacked.goesOn()) {
                    now[0] = engine.evidence().summary();
                    continue;
                }
                VerifiedImprovement verified = attacked.result();
                ProjectTrials.Outcome tried = project == null
                        ? new ProjectTrials.Outcome(verified, Proof.NONE)
                        : clock.run(Phase.PROVING, () -> project.of(verified, now[0]), ProjectTrials.Outcome::describe);
                now[0] = project == null ? summary : engine.evidence().summary();
                if (tried.proof() != null) {
                    return result(request, now[0], origin, assessor, tried, clock);
                }
            }
        }
    }

    private static ImproveResult result(
            ImproveRequest request, EvidenceSummary summary, Origin origin, Assessor assessor, ProjectTrials.Outcome tried,
            JobClock clock) {
        VerifiedImprovement result = tried.result();
        requireAgreement(result.verification(), result.improvement().best().text());
        result.leftOut()
                .forEach(clause -> clock.warning(
                        "a clause was left out, as its Java text does not compile: " + clause.name() + " (" + clause.reason() + ")"));
        if (assessor != null) {
            assessor.dropped().forEach(clause -> clock.warning("a clause was dropped: " + clause.name() + " (" + clause.reason() + ")"));
        }
        tried.proof().dropped().forEach(clause -> clock.warning("a clause was dropped, as it does not hold on the project: "
                + clause.name() + " (" + clause.reason() + ")"));
        // What the project's tests leave nothing of is not what was attacked.
        boolean isAttacked = assessor != null && result.improvement().improved() != null;
        ImproveReport report = report(request, summary, origin, isAttacked ? assessor.assessed() : null, tried, clock);
        if (!report.evidence().sufficient()) {
            clock.warning("no evidence: " + report.evidence().summary());
        }
        return new ImproveResult(report, result.improvement(), summary, tried.patch());
    }

    private static String outcome(Improvement improvement) {
        ScoredAssertion best = improvement.best();
        return "FP " + best.fp() + ", FN " + improvement.initial().fn() + " -> " + best.fn() + ", size " + best.text().size() + ", "
                + improvement.generations() + " generations";
    }

    private static void requireAgreement(Verification verification, AssertionText assertion) {
        if (verification.disagreements() > 0) {
            String text = "\n  assertion: " + assertion.assertion() + "\n  Java:      " + assertion.java();
            String fault = "the JVM and the engine disagree on " + verification.disagreements() + " of " + verification.statesChecked()
                    + " states: "
                    + verification.firstDisagreement();
            throw new OraculumException(OraculumException.Code.INTERNAL, fault + text);
        }
    }

    /** Those that were left out before the engine knew of them, and those that it leaves out. */
    static List<LeftOut> testsLeftOut(List<LeftOut> before, EvidenceSummary summary) {
        List<LeftOut> tests = new ArrayList<>(before);
        summary.testsLeftOut().stream().filter(test -> tests.stream().noneMatch(t -> t.name().equals(test.name()))).forEach(tests::add);
        return tests;
    }

    private static ImproveReport report(
            ImproveRequest request, EvidenceSummary summary, Origin origin, Assessed assessed, ProjectTrials.Outcome tried,
            JobClock clock) {
        VerifiedImprovement verified = tried.result();
        Improvement improvement = verified.improvement();
        Verification verification = verified.verification();
        ScoredAssertion initial = improvement.initial();
        ScoredAssertion best = improvement.best();
        List<LeftOut> tests = testsLeftOut(origin.testsLeftOut(), summary);
        EvidenceInWords words = EvidenceInWords.of(summary, best.verdicts());
        ImproveReport.Evidence evidence = new ImproveReport.Evidence(
                summary.correct(),
                summary.incorrect(),
                summary.tests(),
                summary.generatedTests(),
                summary.invocations(),
                words.sufficient(),
                words.summary(),
                best.mutants(),
                summary.schema().variables().stream().map(Variable::name).toList(),
                summary.variablesLeftOut(),
                tests,
                summary.tooLong(),
                summary.inheritedCorruption(),
                origin.classesLeftOut(),
                origin.contained(),
                origin.notRecorded());
        List<String> survivors = best.verdicts().stream()
                .filter(v -> v.verdict() == MutantVerdict.Verdict.SURVIVED)
                .map(MutantVerdict::mutant)
                .toList();
        return new ImproveReport(
                SCHEMA_VERSION,
                summary.schema().method(),
                request.seed(),
                !words.sufficient() && improvement.stopReason() == StopReason.PERFECT ? StopReason.NO_EVIDENCE : improvement.stopReason(),
                improvement.generations(),
                clock.elapsed(),
                evidence,
                new ImproveReport.Initial(initial.text().assertion(), initial.fp(), initial.fn(), initial.text().size()),
                improved(improvement.improved()),
                improvement.floor(),
                improvement.gap(),
                improvement.ungated(),
                improvement.archive(),
                improvement.clauses(),
                improvement.unchanged(),
                verified.leftOut(),
                new ImproveReport.Verified(!Boolean.FALSE.equals(verification.compiled()), verification.statesChecked(),
                        verification.disagreements()),
                assessed,
                tried.proof(),
                survivors,
                clock.info(origin.jvm(), request.seed()));
    }

    /**
     * Whether the Java texts of a result that a file kept are those of its assertion: they go into a patch, and the file may be anybody's.
     */
    static boolean isOurs(MethodResult kept, Engine engine) {
        try {
            AssertionText text = engine.check(kept.best().assertion());
            ImproveReport.Improved improved = kept.report().improved();
            return text.equals(kept.best()) && (improved == null || improved.equals(improved(text, improved.fp(), improved.fn())));
        } catch (IllegalArgumentException noAssertion) {
            return false;
        }
    }

    private static ImproveReport.Improved improved(ScoredAssertion improved) {
        return improved == null ? null : improved(improved.text(), improved.fp(), improved.fn());
    }

    private static ImproveReport.Improved improved(AssertionText text, long fp, long fn) {
        List<String> entryValues = text.variables().stream()
                .filter(v -> v.entry() != null)
                .map(Variables::entryDeclaration)
                .toList();
        List<String> exitValues = text.exitValues().stream().map(ExitValue::declaration).toList();
        return new ImproveReport.Improved(text.assertion(), text.java(), entryValues, exitValues, fp, fn, text.size());
    }
}
