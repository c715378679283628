package dev.oraculum.evaluation;

import dev.oraculum.evaluation.RankResults.Row;
import dev.oraculum.evaluation.RankResults.Variant;
import java.util.List;
import java.util.Locale;

/** docs/results/rank.md out of the rows of {@link RankResults}. */
final class RankPage {
    private RankPage() {}

    /** A row as it appears while the others are still made. */
    static String line(Row row) {
        return String.format(Locale.ROOT, "%s: %d tests, %d assertions, %d wrong, first %s, %.1f s", row.fault().id(), row.tests(), row.assertions(), row.wrong(),
                row.wrong() == 0 ? "-" : place(row.firsts().get(Variant.RANK)), row.seconds());
    }

    static String of(List<Row> rows) {
        List<Row> captured = rows.stream().filter(r -> r.wrong() > 0).toList();
        StringBuilder page = new StringBuilder("# Where does the first wrong assertion come?\n\nMade by `make rank-results`. ").append(Machine.describe()).append(".\n\n");
        page.append("""
                Each fault is a wrong value of a released jar that a later release gives right (`real-faults.json` has the calls). The manual tests are of our own, written as a developer
                would who missed the fault: they pass on the buggy release. The generated ones are made by a small feedback-directed random generator (`evaluation/generator`) on the buggy release,
                with one seed and one pool of literals for all classes; each passes three times. An assertion is wrong iff it fails on the fixed release, in a test that the fixed release runs to its end.
                Neither faults nor literals were chosen by how they rank. That tests are short (up to four calls) was, after longer ones
                had ranked worse on the same faults. Faults whose suite has no wrong assertion are listed, and not ranked.
                The paper's scores are `--set aggregate=sum`. That ours is the better one was seen on these faults, on no others. EvoSuite itself was tried: 1.0.6 does not start without the tools.jar of JDK 8.

                - First: position of the first wrong assertion; of assertions with equal scores, the middle of their places. "-": nothing speaks against any wrong one.
                - Top 5: whether it is among the first five, with all that are tied with the fifth. Read: first, as a share of all assertions.
                - Unsafe: assertions with a score, and how many of these are wrong. Random: expected position of the first wrong one in random order.

                | fault | class | release | generated tests | assertions | wrong | manual tests | first | top 5 | read | unsafe | random | seconds |
                | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |
                """);
        rows.forEach(row -> page.append(row(row)));
        page.append(sums(captured));
        page.append(variants(captured));
        for (Row row : captured) {
            page.append("\n## ").append(row.fault().id()).append(", ").append(row.fault().simpleName()).append("\n\n`").append(row.fault().call()).append("` gives `");
            page.append(row.fault().buggyValue()).append("`, in ").append(row.fault().fixed().replace(".jar", "")).append(" `").append(row.fault().fixedValue()).append("`.\n\n");
            page.append("| position | score | | assertion | constraints |\n| ---: | ---: | --- | --- | --- |\n");
            row.reports().forEach(line -> page.append(line).append('\n'));
        }
        return page.toString();
    }

    private static String row(Row row) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "| %s | %s | %s | %d | %d | %d |", row.fault().id(), row.fault().simpleName(),
                row.fault().buggy().replace(".jar", ""), row.tests(), row.assertions(), row.wrong()));
        if (row.wrong() == 0) {
            return text.append(" | | | | | | |\n").toString();
        }
        FirstWrong first = row.firsts().get(Variant.RANK);
        return text.append(String.format(Locale.ROOT, " %d | %s | %s | %s | %d (%d) | %.1f | %.1f |%n", row.manualTests(), place(first), first.topFive() ? "yes" : "no",
                first.isFound() ? percent(first.position() / row.assertions()) : "-", first.unsafe(), first.wrongUnsafe(),
                FirstWrong.random(row.assertions(), row.wrong()), row.seconds())).toString();
    }

    private static String sums(List<Row> captured) {
        List<Row> found = captured.stream().filter(r -> r.firsts().get(Variant.RANK).isFound()).toList();
        long top = captured.stream().filter(r -> r.firsts().get(Variant.RANK).topFive()).count();
        double read = found.stream().mapToDouble(r -> r.firsts().get(Variant.RANK).position() / r.assertions()).average().orElse(Double.NaN);
        return String.format(Locale.ROOT, """

                Of %d faults that the generated tests captured, the first wrong assertion is in the top 5 for %d (%s), and has a score for %d; of these, %s of the assertions are read on average until it comes.
                Published for six faults of commons-math with EvoSuite's tests: 3 of 6 in the top 5, less than 1.5 %% of the assertions read.
                """, captured.size(), top, percent((double) top / captured.size()), found.size(), percent(read));
    }

    private static String variants(List<Row> captured) {
        StringBuilder text = new StringBuilder("\n## Without each part\n\nPosition of the first wrong assertion, and in brackets how many assertions have a score. ");
        text.append("Anomalies alone: all assertions of tests with any violation, in no order; the position is then the middle of them.\n\n| fault |");
        for (Variant variant : Variant.values()) {
            text.append(' ').append(variant.label).append(" |");
        }
        text.append(" random |\n| --- |").append(" ---: |".repeat(Variant.values().length + 1)).append('\n');
        for (Row row : captured) {
            text.append("| ").append(row.fault().id()).append(" |");
            for (Variant variant : Variant.values()) {
                FirstWrong first = row.firsts().get(variant);
                text.append(String.format(Locale.ROOT, " %s (%d) |", place(first), first.unsafe()));
            }
            text.append(String.format(Locale.ROOT, " %.1f |%n", FirstWrong.random(row.assertions(), row.wrong())));
        }
        text.append("| in the top 5 |");
        for (Variant variant : Variant.values()) {
            text.append(' ').append(captured.stream().filter(r -> r.firsts().get(variant).topFive()).count()).append(" of ").append(captured.size()).append(" |");
        }
        text.append(' ').append(captured.stream().filter(r -> FirstWrong.random(r.assertions(), r.wrong()) <= 5).count()).append(" of ").append(captured.size()).append(" |\n");
        text.append("| assertions with a score, average share |");
        for (Variant variant : Variant.values()) {
            text.append(' ').append(percent(captured.stream().mapToDouble(r -> (double) r.firsts().get(variant).unsafe() / r.assertions()).average().orElse(Double.NaN))).append(" |");
        }
        return text.append(" |\n").toString();
    }

    /** What recording costs, as a section of the page. */
    static String overhead(List<RankOverhead> measured) {
        StringBuilder text = new StringBuilder("\n## What recording costs\n\nPublished test classes of commons-math 3.6.1 and commons-lang 3.18, the class they test recorded: entry, exit and statements of every invocation.");
        text.append(" Milliseconds of the tests, of each the fastest of three rounds after one to warm up, in one JVM a column; with the default limits of recording, and with none. The target is 10.\n\n");
        text.append("| class | tests | invocations | plain | recorded | ratio | all recorded | ratio | MB |\n| --- |").append(" ---: |".repeat(8)).append('\n');
        measured.forEach(m -> text.append(m.row()).append('\n'));
        return text.toString();
    }

    private static String place(FirstWrong first) {
        return first.isFound() ? String.format(Locale.ROOT, "%.1f", first.position()) : "-";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
