package dev.oraculum.cli;

import dev.oraculum.api.generate.ClassOutcome;
import dev.oraculum.api.generate.ClassResult;
import dev.oraculum.api.generate.GenerateAllReport;
import dev.oraculum.api.generate.GenerateReport.Coverage;
import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Tests of many classes for a terminal: a table of the classes that have a report, a line for each outcome of the others, and the sum. */
final class GenerateAllOutput {
    /** Of classes with the same outcome that have no report, so many are named. */
    private static final int NAMED = 6;

    private GenerateAllOutput() {}

    /**
     * @param width columns of the terminal
     * @param all whether all classes are named, with the reasons
     */
    static List<String> lines(GenerateAllReport report, int width, boolean all) {
        Table table = new Table("class", "tests#", "branches#", "lines#", "mutants killed#", "time#");
        Map<ClassOutcome, List<ClassResult>> others = new EnumMap<>(ClassOutcome.class);
        boolean any = false;
        for (ClassResult result : report.classes()) {
            if (result.report() == null) {
                others.computeIfAbsent(result.outcome(), key -> new ArrayList<>()).add(result);
            } else {
                table.row(row(result));
                any = true;
            }
        }
        List<String> lines = new ArrayList<>();
        if (any) {
            lines.addAll(table.lines(width));
        }
        others.forEach((outcome, results) -> {
            lines.add("");
            if (all) {
                results.forEach(result -> lines.addAll(Layout.fit(result.className() + ": " + result.summary(), width, 2)));
            } else {
                int more = results.size() - NAMED;
                lines.addAll(Layout.fit(outcome.words() + ", " + BatchProgress.Noun.CLASS.count(results.size()) + ": "
                        + results.stream().limit(NAMED).map(ClassResult::className).collect(Collectors.joining(", "))
                        + (more > 0 ? " and " + more + " more" : "") + " (--verbose says why)", width, 2));
            }
        });
        lines.add("");
        lines.addAll(Layout.fit(sum(report), width, 2));
        return lines;
    }

    private static List<String> row(ClassResult result) {
        Map<String, Coverage> coverage = result.report().coverage();
        long killed = result.report().mutants(MutantEnd.KILLED);
        return List.of(
                result.className(), String.valueOf(result.tests()), of(coverage.get("branch")), of(coverage.get("line")),
                result.report().mutants().isEmpty() ? "" : killed + " of " + result.report().killable(),
                result.kept() ? "unchanged" : String.format(Locale.ROOT, "%.1f s", result.seconds()));
    }

    private static String of(Coverage coverage) {
        return coverage == null ? "" : coverage.covered() + " of " + coverage.goals();
    }

    private static String sum(GenerateAllReport report) {
        List<String> parts = new ArrayList<>();
        for (ClassOutcome outcome : ClassOutcome.values()) {
            long count = report.count(outcome);
            if (count > 0) {
                parts.add(count + " " + outcome.words());
            }
        }
        StringBuilder text = new StringBuilder(BatchProgress.Noun.CLASS.count(report.classes().size()) + ": " + String.join(", ", parts));
        if (!report.results().isEmpty()) {
            text.append("; ").append(report.tests()).append(report.tests() == 1 ? " test" : " tests");
            share(text, report.coverage().get("branch"), " branches");
            share(text, report.coverage().get("line"), " lines");
            long mutants = report.mutants().entrySet().stream()
                    .filter(end -> end.getKey() != MutantEnd.EQUIVALENT)
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            if (mutants > 0) {
                text.append(", ").append(report.mutants().getOrDefault(MutantEnd.KILLED, 0L)).append(" of ").append(mutants)
                        .append(" mutants killed");
            }
        }
        if (!report.kept().isEmpty()) {
            text.append("; ").append(report.kept().size()).append(" unchanged");
        }
        return text.append(String.format(Locale.ROOT, "; %.1f s", report.elapsed())).toString();
    }

    private static void share(StringBuilder text, Coverage coverage, String what) {
        if (coverage != null) {
            text.append(", ").append(of(coverage)).append(what);
        }
    }
}
