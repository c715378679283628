package dev.oraculum.runner;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.CheckReport;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import java.nio.file.Path;

/** Job {@code check}. */
final class CheckRun {
    private static final int SHOWN = 10;

    private CheckRun() {}

    static void run(Ask ask, End end, Said said) {
        Check request = Check.of(ask.projectWithLibraries(), Path.of(ask.text("oracle")));
        CheckReport report = Oraculum.check(request, said);
        Jobs.write(ask.reports().resolve("check.json"), report.toJson());
        // By this name build servers look for results of tests.
        Jobs.write(ask.reports().resolve("TEST-oraculum-check.xml"), report.toJunitXml(request));
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
        said.line("mismatch: " + mismatch.subject());
        mismatch.details().forEach(line -> said.line("  " + line));
    }
}
