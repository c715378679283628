package dev.oraculum.gradle.job;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.CheckReport;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import java.nio.file.Path;

/** {@code oraculumCheck}. */
final class CheckRun {
    private static final int SHOWN = 10;

    private CheckRun() {}

    static void run(Ask ask, End end, Said said) {
        CheckReport report = Oraculum.check(Check.of(ask.projectWithLibraries(), Path.of(ask.text("oracle"))), said);
        Jobs.write(ask.reports().resolve("check.json"), report.toJson());
        report.problems().forEach(problem -> said.warning("outside any test: " + problem));
        report.mismatches().stream().limit(SHOWN).forEach(mismatch -> print(mismatch, said));
        if (report.mismatches().size() > SHOWN) {
            said.line(".. and " + (report.mismatches().size() - SHOWN) + " more: " + ask.reports().resolve("check.json"));
        }
        report.testsNotPassing().forEach(test -> said.line("not passing: " + test.name() + " " + test.reason()));
        report.testsNotRecorded().forEach(test -> said.line("not recorded: " + test.name() + " " + test.reason()));
        report.testsGone().forEach(test -> said.line("gone: test " + test));
        report.dataGone().forEach(gone -> said.line("gone: " + gone.datum().variable() + " at " + gone.datum().place() + ": "
                + gone.reason()));
        said.line((report.mismatches().isEmpty() ? "no mismatch" : Jobs.count(report.mismatches().size(), "mismatch", "mismatches"))
                + " in " + Jobs.count(report.valuesCompared(), "comparison", "comparisons") + " of a variable in a test, of "
                + Jobs.count(report.testsRun(), "test", "tests"));
        end.figure("mismatches", report.mismatches().size());
        end.figure("notPassing", report.testsNotPassing().size());
        end.figure("notRecorded", report.testsNotRecorded().size());
        end.figure("gone", report.testsGone().size() + report.dataGone().size());
        end.problems(report.run().problems());
    }

    private static void print(Mismatch mismatch, Said said) {
        said.line("mismatch: " + mismatch.datum().variable() + " at " + mismatch.datum().place());
        said.line("  test      " + mismatch.test());
        switch (mismatch.kind()) {
            case MISSING -> {
                said.line("  expected  " + Jobs.count(mismatch.expectedCount(), "value", "values") + first(mismatch.expected()));
                said.line("  actual    none: the definition is not executed any more");
            }
            case NEW -> {
                said.line("  expected  none: the definition was not executed");
                said.line("  actual    " + Jobs.count(mismatch.actualCount(), "value", "values") + first(mismatch.actual()));
            }
            case VALUE, COUNT -> {
                said.line("  expected  " + at(mismatch, mismatch.expected(), mismatch.expectedCount()));
                said.line("  actual    " + at(mismatch, mismatch.actual(), mismatch.actualCount()));
            }
        }
        if (!mismatch.repeatable()) {
            said.line("  note      a second run of this version gave other values again");
        }
    }

    private static String first(String value) {
        return value == null ? "" : ", the first " + value;
    }

    private static String at(Mismatch mismatch, String value, long count) {
        String place = " (value " + (mismatch.index() + 1) + " of " + count + ")";
        if (value != null) {
            return value + place;
        }
        return mismatch.index() >= count ? "none: it ends after " + Jobs.count(count, "value", "values") : "another" + place
                + ", which was not kept";
    }
}
