package dev.oraculum.cli;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Problem;
import dev.oraculum.api.evidence.MutantFigures;
import dev.oraculum.api.evidence.MutantVerdict;
import dev.oraculum.api.generate.GenerateAllReport;
import dev.oraculum.api.improve.Assessed;
import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.Contained;
import dev.oraculum.api.improve.Floor;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.improve.NotRecorded;
import dev.oraculum.api.improve.Proof;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** What a person reads: progress and warnings on standard error, the result on standard output. */
final class Console {
    /** How much to print. */
    enum Detail {
        QUIET,
        NORMAL,
        VERBOSE
    }

    private static final int CLAUSES_SHOWN = 8;

    private final PrintWriter out;
    private final PrintWriter err;
    private final Detail detail;
    private final JobListener listener;

    Console(PrintWriter out, PrintWriter err, Detail detail) {
        this.out = out;
        this.err = err;
        this.detail = detail;
        this.listener = detail == Detail.QUIET ? JobListener.NONE : new ProgressLines(err, detail == Detail.VERBOSE);
    }

    JobListener listener() {
        return listener;
    }

    /** What the user should know and that stops nothing. */
    void warning(String message) {
        listener.warning("", message);
    }

    /** What the user can do about warnings. */
    void remedies(List<Problem> problems, CommandSpec command) {
        problems.forEach(problem -> Remedies.of(problem, command).ifPresent(this::warning));
    }

    /** How much the user wants to read of a batch. */
    BatchProgress batchProgress() {
        return new BatchProgress(progressWriter(), BatchProgress.Noun.METHOD, detail == Detail.VERBOSE, Terminal.err());
    }

    /** The same of classes. */
    BatchProgress classProgress() {
        return new BatchProgress(progressWriter(), BatchProgress.Noun.CLASS, detail == Detail.VERBOSE, Terminal.err());
    }

    InferProgress inferProgress() {
        return new InferProgress(progressWriter(), Terminal.err(), this::warning);
    }

    private PrintWriter progressWriter() {
        return detail == Detail.QUIET ? new PrintWriter(java.io.Writer.nullWriter()) : err;
    }

    /** The table of a batch; all reasons if the user wants to read much. */
    void result(BatchReport report) {
        line("");
        BatchTable.lines(report, Terminal.outColumns(), detail == Detail.VERBOSE).forEach(this::line);
        if (detail == Detail.VERBOSE) {
            line("");
            report.methods().forEach(method -> {
                ImproveReport.Improved improved = method.report() == null ? null : method.report().improved();
                line(method.method() + ": " + (improved == null ? method.outcome().words()
                        + (method.reason().isEmpty() ? "" : ": " + method.reason()) : improved.assertion()));
            });
        }
    }

    /** The tests of many classes; all reasons if the user wants to read much. */
    void result(GenerateAllReport report) {
        line("");
        GenerateAllOutput.lines(report, Terminal.outColumns(), detail == Detail.VERBOSE).forEach(this::line);
    }

    /** A table of the result. */
    void table(Table table) {
        if (detail != Detail.QUIET) {
            table.lines(Terminal.outColumns()).forEach(line -> out.println(Printable.line(line)));
            out.flush();
        }
    }

    /** One line of result. */
    void line(String text) {
        if (detail != Detail.QUIET) {
            Layout.fit(Printable.line(text), Terminal.outColumns()).forEach(out::println);
            out.flush();
        }
    }

    /** Before and after, the evidence, the verification, the times. */
    void result(ImproveResult result) {
        ImproveReport report = result.report();
        line("");
        line(report.method());
        line("");
        ImproveReport.Initial initial = report.initial();
        line("before    " + figures(initial.fp(), initial.fn(), initial.size()));
        line("            " + initial.assertion());
        ImproveReport.Improved improved = report.improved();
        if (improved != null) {
            line("after     " + figures(improved.fp(), improved.fn(), improved.size()));
            line("            " + improved.assertion());
            line("Java");
            improved.entryValues().forEach(declaration -> line("            " + declaration));
            improved.exitValues().forEach(declaration -> line("            " + declaration));
            line("            assert " + improved.java() + ";");
            clauses(report.clauses());
        } else if (report.success()) {
            line("after     already perfect on this evidence: nothing to improve");
        } else {
            line("after     no better assertion found");
        }
        line("");
        if (!report.evidence().sufficient()) {
            line("claim     none: there is no evidence that tells a good assertion from a weak one");
        }
        evidence(report.evidence());
        ImproveReport.Verified verified = report.verified();
        if (verified.compiled()) {
            line("verified  compiled by the JDK's compiler; evaluated in the JVM on " + verified.statesChecked()
                    + " states of the evidence, " + verified.disagreements() + " disagreements with the engine");
        } else {
            line("verified  no: the Java text of this assertion does not compile");
        }
        assessed(report.assessed());
        proof(report.proof());
        report.clausesLeftOut().forEach(clause -> line("left out  " + clause.name() + ": does not compile: " + clause.reason()));
        line("search    " + stopReason(result) + " after " + count(report.generations(), "generation") + ", seed " + report.seed());
        floor(result);
        line("time      " + report.elapsed().entrySet().stream()
                .map(e -> e.getKey() + " " + seconds(e.getValue()))
                .collect(Collectors.joining(", ")));
        if (detail == Detail.VERBOSE) {
            verbose(result);
        }
    }

    /** What generated tests say that the search had not seen. */
    private void assessed(Assessed assessed) {
        if (assessed != null) {
            line("attacked  " + (assessed.states() == 0 ? "in vain: none of the generated tests comes to an end of the method"
                    : "true in " + count(assessed.states(), "state") + " of " + count(assessed.tests(), "further generated test")
                            + (assessed.counterexamples() == 0 ? "" : "; the search went on " + count(assessed.rounds() - 1, "time")
                                    + ", with " + count(assessed.counterexamples(), "counterexample"))));
        }
    }

    /** What the project's own tests say. */
    private void proof(Proof proof) {
        if (proof.status() == Proof.Status.PROVEN) {
            line("proven    on the project's tests: compiled, " + count(proof.tests(), "test") + " run with -ea in "
                    + count(proof.jvms(), "fresh JVM"));
        } else {
            line("proven    no: " + proof.reason());
        }
        if (proof.furtherStates() > 0) {
            line("          " + count(proof.furtherStates(), "further correct state") + " of tests that are left out of the evidence tried"
                    + (proof.counterexamples() == 0 ? "" : ", " + count(proof.counterexamples(), "counterexample")
                            + " among them; the search went on " + count(proof.rounds(), "time")));
        }
        proof.dropped().forEach(clause -> line("dropped   " + clause.name() + ": " + clause.reason()));
    }

    private void evidence(ImproveReport.Evidence evidence) {
        MutantFigures mutants = evidence.mutants();
        line("evidence  " + evidence.summary());
        line("mutants   " + mutants.detected() + " detected, " + mutants.survived() + " survived, " + mutants.likelyEquivalent()
                + " not visible in the recorded state, "
                + mutants.killedBeforeAssertion() + " died before the assertion");
        notJudged(evidence.tooLong(), "with contents too long to be recorded");
        notJudged(evidence.inheritedCorruption(), "after an earlier call had changed what the method was given");
        contained(evidence.contained());
        notRecorded(evidence.notRecorded());
        leftOut("tests left out", evidence.testsLeftOut());
        leftOut("variables left out", evidence.variablesLeftOut());
        leftOut("class files that cannot be read left out", evidence.classesLeftOut());
    }

    /** One line of what was refused; nothing if nothing was. */
    private void contained(Contained contained) {
        if (contained.mutants() > 0) {
            String kinds = contained.refused().stream().map(Contained.Refusal::kind).distinct().sorted().collect(Collectors.joining(", "));
            line("contained " + count(contained.mutants(), "mutant") + " refused: " + kinds + "; states of "
                    + count(contained.tests(), "run")
                    + " of tests dropped from there on" + (detail == Detail.VERBOSE ? ""
                            : " (--verbose says what, --allow lets it through)"));
        }
    }

    /** One line of the tests that left no states on mutants; nothing if all did. */
    private void notRecorded(NotRecorded notRecorded) {
        if (notRecorded.tests() > 0) {
            String reasons = notRecorded.reasons().stream().map(reason -> reason.reason() + " (" + reason.tests() + ")")
                    .collect(Collectors.joining("; "));
            line("not seen  " + count(notRecorded.tests(), "run") + " of tests on " + count(notRecorded.mutants(), "mutant")
                    + " left no states: " + reasons);
        }
    }

    private void notJudged(long states, String why) {
        if (states > 0) {
            line("          " + count(states, "state") + " of mutants not judged: " + why);
        }
    }

    /** What each clause is good for; one clause says nothing that the line above does not. */
    private void clauses(List<Clause> clauses) {
        if (clauses.size() < 2) {
            return;
        }
        line("clauses   mutants killed, incorrect states rejected (by no other clause), correct states that speak for it");
        int shown = detail == Detail.VERBOSE ? clauses.size() : Math.min(clauses.size(), CLAUSES_SHOWN);
        clauses.stream().limit(shown).forEach(clause -> line(String.format(Locale.ROOT, "%11d %5d %8s %6d   %s", clause.mutants(),
                clause.states(), "(" + clause.alone() + ")", clause.support(), clause.assertion())));
        if (shown < clauses.size()) {
            line("            .. and " + (clauses.size() - shown) + " more (--verbose shows them)");
        }
    }

    private void floor(ImproveResult result) {
        Floor floor = result.report().floor();
        if (floor != null) {
            line("floor     no combination of these " + count(floor.atoms(), "atom") + " can do better than FN = " + floor.fn()
                    + gap(result.report().gap()));
            gates(result.report());
            List<String> limits = result.improvement().limits();
            if (!limits.isEmpty()) {
                line("          more would have been tried but for the limits " + String.join(", ", limits));
            }
        }
    }

    private void gates(ImproveReport report) {
        ImproveReport.Improved improved = report.improved();
        long fn = improved == null ? report.initial().fn() : improved.fn();
        if (report.ungated() != null && report.ungated().fn() < fn) {
            line("gates     clauses that the evidence does not justify would detect " + (fn - report.ungated().fn())
                    + " more (--set synthesis.gates=false takes them)");
        }
    }

    private static String gap(Long gap) {
        if (gap == null) {
            return "";
        }
        return gap < 0 ? ": this assertion does, by " + -gap + ", with terms outside them" : gap == 0 ? ": reached" : "; gap " + gap;
    }

    private void leftOut(String what, List<LeftOut> items) {
        if (!items.isEmpty() && detail != Detail.VERBOSE) {
            line("          " + items.size() + " " + what + " (--verbose says which and why)");
        }
    }

    private void verbose(ImproveResult result) {
        line("");
        line("variables " + String.join(", ", result.report().evidence().variables()));
        result.report().evidence().testsLeftOut().forEach(test -> line("left out  test " + test.name() + ": " + test.reason()));
        result.report().evidence().variablesLeftOut().forEach(v -> line("left out  variable " + v.name() + ": " + v.reason()));
        result.report().evidence().classesLeftOut().forEach(c -> line("left out  class " + c.name() + ": " + c.reason()));
        result.report().evidence().contained().refused().forEach(refusal ->
                line("refused   " + refusal.kind() + " " + refusal.target() + ": " + count(refusal.mutants(), "mutant")));
        result.improvement().best().verdicts().forEach(
                v -> line("mutant    " + v.mutant() + ": " + words(v.verdict()) + ", " + v.rejectedStates() + " of "
                        + count(v.incorrectStates(), "incorrect state") + " rejected"));
    }

    private static String words(MutantVerdict.Verdict verdict) {
        return verdict == MutantVerdict.Verdict.LIKELY_EQUIVALENT
                ? "not visible in the recorded state" : verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String stopReason(ImproveResult result) {
        if (!result.report().proof().dropped().isEmpty()) {
            return "ended, and clauses of what it found were dropped,";
        }
        return switch (result.report().stopReason()) {
            case PERFECT -> "ended with an assertion that is perfect on this evidence";
            case NO_EVIDENCE -> "ended with nothing to tell apart";
            case BUDGET -> "ended by its budget";
            case MAX_GENERATIONS -> "ended by the maximum number of generations";
            case STAGNATION -> "ended because nothing better appeared";
            case SYNTHESIZED -> "ended with the best choice of clauses";
            case CANCELLED -> "cancelled";
        };
    }

    private static String figures(long fp, long fn, int size) {
        return "FP " + fp + ", FN " + fn + ", size " + size;
    }

    static String count(long n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.1f s", value);
    }
}
