package dev.oraculum.cli;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.oracle.GeneratedTests;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.oracle.RecordReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was recorded, for a person. */
final class RecordOutput {
    private static final int LINES_SHOWN = 3;

    private final Console console;
    private final boolean verbose;

    RecordOutput(Console console, boolean verbose) {
        this.console = console;
        this.verbose = verbose;
    }

    /**
     * @param source where tests were run, for a reader
     * @param oracle the oracle file; null: there is none
     */
    void print(RecordReport report, String source, Path folder, Path oracle) {
        report.problems().forEach(problem -> console.warning("outside any test: " + problem));
        long values = report.oracle().tests().stream().flatMap(test -> test.values().stream()).mapToLong(Oracle.Values::count).sum();
        long data = report.oracle().tests().stream().flatMap(test -> test.values().stream()).map(Oracle.Values::datum).distinct().count();
        console.line("");
        console.line("recorded  " + values + (values == 1 ? " value of " : " values of ") + data + " of " + report.oracle().data().size()
                + " variables, from " + report.oracle().tests().size()
                + (report.oracle().tests().size() == 1 ? " test" : " tests") + " " + source);
        leftOut("test", report.testsLeftOut());
        leftOut("variable", report.dataLeftOut());
        int unstable = report.unstable().size();
        if (unstable > 0) {
            console.line("left out  " + unstable + (unstable == 1
                    ? " pair of a variable and a test: its values differ"
                    : " pairs of a variable and a test: their values differ") + " from run to run");
            shown(report.unstable().stream().map(u -> u.datum().variable() + " at " + u.datum().place() + " in " + u.test()).toList());
        }
        generated(report.generated(), folder);
        if (oracle != null) {
            console.line("oracle    " + oracle + "; `oraculum check --oracle " + oracle + " ..` compares a later version with it");
        }
    }

    private void generated(GeneratedTests generated, Path folder) {
        int assertions = generated.replayed().stream().mapToInt(GeneratedTests.Replayed::assertions).sum();
        for (GeneratedTests.File file : generated.files()) {
            console.line("JUnit     " + folder.resolve(file.path()) + ": " + file.tests()
                    + (file.tests() == 1 ? " test" : " tests") + ", compiled and passed");
        }
        int variables = generated.replayed().size() + generated.notReplayed().size();
        console.line("          " + assertions + (assertions == 1 ? " assertion on " : " assertions on ") + generated.replayed().size()
                + " of " + variables
                + " variables" + (generated.notReplayed().isEmpty() ? "" : "; the others are in the oracle only:"));
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        generated.notReplayed().forEach(item -> reasons.computeIfAbsent(item.reason(), key -> new ArrayList<>()).add(item.name()));
        reasons.forEach((reason, names) -> {
            if (verbose || names.size() == 1) {
                names.forEach(name -> console.line("          " + name + ": " + reason));
            } else {
                console.line("          " + names.size() + " variables: " + reason);
            }
        });
    }

    /** What has the same reason is counted together. */
    private void leftOut(String what, List<LeftOut> items) {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        items.forEach(item -> reasons.computeIfAbsent(item.reason(), key -> new ArrayList<>()).add(item.name()));
        reasons.forEach((reason, names) -> {
            boolean one = names.size() == 1;
            console.line("left out  " + (one ? what + " " + names.get(0) : names.size() + " " + what + "s") + ": " + reason);
            if (!one) {
                shown(names);
            }
        });
    }

    private void shown(List<String> lines) {
        int limit = verbose ? lines.size() : Math.min(lines.size(), LINES_SHOWN);
        lines.stream().limit(limit).forEach(line -> console.line("          " + line));
        if (lines.size() > limit) {
            console.line("          .. and " + (lines.size() - limit) + " more (--verbose shows them)");
        }
    }
}
