package dev.oraculum.runner;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Shard;
import dev.oraculum.api.generate.ClassOutcome;
import dev.oraculum.api.generate.ClassResult;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.generate.GenerateAllReport;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.generate.Scope;
import dev.oraculum.api.settings.GenerateSettings;
import java.nio.file.Path;
import java.util.List;

/** Job {@code generate}: of one method, of classes, of packages, or of everything. */
final class GenerateRun {
    private static final GenerateReport.Coverage NONE = new GenerateReport.Coverage(0, 0);

    private GenerateRun() {}

    static void run(Ask ask, End end, Said said) {
        GenerateSettings settings = GenerateSettings.defaults();
        ask.requireKnown(settings);
        Generate each = Generate.of(ask.projectWithLibraries(), "")
                .withSettings(ask.apply(settings))
                .withSeed(ask.whole("seed", 0))
                .withBudget(ask.duration("budget") == null ? Generate.DEFAULT_BUDGET : ask.duration("budget"))
                .withMaxTests(ask.whole("maxTests", 0))
                .withJunit(ask.junit());
        Path tests = ask.reports().resolve("tests");
        Shard shard = ask.shard();
        if (ask.text("method") != null) {
            ofMethod(each, ask, tests, end, said);
        } else {
            ofClasses(each, shard, ask, tests, end, said);
        }
    }

    private static void ofMethod(Generate each, Ask ask, Path tests, End end, Said said) {
        int name = ask.text("method").indexOf('#');
        if (name < 1) {
            throw new IllegalArgumentException("method is " + ask.text("method") + ": expected a class and a method, as pkg.C#m(int)");
        }
        GenerateReport report = Oraculum.generate(
                each.withClassName(ask.text("method").substring(0, name)).withScope(Scope.ofMethod(ask.text("method").substring(name + 1))),
                said);
        report.allFiles().forEach(file -> Jobs.write(tests.resolve(file.path()), file.source()));
        Jobs.write(ask.reports().resolve("generate.json"), report.toJson());
        said.line(ask.text("method") + ": " + ClassResult.of(report, report.elapsed().getOrDefault("total", 0.0)).summary());
        faults(report, said);
        figures(end, report.files().stream().mapToInt(GenerateReport.File::tests).sum(), report.coverage().getOrDefault("branch", NONE));
        end.problems(report.run().problems());
    }

    private static void ofClasses(Generate each, Shard shard, Ask ask, Path tests, End end, Said said) {
        ClassSelection classes = new ClassSelection(ask.list("classes"), ask.list("packages"), ask.paths("classPath"));
        GenerateAllReport report = Oraculum.generateAll(
                GenerateAll.of(each.project(), classes)
                        .withEach(each)
                        .withTotalBudget(ask.duration("totalBudget"))
                        .withShard(shard)
                        .withHistory(ask.history())
                        .withOut(tests)
                        .withExisting(GenerateAll.Existing.REPLACE),
                said);
        Jobs.write(ask.reports().resolve("generate.json"), report.toJson());
        for (ClassResult result : report.classes()) {
            said.line(result.className() + ": " + result.summary());
            if (result.report() != null) {
                faults(result.report(), said);
            }
        }
        figures(end, report.tests(), report.coverage().getOrDefault("branch", NONE));
        end.figure("internalErrors", report.count(ClassOutcome.INTERNAL_ERROR));
        end.problems(report.run().problems());
        if (report.results().isEmpty() && report.count(ClassOutcome.PROJECT_FAILED) > 0) {
            List<String> reasons = report.classes().stream().map(result -> result.className() + ": " + result.reason()).toList();
            Problem problem = report.run().problems().isEmpty() ? Problem.Code.PROJECT_UNUSABLE.problem() : report.run().problems().get(0);
            end.failed(problem, "no class can be tested", reasons);
        } else if (report.tests() > 0) {
            said.line(Jobs.count(report.tests(), "test", "tests") + " written: " + tests);
        }
    }

    private static void faults(GenerateReport report, Said said) {
        report.faults().forEach(fault -> said.warning(fault.className() + ": not so that " + fault.contract() + "; "
                + report.faultsFile().path() + " has " + fault.test() + ", which fails"));
    }

    private static void figures(End end, int tests, GenerateReport.Coverage branches) {
        end.figure("tests", tests);
        end.figure("branches", branches.goals());
        end.figure("branchesCovered", branches.covered());
    }
}
