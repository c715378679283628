package dev.oraculum.cli;

import dev.oraculum.api.infer.ClassInvariants;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Invariants for a person: a page for each class; methods of which nothing new is said are counted. */
final class InferOutput {
    /** What is longer is printed in the assertion language; the JSON has both. */
    private static final int LONGEST_JAVA = 120;
    /** Of methods with the same reason, so many are named. */
    private static final int NAMED = 6;

    /** The words of a page, for who reads one for the first time. */
    private static final String LEGEND =
            "requires: true at every entry; ensures: at every normal exit; old_x or orig(x): x at the entry;"
                    + " result or return: what is returned";

    private final Console console;
    private final boolean verbose;

    InferOutput(Console console, boolean verbose) {
        this.console = console;
        this.verbose = verbose;
    }

    void warnings(InferReport report) {
        if (report.exitsWithoutEntry() > 0) {
            console.warning(report.exitsWithoutEntry() + " samples of exits without their entries were left out");
        }
        report.truncated().forEach(cut -> console.warning(cut.file() + " ends within a sample, at line " + cut.line()
                + ": that sample is left out, what is before it counts"));
        Map<String, List<String>> failures = new LinkedHashMap<>();
        report.failures().forEach(failure -> {
            String reason = verbose ? failure.method() + failure.reason() : failure.reason().replace(failure.method(), "it");
            failures.computeIfAbsent(reason, key -> new ArrayList<>()).add(failure.method());
        });
        failures.forEach((reason, methods) -> console.warning(verbose || methods.size() == 1
                ? methods.get(0) + ": " + reason.substring(verbose ? methods.get(0).length() : 0)
                : methods.size() + " methods (" + named(methods.stream().map(BatchTable::shortName).toList()) + "): " + reason));
        if (!report.testsLeftOut().isEmpty()) {
            long tests = report.testsLeftOut().stream().map(InferReport.TestLeftOut::name).distinct().count();
            console.warning(tests + (tests == 1 ? " test" : " tests") + " left no samples ("
                    + (verbose ? "see below" : "--verbose says which and why, --json too") + ")");
        }
        if (verbose) {
            report.testsLeftOut().forEach(test ->
                    console.warning(test.method() + ": left out: " + test.name() + ": " + test.reason()));
        }
    }

    void print(InferReport report) {
        List<String> silent = new ArrayList<>();
        List<String> unchanging = new ArrayList<>();
        boolean pages = false;
        for (ClassInvariants of : report.byClass()) {
            List<ClassInvariants.Method> shown = new ArrayList<>();
            for (ClassInvariants.Method method : of.methods()) {
                if (!verbose && method.saysNothing() && (method.unchanged().isEmpty() || report.points().size() > 2)) {
                    (method.unchanged().isEmpty() ? silent : unchanging).add(shortMethod(of.className(), method.name()));
                } else {
                    shown.add(method);
                }
            }
            if (!shown.isEmpty() || !of.objects().isEmpty() || !of.others().isEmpty()) {
                page(of, shown);
                pages = true;
            }
        }
        console.line("");
        if (pages) {
            console.line(LEGEND);
        }
        summary(unchanging, "methods leave everything as it was", "method leaves everything as it was");
        summary(silent, "methods have no invariant", "method has no invariant");
        console.line(report.invariants() + " invariants at " + report.points().size() + " program points; "
                + report.points().stream().mapToInt(Inference.Point::implied).sum() + " more are implied, "
                + report.points().stream().mapToInt(Inference.Point::elsewhere).sum() + " are said at another point");
    }

    private void page(ClassInvariants of, List<ClassInvariants.Method> methods) {
        console.line("");
        console.line(of.className());
        of.objects().forEach(block -> block(block.name().equals("class") ? "the class" : "all objects", block));
        for (ClassInvariants.Method method : methods) {
            console.line("");
            console.line("  " + method.name() + "  " + samples(method.samples()));
            clause("requires", method.requires());
            clause("ensures", method.ensures());
            unchanged(method.unchanged());
            for (ClassInvariants.Exit exit : method.exits()) {
                console.line("    at line " + exit.line() + "  " + samples(exit.samples()));
                clause("ensures", exit.ensures());
                unchanged(exit.unchanged());
            }
            if (method.variablesLeftOut() > 0) {
                console.line("    .. " + method.variablesLeftOut() + " derived variables were left out (--set maxDerived=N)");
            }
        }
        of.others().forEach(block -> block(block.name(), block));
    }

    private void block(String title, ClassInvariants.Block block) {
        console.line("");
        console.line("  " + title + "  " + samples(block.samples()));
        block.invariants().forEach(invariant -> console.line("    " + text(invariant)));
    }

    private static String samples(int count) {
        return "(" + count + (count == 1 ? " sample)" : " samples)");
    }

    /** The keyword stands before the first, and the others below it. */
    private void clause(String keyword, List<Inference.Invariant> invariants) {
        String before = keyword;
        for (Inference.Invariant invariant : invariants) {
            console.line(String.format("    %-9s %s", before, text(invariant)));
            before = "";
        }
    }

    private void unchanged(List<String> names) {
        if (!names.isEmpty()) {
            console.line(String.format("    %-9s %s", "unchanged", String.join(", ", names)));
        }
    }

    private void summary(List<String> points, String many, String one) {
        if (!points.isEmpty()) {
            console.line(points.size() + " " + (points.size() == 1 ? one : many) + ": " + named(points)
                    + " (--verbose shows them)");
        }
    }

    private static String named(List<String> names) {
        int more = names.size() - NAMED;
        return String.join(", ", names.subList(0, Math.min(NAMED, names.size()))) + (more > 0 ? " and " + more + " more" : "");
    }

    /** {@code CharUtils.isAscii(char)}, overloads told apart. */
    static String shortMethod(String className, String method) {
        int arguments = method.indexOf('(');
        String parameters = arguments < 0 ? "" : BatchTable.shortName(method.substring(arguments));
        String name = arguments < 0 ? method : method.substring(0, arguments);
        return className.substring(className.lastIndexOf('.') + 1) + "." + name + parameters;
    }

    /** Java, unless its guards hide what it says, or it has no arrow for an implication: then the assertion language. */
    private static String text(Inference.Invariant invariant) {
        if (invariant.java() == null) {
            return invariant.daikon();
        }
        if (invariant.says() == Inference.Says.IMPLICATION && invariant.daikon().contains(")  ==>  (")) {
            return invariant.assertion();
        }
        if (invariant.java().length() <= LONGEST_JAVA) {
            return invariant.java();
        }
        return invariant.assertion().length() < invariant.java().length() ? invariant.assertion() : invariant.daikon();
    }
}
