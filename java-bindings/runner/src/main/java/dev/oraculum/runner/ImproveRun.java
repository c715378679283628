package dev.oraculum.runner;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Shard;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.patch.SourcePatches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Job {@code improve}. */
final class ImproveRun {
    private ImproveRun() {}

    static void run(Ask ask, End end, Said said) {
        ImproveRequest start = ImproveRequest.defaults();
        ask.requireKnown(start.settings(), start.synthesis(), StateSettings.DEFAULT);
        ImproveRequest search = start.withAssertion(ask.text("assertion"))
                .withSeed(ask.whole("seed", start.seed()))
                .withBudget(ask.duration("budget") == null ? start.budget() : ask.duration("budget"))
                .withSettings(ask.apply(start.settings()))
                .withSynthesis(ask.apply(start.synthesis()));
        Improve each = Improve.of(ask.project(), "").withSearch(search).withMutators(ask.list("mutators"))
                .withStates(ask.apply(StateSettings.DEFAULT));
        Shard shard = ask.shard();
        List<Path> folders = sources(ask);
        if (folders.size() == 1 && shard == null) {
            // A patch of several folders is no patch that could be tried as a whole, and that of a shard is not the whole patch.
            each = each.withProving(each.proving().withSources(folders.get(0)));
        }
        BatchReport report = search.assertion() == null
                ? Oraculum.improveAll(new ImproveAll(each, ask.methods(false), ask.duration("totalBudget"), shard, ask.history()), said)
                : ofGiven(each, ask, said);
        Jobs.write(ask.reports().resolve("improve.json"), report.toJson());
        print(report, ask, said);
        if (shard == null) {
            patches(report, ask, said);
        }
        end.problems(report.run().problems());
        judge(report, end);
    }

    private static BatchReport ofGiven(Improve each, Ask ask, JobListener listener) {
        if (ask.text("method") == null) {
            throw new IllegalArgumentException("assertion is of one method: name it in method");
        }
        ImproveResult result = Oraculum.improve(each.withMethod(ask.text("method")), listener);
        double seconds = result.report().elapsed().getOrDefault("total", 0.0);
        MethodResult method = MethodResult.of(result.report(), result.improvement().best().text(), seconds);
        return BatchReport.of(each.search().seed(), seconds, List.of(method), result.report().run());
    }

    private static void print(BatchReport report, Ask ask, Said said) {
        Map<MethodOutcome, Integer> others = new LinkedHashMap<>();
        for (MethodResult method : report.methods()) {
            if (method.report() == null) {
                others.merge(method.outcome(), 1, Integer::sum);
                said.aside(method.method() + ": " + method.outcome().words() + ": " + method.reason());
                continue;
            }
            said.line(method.method() + ": " + method.summary());
            if (method.outcome() == MethodOutcome.IMPROVED) {
                said.line("    " + method.best().assertion());
            }
        }
        others.forEach((outcome, count) -> said.line(Jobs.count(count, "method", "methods") + ": " + outcome.words()
                + " (" + ask.text("asides") + " says which and why)"));
    }

    /** A diff for each folder of sources, applied there with {@code patch -p1}. */
    private static void patches(BatchReport report, Ask ask, Said said) {
        List<Path> folders = sources(ask);
        Map<Path, List<SourcePatches.Insertion>> insertions = new LinkedHashMap<>();
        for (MethodResult method : report.methods()) {
            if (method.outcome() == MethodOutcome.IMPROVED) {
                folders.stream().filter(folder -> Files.isRegularFile(folder.resolve(sourceOf(method.method())))).findFirst()
                        .ifPresent(folder -> insertions.computeIfAbsent(folder, key -> new ArrayList<>())
                                .add(new SourcePatches.Insertion(method.method(), method.best())));
            }
        }
        int number = 0;
        for (Map.Entry<Path, List<SourcePatches.Insertion>> of : insertions.entrySet()) {
            SourcePatches change = SourcePatches.insert(of.getKey(), of.getValue(), Exits.ALL);
            change.notes().forEach(said::warning);
            change.failures().forEach(failure -> said.warning("not in the patch: " + failure));
            number++;
            Path file = ask.reports().resolve(number == 1 ? "improve.patch" : "improve-" + number + ".patch");
            Jobs.write(file, change.diff());
            said.line("patch: " + file + " (" + Jobs.count(change.methods(), "method", "methods") + "; apply with patch -p1 -d "
                    + of.getKey() + ")");
        }
    }

    private static List<Path> sources(Ask ask) {
        return ask.paths("sources").stream().filter(Files::isDirectory).toList();
    }

    /** {@code pkg/C.java} of {@code pkg.C$Nested#m(int)}. */
    private static String sourceOf(String method) {
        String name = method.substring(0, method.indexOf('#'));
        int nested = name.indexOf('$');
        return (nested < 0 ? name : name.substring(0, nested)).replace('.', '/') + ".java";
    }

    private static void judge(BatchReport report, End end) {
        end.figure("methods", report.methods().size());
        end.figure("improved", report.count(MethodOutcome.IMPROVED));
        end.figure("internalErrors", report.count(MethodOutcome.INTERNAL_ERROR));
        List<String> unusable = report.methods().stream().filter(method -> method.outcome() == MethodOutcome.PROJECT_FAILED)
                .map(method -> method.method() + ": " + method.reason()).toList();
        if (report.results().isEmpty() && !unusable.isEmpty()) {
            Problem problem = report.run().problems().isEmpty() ? Problem.Code.TESTS_FAIL.problem() : report.run().problems().get(0);
            end.failed(problem, "no method could be looked at, since its tests cannot be run or fail", unusable);
        }
    }
}
