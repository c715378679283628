package dev.oraculum.cli;

import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.select.Selection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The selection as a table for a person. */
final class SelectTable {
    /** What a datum observes is shown up to here. */
    private static final int OBSERVED_SHOWN = 4;

    private static final int LINES_SHOWN = 10;

    private final Console console;

    SelectTable(Console console) {
        this.console = console;
    }

    void print(SelectReport report) {
        warn(report.missing(), "class", "classes", "not on the class path, taken as black boxes");
        warn(report.problems(), "class file, method or test", "class files, methods and tests", "left out");
        Selection.Figures figures = report.figures();
        if (report.selected().isEmpty()) {
            console.line("nothing to select: " + (figures.reachableMethods() == 0 && report.testClasses() != null
                    ? "the tests reach no method of the " + count(figures.classes(), "class", "classes")
                    : "no code of the " + count(figures.classes(), "class", "classes") + " defines a variable"));
            return;
        }
        Table table = new Table("#", "capability#", "variable", "defined at", "observes");
        for (SelectReport.Choice choice : report.selected()) {
            table.row(List.of(
                    Integer.toString(choice.rank()),
                    String.format(Locale.ROOT, "%.3f", choice.capability()),
                    choice.datum().variable(),
                    choice.datum().place(),
                    observes(choice)));
        }
        console.table(table);
        console.line("");
        console.line("analysed  " + count(figures.classes(), "class", "classes") + ", " + count(figures.methods(), "method", "methods")
                + " ("
                + figures.reachableMethods() + (report.testClasses() == null ? " with code" : " reached by the tests") + ")");
        console.line("graph     " + count(figures.data(), "oracle datum", "oracle data") + ", " + count(figures.chains(), "chain", "chains")
                + (figures.cyclicChains() == 0 ? "" : "; " + figures.cyclicChains() + " more close a cycle and are left out"));
        console.line("time      " + report.elapsed().entrySet().stream()
                .map(e -> String.format(Locale.ROOT, "%s %.1f s", e.getKey(), e.getValue()))
                .collect(Collectors.joining(", ")));
    }

    private void warn(List<String> lines, String one, String many, String what) {
        if (lines.isEmpty()) {
            return;
        }
        console.warning(count(lines.size(), one, many) + " " + what + ":");
        lines.stream().limit(LINES_SHOWN).forEach(line -> console.warning("  " + line));
        if (lines.size() > LINES_SHOWN) {
            console.warning("  .. and " + (lines.size() - LINES_SHOWN) + " more (--json has all)");
        }
    }

    private static String observes(SelectReport.Choice choice) {
        String shown = choice.observes().stream()
                .limit(OBSERVED_SHOWN)
                .map(o -> o.datum().variable() + (o.datum().line() > 0 ? ":" + o.datum().line() : "")
                        + (o.capability() == 1 ? "" : String.format(Locale.ROOT, " (%.2g)", o.capability())))
                .collect(Collectors.joining(", "));
        int more = choice.observes().size() - OBSERVED_SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private static String count(int n, String one, String many) {
        return n + " " + (n == 1 ? one : many);
    }
}
