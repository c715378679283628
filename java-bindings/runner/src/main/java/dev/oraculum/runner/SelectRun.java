package dev.oraculum.runner;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.oracle.GeneratedTests;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.oracle.RecordReport;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.settings.SelectSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** Job {@code select}, and with {@code record} the oracle for {@code check}. */
final class SelectRun {
    private SelectRun() {}

    static void run(Ask ask, End end, Said said) {
        SelectSettings settings = SelectSettings.defaults();
        ask.requireKnown(settings);
        Select request = Select.of(ask.projectWithLibraries()).withClasses(ask.list("classes")).withPackages(ask.list("packages"))
                .withSettings(ask.apply(settings)).withRecorded(Recordings.recorded(ask));
        Path planned = Recordings.planned(ask);
        if (planned != null) {
            Recordings.print(Oraculum.planRecording(request, RecordOracle.DEFAULT_KEPT, planned), "variable", "variables", said);
            return;
        }
        SelectReport report = Oraculum.select(request, said);
        Jobs.write(ask.reports().resolve("select.json"), report.toJson());
        for (SelectReport.Choice choice : report.selected()) {
            said.line(String.format(Locale.ROOT, "%3d  %7.3f  %s at %s", choice.rank(), choice.capability(), choice.datum().variable(),
                    choice.datum().place()));
        }
        said.line(Jobs.count(report.selected().size(), "variable", "variables") + " selected: " + ask.reports().resolve("select.json"));
        end.figure("selected", report.selected().size());
        if (ask.flag("record") && !report.selected().isEmpty()) {
            record(request, report, ask, end, said);
        }
    }

    private static void record(Select request, SelectReport report, Ask ask, End end, Said said) {
        RecordOracle selected = RecordOracle.of(request, report);
        Duration limit = ask.duration("testTimeout");
        RecordReport recorded = Oraculum.record(
                selected.withProject(selected.project().withTestTimeout(limit == null ? RecordOracle.DEFAULT_TEST_TIMEOUT : limit)), said);
        recorded.problems().forEach(problem -> said.warning("outside any test: " + problem));
        for (LeftOut test : recorded.testsLeftOut()) {
            said.warning("left out: " + test.name() + ": " + test.reason());
        }
        recorded.dataLeftOut().forEach(datum -> said.aside("left out: " + datum.name() + ": " + datum.reason()));
        long values = recorded.oracle().tests().stream().flatMap(test -> test.values().stream()).mapToLong(Oracle.Values::count).sum();
        end.figure("recorded", values);
        end.problems(recorded.run().problems());
        if (values == 0) {
            said.warning("the tests give no selected variable a value that is the same in every run: there is no oracle");
            return;
        }
        Path oracle = ask.reports().resolve("oracle.json");
        Jobs.write(oracle, recorded.oracle().toJson());
        for (GeneratedTests.File file : recorded.generated().files()) {
            Jobs.write(ask.reports().resolve("tests").resolve(file.path()), file.source());
            said.line("JUnit: " + ask.reports().resolve("tests").resolve(file.path()) + " ("
                    + Jobs.count(file.tests(), "test", "tests") + ")");
        }
        said.line("recorded " + Jobs.count(values, "value", "values") + " of " + Jobs.count(recorded.oracle().tests().size(), "test",
                "tests") + ": " + oracle);
    }
}
