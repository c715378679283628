package dev.oraculum.cli;

import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.improve.MethodResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Results of many methods for a terminal: a table of those that were searched, a line for each outcome of the others, and the sum. */
final class BatchTable {
    /** Of methods with the same outcome that is no result, so many are named. */
    private static final int NAMED = 6;

    private BatchTable() {}

    /**
     * @param width columns of the terminal
     * @param all whether methods without a result have rows of their own
     */
    static List<String> lines(BatchReport report, int width, boolean all) {
        String owner = owner(report);
        Table table = new Table(
                owner == null ? "method" : "method of " + owner, "S+#", "S-#", "FP#", "FN#", "size#", "gap#", "time#", "outcome");
        Map<MethodOutcome, List<String>> others = new EnumMap<>(MethodOutcome.class);
        boolean any = false;
        for (MethodResult method : report.methods()) {
            if (all || method.outcome().hasReport()) {
                table.row(row(method, owner));
                any = true;
            } else {
                others.computeIfAbsent(method.outcome(), key -> new ArrayList<>()).add(shortName(method.method()));
            }
        }
        List<String> lines = new ArrayList<>();
        if (any) {
            lines.addAll(table.lines(width));
        }
        List<String> nothingToTell = report.methods().stream().filter(method -> method.outcome() == MethodOutcome.NO_EVIDENCE)
                .map(method -> shortName(method.method())).toList();
        if (!nothingToTell.isEmpty()) {
            lines.add("");
            String why = ": no mutant shows in what is recorded, or only one as another return value or boundary, so nothing tells a good"
                    + " assertion from a weak one";
            lines.addAll(Layout.fit(named(MethodOutcome.NO_EVIDENCE, nothingToTell) + why, width, 2));
        }
        others.forEach((outcome, methods) -> {
            lines.add("");
            lines.addAll(Layout.fit(named(outcome, methods) + " (--verbose says why)", width, 2));
        });
        lines.add("");
        lines.addAll(Layout.fit(sum(report), width, 2));
        return lines;
    }

    private static String named(MethodOutcome outcome, List<String> methods) {
        int more = methods.size() - NAMED;
        return outcome.words() + ", " + count(methods.size()) + ": "
                + String.join(", ", methods.subList(0, Math.min(NAMED, methods.size()))) + (more > 0 ? " and " + more + " more" : "");
    }

    private static List<String> row(MethodResult method, String owner) {
        String name = shortName(method.method()).substring(owner == null ? 0 : owner.length() + 1);
        ImproveReport report = method.report();
        String seconds = method.kept() ? "unchanged" : String.format(Locale.ROOT, "%.1f s", method.seconds());
        if (report == null) {
            return List.of(name, "", "", "", "", "", "", seconds, method.outcome().words());
        }
        ImproveReport.Initial before = report.initial();
        ImproveReport.Improved after = report.improved();
        return List.of(
                name,
                String.valueOf(report.evidence().correct()),
                String.valueOf(report.evidence().incorrect()),
                change(before.fp(), after == null ? before.fp() : after.fp()),
                change(before.fn(), after == null ? before.fn() : after.fn()),
                String.valueOf(after == null ? before.size() : after.size()),
                report.gap() == null ? "" : String.valueOf(report.gap()),
                seconds,
                method.outcome().words());
    }

    /** The class of all methods; null: there are several. */
    private static String owner(BatchReport report) {
        List<String> owners = report.methods().stream()
                .map(method -> shortName(method.method()))
                .map(name -> name.substring(0, name.indexOf('#')))
                .distinct().toList();
        return owners.size() == 1 ? owners.get(0) : null;
    }

    private static String change(long before, long after) {
        return before == after ? String.valueOf(after) : before + " -> " + after;
    }

    /** Without packages: {@code Stack#push(Object)}. */
    static String shortName(String method) {
        return method.replaceAll("[\\p{L}_$][\\p{L}\\p{N}_$]*\\.(?=[\\p{L}_$])", "");
    }

    private static String sum(BatchReport report) {
        List<String> parts = new ArrayList<>();
        for (MethodOutcome outcome : MethodOutcome.values()) {
            long count = report.count(outcome);
            if (count > 0) {
                parts.add(count + " " + outcome.words());
            }
        }
        String kept = report.kept().isEmpty() ? "" : "; " + report.kept().size() + " unchanged";
        return count(report.methods().size()) + ": " + String.join(", ", parts) + kept
                + String.format(Locale.ROOT, "; %.1f s", report.elapsed());
    }

    private static String count(int methods) {
        return methods + (methods == 1 ? " method" : " methods");
    }
}
