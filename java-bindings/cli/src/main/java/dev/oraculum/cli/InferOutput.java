package dev.oraculum.cli;

import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Invariants for a person: what says something point by point, what says nothing new as a count. */
final class InferOutput {
    /** What is longer is printed in the assertion language; the JSON has both. */
    private static final int LONGEST_JAVA = 120;
    /** Of methods with the same reason, so many are named. */
    private static final int NAMED = 6;
    /** {@code x == orig(x)}: the method has not changed what it was given. */
    private static final Pattern UNCHANGED = Pattern.compile("(?<x>.+) == orig\\(\\k<x>\\)|orig\\((?<y>.+)\\) == \\k<y>");

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
        for (Inference.Point point : report.points()) {
            List<Inference.Invariant> invariants = point.invariants();
            if (!verbose && invariants.isEmpty() && point.variablesLeftOut() == 0) {
                silent.add(shortPoint(point.name()));
            } else if (!verbose && report.points().size() > 2 && invariants.stream().allMatch(one -> unchanged(one) != null)) {
                unchanging.add(shortPoint(point.name()));
            } else {
                print(point);
            }
        }
        console.line("");
        summary(unchanging, "say only that what was given is unchanged", "says only that what was given is unchanged");
        summary(silent, "have no invariant", "has no invariant");
        console.line(report.invariants() + " invariants at " + report.points().size() + " program points; "
                + report.points().stream().mapToInt(Inference.Point::implied).sum() + " more are implied, "
                + report.points().stream().mapToInt(Inference.Point::elsewhere).sum() + " are said at another point");
    }

    private void print(Inference.Point point) {
        console.line("");
        console.line(point.name() + "  (" + point.samples() + (point.samples() == 1 ? " sample)" : " samples)"));
        List<String> unchanged = new ArrayList<>();
        for (Inference.Invariant invariant : point.invariants()) {
            String name = verbose ? null : unchanged(invariant);
            if (name == null) {
                console.line("  " + text(invariant));
            } else {
                unchanged.add(name);
            }
        }
        if (!unchanged.isEmpty()) {
            console.line("  unchanged: " + String.join(", ", unchanged));
        }
        if (point.variablesLeftOut() > 0) {
            console.line("  .. " + point.variablesLeftOut() + " derived variables were left out (--set maxDerived=N)");
        }
    }

    private void summary(List<String> points, String many, String one) {
        if (!points.isEmpty()) {
            console.line(points.size() + (points.size() == 1 ? " point " + one : " points " + many) + ": " + named(points)
                    + " (--verbose shows them)");
        }
    }

    private static String named(List<String> names) {
        int more = names.size() - NAMED;
        return String.join(", ", names.subList(0, Math.min(NAMED, names.size()))) + (more > 0 ? " and " + more + " more" : "");
    }

    /** {@code CharUtils.isAscii(char) exit}, overloads told apart. */
    static String shortPoint(String name) {
        int place = name.lastIndexOf(":::");
        String method = place < 0 ? name : name.substring(0, place);
        int arguments = method.indexOf('(');
        String owner = arguments < 0 ? method : method.substring(0, arguments);
        int dot = owner.lastIndexOf('.', owner.lastIndexOf('.') - 1);
        String parameters = arguments < 0 ? "" : BatchTable.shortName(method.substring(arguments));
        String end = place < 0 ? "" : " " + name.substring(place + 3).toLowerCase(java.util.Locale.ROOT);
        return owner.substring(dot + 1) + parameters + end;
    }

    /** The variable, if all that is said is that it is what it was on entry; else null. */
    private static String unchanged(Inference.Invariant invariant) {
        Matcher matcher = UNCHANGED.matcher(invariant.daikon());
        if (!matcher.matches()) {
            return null;
        }
        return matcher.group("x") != null ? matcher.group("x") : matcher.group("y");
    }

    /** Java, unless its guards hide what it says: then the assertion language. */
    private static String text(Inference.Invariant invariant) {
        if (invariant.java() == null) {
            return invariant.daikon();
        }
        return invariant.java().length() > LONGEST_JAVA ? invariant.assertion() : invariant.java();
    }
}
