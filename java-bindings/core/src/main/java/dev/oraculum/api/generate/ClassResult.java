package dev.oraculum.api.generate;

import dev.oraculum.api.generate.GenerateReport.Coverage;
import dev.oraculum.api.generate.GenerateReport.File;
import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import java.util.Locale;
import java.util.Objects;

/**
 * What became of one class of a run.
 *
 * @param className binary name
 * @param outcome what became of it
 * @param reason why there is no report; empty if there is one
 * @param report as {@link dev.oraculum.api.Oraculum#generate} would give it; null without one
 * @param seconds wall time
 * @param kept whether an earlier run found it, and nothing that it depends on has changed since
 */
public record ClassResult(String className, ClassOutcome outcome, String reason, GenerateReport report, double seconds, boolean kept) {
    public ClassResult {
        Objects.requireNonNull(className, "className");
        Objects.requireNonNull(reason, "reason");
        if (outcome.hasReport() != (report != null)) {
            throw new IllegalArgumentException(
                    className + ": " + outcome + " and a report that is " + (report == null ? "missing" : "there"));
        }
    }

    /** A class without a report. */
    public static ClassResult without(String className, ClassOutcome outcome, String reason, double seconds) {
        return new ClassResult(className, outcome, reason, null, seconds, false);
    }

    /** A class with one. */
    public static ClassResult of(GenerateReport report, double seconds) {
        ClassOutcome outcome = report.files().isEmpty() ? ClassOutcome.NO_TESTS : ClassOutcome.GENERATED;
        return new ClassResult(report.className(), outcome, "", report, seconds, false);
    }

    /** The same, found by an earlier run or by this one. */
    public ClassResult withKept(boolean before) {
        return new ClassResult(className, outcome, reason, report, seconds, before);
    }

    /** How many test methods there are. */
    public int tests() {
        return report == null ? 0 : report.files().stream().mapToInt(File::tests).sum();
    }

    /** For a reader: {@code 14 tests, 35 of 40 branches, 21 of 30 mutants killed, 12.3 s}. */
    public String summary() {
        if (report == null) {
            String why = reason.lines().findFirst().orElse("");
            return outcome.words() + (why.isEmpty() ? "" : ": " + why);
        }
        Coverage branches = report.coverage().getOrDefault("branch", new Coverage(0, 0));
        return String.format(
                Locale.ROOT, "%d %s, %d of %d branches%s, %s", tests(), tests() == 1 ? "test" : "tests", branches.covered(),
                branches.goals(), report.mutants().isEmpty() ? "" : ", " + report.mutants(MutantEnd.KILLED) + " of "
                        + report.killable() + " mutants killed",
                kept ? "unchanged" : String.format(Locale.ROOT, "%.1f s", seconds));
    }
}
