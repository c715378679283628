package dev.oraculum.evaluation;

import dev.oraculum.evaluation.RankRow.Seeded;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** docs/results/rank.md out of the rows of {@link RankResults}. */
final class RankPage {
    /** The target for the assertions that are read until the first wrong one comes, as a share. */
    private static final double WORTH_READING = 0.015;

    private static final List<RankVariant> SCORES =
            List.of(RankVariant.RANK, RankVariant.AFTER_FILTER, RankVariant.RELIABILITY, RankVariant.TURNS, RankVariant.BOTH,
            RankVariant.PAPER, RankVariant.PAPER_AFTER_FILTER);
    private static final List<RankVariant> PARTS =
            List.of(RankVariant.RANK, RankVariant.NO_FILTER, RankVariant.NO_UNIQUENESS, RankVariant.NO_FLOW);
    private static final List<RankVariant> PARTS_OF_PAPER =
            List.of(RankVariant.PAPER, RankVariant.PAPER_NO_FILTER, RankVariant.PAPER_NO_UNIQUENESS,
            RankVariant.PAPER_NO_FLOW, RankVariant.ANOMALIES);

    private RankPage() {}

    static String of(List<RankRow> all) {
        List<RankRow> rows = all.stream().filter(row -> !row.captured().isEmpty()).toList();
        List<RankRow> looked = rows.stream().filter(row -> !row.fault().holdout()).toList();
        List<RankRow> holdout = rows.stream().filter(row -> row.fault().holdout()).toList();
        StringBuilder page = new StringBuilder("# Where does the first wrong assertion come?\n\nMade by `make rank-results`. ")
                .append(Machine.describe()).append(".\n\n");
        page.append(String.format(Locale.ROOT, """
                Each fault is a wrong value of a released jar that a later release gives right (`real-faults.json` has the calls).

                - The generated tests are made of the buggy release by a small feedback-directed random generator \
                (`evaluation/generator`), with %d seeds a class, and one pool of literals
                  for all classes beside the constants in the code of each. Each test passes three times. An assertion is wrong iff it \
                fails on the fixed release, in a test that the
                  fixed release runs to its end. A seed whose suite has no wrong assertion has not captured the fault, and is not ranked.
                  Suites are as small as minimized ones: a test is kept if a call in it has an input or output of a kind that no test \
                before had. That, and that tests are short, was
                  chosen after suites of thousands of assertions with long tests had ranked worse on the first faults; the use is to read \
                a few of hundreds.
                - The manual tests are those that the project published of the class: with the buggy release, or, if it published none \
                then, with the next that did. These get the
                  names of the buggy release's packages; what they use and it lacks comes from theirs; and where we have tests of our \
                own, written as a developer would who missed the fault,
                  these are added, for the later ones fail just where the fault is. Tests that fail on the buggy release are left out. \
                "Ours": our own alone, also where no published ones run.
                - Settings were chosen on the first %d faults. The others are the hold-out: not captured before, or found by comparing \
                releases and change logs; none was ranked before
                  all settings and manual tests were fixed.
                - First: position of the first wrong assertion, of each seed; of assertions with equal scores, the middle of their \
                places. "-": nothing speaks against any wrong one.
                  Top 5: how many of the seeds that captured the fault have it among the first five, with all that are tied with the \
                fifth. Read: the median position as a share of all assertions.
                  Random: expected position of the first wrong one in random order, median.

                | fault | class | release | manual tests | of | left out | seeds | assertions | wrong | first | top 5 | read | random | \
                ours: first | top 5 |
                | --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- | ---: |
                """, RankResults.SEEDS, all.stream().filter(row -> !row.fault().holdout()).count()));
        all.stream().filter(row -> !row.fault().holdout()).forEach(row -> page.append(row(row)));
        page.append("| **hold-out** |").append(" |".repeat(14)).append('\n');
        all.stream().filter(row -> row.fault().holdout()).forEach(row -> page.append(row(row)));
        page.append('\n').append(sum("the faults that settings were chosen on", looked)).append(sum("the hold-out", holdout))
                .append(sum("all", rows));
        page.append("\nPublished for six faults of commons-math with EvoSuite's tests: 3 of 6 in the top 5, less than 1.5 % of the"
                + " assertions read. The target is 60 %.\n");
        page.append(variants(
                "Other scores", "Median position of the first wrong one over the seeds; *: in the top 5 for most of them. What each is:"
                + " [rank.md](../rank.md). Columns from \"" + RankVariant.PAPER.label + "\" on are of sums (`--set aggregate=sum`).",
                SCORES, looked, holdout));
        page.append(variants("Without each part",
                "Median position of the first wrong assertion over the seeds. Without uniqueness all violations are equally strong, "
                + "so that all assertions are tied, and in the top 5.", PARTS, looked, holdout));
        page.append(variants("Without each part of the paper's",
                "The same of the paper's scores. Anomalies alone: all assertions of tests with any violation, in no order; the position is "
                + "then the middle of them.", PARTS_OF_PAPER, looked, holdout));
        for (RankRow row : rows) {
            page.append("\n## ").append(row.fault().id()).append(", ").append(row.fault().simpleName()).append("\n\n`")
                    .append(row.fault().call()).append("` gives `");
            page.append(row.fault().buggyValue()).append("`, in ").append(row.fault().fixed().replace(".jar", "")).append(" `")
                    .append(row.fault().fixedValue());
            page.append("`. Seed ").append(row.captured().get(0).seed()).append(":\n\n");
            page.append("| position | score | | assertion | constraints |\n| ---: | ---: | --- | --- | --- |\n");
            row.captured().get(0).reports().forEach(line -> page.append(line).append('\n'));
        }
        return page.toString();
    }

    private static String row(RankRow row) {
        RealFault fault = row.fault();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "| %s | %s | %s |", fault.id(), fault.simpleName(), fault.buggy().replace(".jar", "")));
        if (row.captured().isEmpty()) {
            return text.append(" | | | 0 of ").append(row.seeds().size()).append(" |").append(" |".repeat(8)).append('\n').toString();
        }
        text.append(String.format(Locale.ROOT, " %d | %s | %d | %d of %d | %.0f | %.0f | %s | %s | %s | %.1f |", row.manual().used(),
                fault.published() == null ? "ours" : fault.published().tests().replace("-tests.jar", ""), row.manual().leftOut(),
                row.captured().size(), row.seeds().size(),
                row.median(s -> (double) s.assertions()), row.median(s -> (double) s.wrong()),
                places(row, s -> s.firsts().get(RankVariant.RANK)),
                ofSeeds(row, s -> s.firsts().get(RankVariant.RANK)), percent(row.median(s -> s.read(RankVariant.RANK))),
                row.median(s -> FirstWrong.random(s.assertions(), s.wrong()))));
        if (row.captured().stream().anyMatch(s -> s.recreated() == null)) {
            return text.append(" | |\n").toString();
        }
        return text.append(' ').append(places(row, Seeded::recreated)).append(" | ").append(ofSeeds(row, Seeded::recreated)).append(" |\n")
                .toString();
    }

    private static String places(RankRow row, Function<Seeded, FirstWrong> first) {
        return row.captured().stream().map(s -> place(first.apply(s))).collect(Collectors.joining(", "));
    }

    private static String ofSeeds(RankRow row, Function<Seeded, FirstWrong> first) {
        return row.captured().stream().filter(s -> first.apply(s).topFive()).count() + " of " + row.captured().size();
    }

    private static String sum(String of, List<RankRow> rows) {
        return String.format(Locale.ROOT, """
                - Of %s, %d were captured by some seed. In the top 5, each fault by its share of seeds: %s (by sums, as in the paper: \
                %s); by most of its seeds: %d of %d.
                  Within %.1f %% of the assertions: %s (%s).
                """, of, rows.size(), percent(average(rows, r -> r.shareInTop(RankVariant.RANK))),
                percent(average(rows, r -> r.shareInTop(RankVariant.PAPER))),
                rows.stream().filter(r -> r.shareInTop(RankVariant.RANK) > 0.5).count(), rows.size(), 100 * WORTH_READING,
                percent(within(rows, RankVariant.RANK)),
                percent(within(rows, RankVariant.PAPER)));
    }

    /** The share of seeds, averaged over the faults, that need no more than what is worth reading. */
    private static double within(List<RankRow> rows, RankVariant variant) {
        return average(rows, row -> row.share(s -> s.read(variant) <= WORTH_READING));
    }

    private static double average(List<RankRow> rows, ToDoubleFunction<RankRow> figure) {
        return rows.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static String variants(String title, String text, List<RankVariant> variants, List<RankRow> looked, List<RankRow> holdout) {
        StringBuilder table = new StringBuilder("\n## " + title + "\n\n" + text + "\n\n| fault |");
        variants.forEach(variant -> table.append(' ').append(variant.label).append(" |"));
        table.append(" random |\n| --- |").append(" ---: |".repeat(variants.size() + 1)).append('\n');
        positions(table, variants, looked);
        table.append("| **hold-out** |").append(" |".repeat(variants.size() + 1)).append('\n');
        positions(table, variants, holdout);
        summary(table, variants, "in the top 5, first faults", looked, RankRow::shareInTop);
        summary(table, variants, "in the top 5, hold-out", holdout, RankRow::shareInTop);
        summary(table, variants, "within 1.5 %, first faults", looked, (row, variant) -> row.share(s -> s.read(variant) <= WORTH_READING));
        summary(table, variants, "within 1.5 %, hold-out", holdout, (row, variant) -> row.share(s -> s.read(variant) <= WORTH_READING));
        List<RankRow> all = java.util.stream.Stream.concat(looked.stream(), holdout.stream()).toList();
        summary(table, variants, "assertions with a score", all,
                (row, variant) -> row.median(s -> (double) s.firsts().get(variant).unsafe() / s.assertions()));
        return table.toString();
    }

    private static void positions(StringBuilder table, List<RankVariant> variants, List<RankRow> rows) {
        for (RankRow row : rows) {
            table.append("| ").append(row.fault().id()).append(" |");
            for (RankVariant variant : variants) {
                double position = row.medianPosition(variant);
                table.append(Double.isInfinite(position) ? " - |"
                        : String.format(Locale.ROOT, " %.1f%s |", position, row.shareInTop(variant) > 0.5 ? " *" : ""));
            }
            table.append(String.format(Locale.ROOT, " %.1f |%n", row.median(s -> FirstWrong.random(s.assertions(), s.wrong()))));
        }
    }

    /** A figure of a row by a variant. */
    private interface Figure {
        double of(RankRow row, RankVariant variant);
    }

    private static void summary(StringBuilder table, List<RankVariant> variants, String label, List<RankRow> rows, Figure figure) {
        table.append("| ").append(label).append(" |");
        variants.forEach(variant -> table.append(' ').append(percent(average(rows, row -> figure.of(row, variant)))).append(" |"));
        table.append(" |\n");
    }

    static String place(FirstWrong first) {
        return first.isFound() ? String.format(Locale.ROOT, "%.1f", first.position()) : "-";
    }

    private static String percent(double share) {
        return Double.isInfinite(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
