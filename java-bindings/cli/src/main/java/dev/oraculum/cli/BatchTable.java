package dev.oraculum.cli;

import dev.oraculum.api.BatchReport;
import dev.oraculum.api.ImproveReport;
import dev.oraculum.api.MethodOutcome;
import dev.oraculum.api.MethodResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results of many methods as a table for a terminal, one a line, and a line that sums them up. */
final class BatchTable {
    private static final List<String> HEADER = List.of("method", "S+", "S-", "FP", "FN", "size", "gap", "seconds", "outcome");
    private static final int NUMBERS_FROM = 1;
    private static final int NUMBERS_TO = 8;

    private BatchTable() {}

    static List<String> lines(BatchReport report) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        report.methods().forEach(method -> rows.add(row(method)));
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                boolean number = i >= NUMBERS_FROM && i < NUMBERS_TO;
                line.append(number ? padding + row.get(i) : row.get(i) + padding).append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add("");
        lines.add(sum(report));
        return lines;
    }

    private static List<String> row(MethodResult method) {
        ImproveReport report = method.report();
        String seconds = String.format(Locale.ROOT, "%.1f", method.seconds());
        if (report == null) {
            return List.of(shortName(method.method()), "", "", "", "", "", "", seconds, method.outcome().words());
        }
        ImproveReport.Initial before = report.initial();
        ImproveReport.Improved after = report.improved();
        return List.of(
                shortName(method.method()),
                String.valueOf(report.evidence().correct()),
                String.valueOf(report.evidence().incorrect()),
                before.fp() + " -> " + (after == null ? before.fp() : after.fp()),
                before.fn() + " -> " + (after == null ? before.fn() : after.fn()),
                String.valueOf(after == null ? before.size() : after.size()),
                report.gap() == null ? "" : String.valueOf(report.gap()),
                seconds,
                method.outcome().words());
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
        int methods = report.methods().size();
        return methods + (methods == 1 ? " method: " : " methods: ") + String.join(", ", parts) + String.format(Locale.ROOT, "; %.1f s", report.elapsed());
    }
}
