package dev.oraculum.api.improve;

import dev.oraculum.api.Oraculum;
import java.util.Locale;
import java.util.Objects;

/**
 * What became of one method of a batch.
 *
 * @param method {@code pkg.C#m(int,java.lang.String)}
 * @param outcome what became of it
 * @param reason why there is no report; empty if there is one
 * @param report as {@link Oraculum#improve} would give it; null without one
 * @param best the assertion to use, for a patch; null without a report
 * @param seconds wall time
 * @param kept whether an earlier run found it, and nothing that it depends on has changed since
 */
public record MethodResult(
        String method, MethodOutcome outcome, String reason, ImproveReport report, AssertionText best, double seconds, boolean kept) {
    public MethodResult {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(reason, "reason");
        if (outcome.hasReport() != (report != null) || (report == null) != (best == null)) {
            throw new IllegalArgumentException(method + ": " + outcome + " and a report that is " + (report == null ? "missing" : "there"));
        }
    }

    /** For a reader: {@code improved, FN 12 -> 3, 1.4 s}. */
    public String summary() {
        if (report == null) {
            boolean plain = outcome == MethodOutcome.NO_TESTS || outcome == MethodOutcome.NO_MUTANTS;
            return outcome.words() + (plain ? "" : ": " + reason.lines().findFirst().orElse("")) + (kept ? ", unchanged" : "");
        }
        long fn = report.improved() == null ? report.initial().fn() : report.improved().fn();
        String time = kept ? "unchanged" : String.format(Locale.ROOT, "%.1f s", seconds);
        return String.format(Locale.ROOT, "%s, FN %d -> %d, %s", outcome.words(), report.initial().fn(), fn, time);
    }

    /** A method without a report. */
    public static MethodResult without(String method, MethodOutcome outcome, String reason, double seconds) {
        return new MethodResult(method, outcome, reason, null, null, seconds, false);
    }

    /** A method with one. */
    public static MethodResult of(ImproveReport report, AssertionText best, double seconds) {
        return new MethodResult(report.method(), MethodOutcome.of(report), "", report, best, seconds, false);
    }

    /** The same with another proof; only of one with a report. */
    public MethodResult withProof(Proof proof) {
        return of(report.withProof(proof), best, seconds).withKept(kept);
    }

    /** The same, found by an earlier run or by this one. */
    public MethodResult withKept(boolean before) {
        return new MethodResult(method, outcome, reason, report, best, seconds, before);
    }
}
