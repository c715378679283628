package dev.oraculum.runner;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.settings.RankSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Job {@code rank}: of each class a ranking of its own. */
final class RankRun {
    private RankRun() {}

    static void run(Ask ask, End end, Said said) {
        List<String> classes = ask.list("classes");
        if (classes.isEmpty()) {
            throw new IllegalArgumentException("classes is empty: name the classes whose generated tests are to be ranked");
        }
        if (ask.paths("generatedTests").isEmpty()) {
            throw new IllegalArgumentException(
                    "generatedTests is empty: name the folders or jars of the compiled generated tests, and of what they need");
        }
        RankSettings settings = RankSettings.defaults();
        ask.requireKnown(settings);
        Project project = ask.projectWithLibraries().withSources(ask.paths("generatedSources"));
        Set<Problem> problems = new LinkedHashSet<>();
        long unsafe = 0;
        for (String className : classes) {
            RankReport report = Oraculum.rank(
                    Rank.of(project, className, ask.paths("generatedTests")).withGeneratedTestClasses(ask.list("generatedTestClasses"))
                            .withSettings(ask.apply(settings)),
                    said);
            Jobs.write(ask.reports().resolve(className + ".json"), report.toJson());
            print(report, said);
            unsafe += report.assertions().size();
            problems.addAll(report.run().problems());
        }
        end.figure("unsafe", unsafe);
        end.problems(new ArrayList<>(problems));
    }

    private static void print(RankReport report, Said said) {
        said.line(report.className() + ": " + report.assertions().size() + " of "
                + Jobs.count(report.totals().assertions(), "assertion is", "assertions are") + " unsafe");
        for (RankReport.Assertion assertion : report.assertions()) {
            if (!assertion.top()) {
                continue;
            }
            said.line(String.format(java.util.Locale.ROOT, "  %4.1f  score %.3f  %s%s", assertion.position(), assertion.score(),
                    assertion.test(), assertion.line() > 0 ? ":" + assertion.line() : ""));
            if (assertion.text() != null) {
                said.line("        " + assertion.text());
            }
            assertion.reasons().stream().limit(1).forEach(reason -> said.line("        unusual: not so that " + reason.constraint()
                    + " (" + reason.method() + ", " + reason.moment().name().toLowerCase(java.util.Locale.ROOT) + ")"));
        }
    }
}
