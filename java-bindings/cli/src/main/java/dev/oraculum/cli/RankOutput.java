package dev.oraculum.cli;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.rank.Ranking;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ranked assertions and why they are unsafe, for a person. */
final class RankOutput {
    private static final int REASONS_SHOWN = 3;
    private static final int LINES_SHOWN = 5;

    private final Console console;
    private final boolean verbose;

    RankOutput(Console console, boolean verbose) {
        this.console = console;
        this.verbose = verbose;
    }

    void print(RankReport report) {
        report.problems().forEach(problem -> console.warning(problem));
        for (RankReport.Assertion assertion : report.assertions()) {
            if (assertion.top() || verbose) {
                print(assertion);
            }
        }
        console.line("");
        int rest = report.assertions().size() - report.toRead();
        if (report.assertions().isEmpty()) {
            console.line("no assertion depends on an unusual value");
        } else {
            console.line("to read     " + Console.count(report.toRead(), "assertion") + " of " + report.totals().assertions()
                    + (rest == 0 || verbose ? "" : "; " + rest + " more are unsafe, but less so (--top, --verbose, --json)"));
        }
        Ranking.Totals totals = report.totals();
        console.line("assertions  " + totals.assertions() + ", " + totals.executed() + " executed, " + totals.unsafeAssertions()
                + " unsafe");
        int notExecuted = totals.assertions() - totals.executed();
        if (notExecuted > 0) {
            int leftOut = report.generated().leftOut().size();
            console.line("not run     " + Console.count(notExecuted, "assertion")
                    + (leftOut == 0 ? ": no test that passes reaches them"
                    : "; " + Console.count(leftOut, "generated test") + " left out, see below"));
        }
        console.line("unusual     " + totals.violatedConstraints() + " of " + Console.count(totals.constraints(), "constraint")
                + " violated, " + Console.count(totals.violations(), "time") + ", " + totals.keptViolations()
                + " in executions similar to a manual one");
        suite("manual", report.manual());
        suite("generated", report.generated());
        list("not seen", report.notObserved());
        console.line("time        " + report.elapsed().entrySet().stream()
                .map(e -> e.getKey() + " " + String.format(Locale.ROOT, "%.1f s", e.getValue()))
                .collect(Collectors.joining(", ")));
    }

    private void print(RankReport.Assertion assertion) {
        console.line("");
        String where = assertion.file() == null ? "" : " (" + assertion.file().substring(assertion.file().lastIndexOf('/') + 1)
                + (assertion.line() > 0 ? ":" + assertion.line() : "") + ")";
        console.line(String.format(Locale.ROOT, "%-5s score %s  %s%s", position(assertion.position()), score(assertion.score()),
                assertion.test(), where));
        console.line("      " + (assertion.text() == null ? assertion.kind() + (assertion.line() > 0 ? " in line " + assertion.line() : "")
                : assertion.text()));
        if (!assertion.tests().isEmpty()) {
            console.line("      in " + String.join(", ", assertion.tests()));
        }
        List<RankReport.Reason> reasons = assertion.reasons();
        int shown = verbose ? reasons.size() : Math.min(REASONS_SHOWN, reasons.size());
        reasons.stream().limit(shown).forEach(this::print);
        int more = reasons.size() - shown + assertion.reasonsLeftOut();
        if (more > 0) {
            console.line("      .. and " + more + " more reasons");
        }
    }

    private void print(RankReport.Reason reason) {
        console.line("      unusual at the " + (reason.moment() == Anomalies.Moment.ENTRY ? "entry" : "exit") + " of " + reason.method()
                + ": " + reason.constraint() + " does not hold");
        console.line("        violated " + Console.count(reason.allViolations(), "time") + " by the generated tests, held in "
                + (reason.samples() == 1 ? "the only sample" : "all " + reason.samples() + " samples") + " of the manual tests");
        reason.examples().stream().limit(verbose ? reason.examples().size() : 1).forEach(example -> {
            String values = example.values().stream().map(value -> value.name() + " = " + value.value()).collect(Collectors.joining(", "));
            console.line("        with " + (values.isEmpty() ? "no value" : values) + similar(example));
        });
    }

    private static String similar(Ranking.Example example) {
        if (example.similar() == null) {
            return "";
        }
        return String.format(Locale.ROOT, "; similarity %.2f to %s", example.dos(), example.similar().test());
    }

    private void suite(String name, RankReport.Suite suite) {
        console.line(String.format(Locale.ROOT, "%-11s %s, %d passed, %d execute the class, %s of its methods", name,
                Console.count(suite.tests(), "test"), suite.used(), suite.reaching(),
                Console.count(suite.invocations(), "invocation")));
        list("left out", suite.leftOut().stream().map(RankOutput::text).toList());
    }

    private static String text(LeftOut test) {
        return test.name() + " " + test.reason();
    }

    private void list(String what, List<String> lines) {
        int shown = verbose ? lines.size() : Math.min(LINES_SHOWN, lines.size());
        for (int i = 0; i < shown; i++) {
            console.line(String.format(Locale.ROOT, "%-11s %s", i == 0 ? what : "", lines.get(i)));
        }
        if (shown < lines.size()) {
            console.line("            .. and " + (lines.size() - shown) + " more (--verbose)");
        }
    }

    static String position(double position) {
        return position == Math.rint(position) ? String.valueOf((long) position) : String.format(Locale.ROOT, "%.1f", position);
    }

    static String score(double score) {
        return String.format(Locale.ROOT, score >= 0.001 ? "%.3f" : "%.1e", score);
    }
}
