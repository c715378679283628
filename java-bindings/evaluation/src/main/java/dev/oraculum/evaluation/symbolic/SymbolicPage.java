package dev.oraculum.evaluation.symbolic;

import static dev.oraculum.evaluation.symbolic.SymbolicResults.DECIDING;
import static dev.oraculum.evaluation.symbolic.SymbolicResults.DECIDING_BY_TIME;
import static dev.oraculum.evaluation.symbolic.SymbolicResults.ENGINES;
import static dev.oraculum.evaluation.symbolic.SymbolicResults.ENGINES_BY_TIME;
import static dev.oraculum.evaluation.symbolic.SymbolicResults.HYBRID;
import static dev.oraculum.evaluation.symbolic.SymbolicResults.PATHS;
import static dev.oraculum.evaluation.symbolic.SymbolicResults.RUNS;
import static dev.oraculum.evaluation.symbolic.SymbolicResults.SEARCH;

import dev.oraculum.evaluation.Machine;
import dev.oraculum.evaluation.RankSum;
import dev.oraculum.evaluation.symbolic.SymbolicResults.Row;
import dev.oraculum.evaluation.symbolic.SymbolicSubjects.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The page of all rows. */
final class SymbolicPage {
    /** At which a class counts as one on which the engines differ. */
    private static final double SIGNIFICANT = 0.05;

    private final List<Row> rows;
    private final StringBuilder page = new StringBuilder();

    SymbolicPage(List<Row> rows) {
        this.rows = rows;
    }

    /** @param programs what `make symbolic-programs` printed */
    String text(List<Subject> fixtures, List<Subject> libraries, List<Subject> byTime, List<Subject> second, List<String> programs)
            throws IOException {
        page.append("""
                # Symbolic execution and the search

                Written by `make symbolic-results` (`dev.oraculum.evaluation.symbolic.SymbolicResults`) from `symbolic.jsonl`, a row a run.
                A run ends after the batch in which it has run %d tests, when all branches are covered, or when there is nothing left to
                try. *search*, *paths* and *hybrid* are the engines (`generate.engine`): the search alone, symbolic execution of tests that
                are made at random, and both. Figures are means over the seeds. A12 is the chance that a run of *hybrid* covers more
                branches than one of *search* (ties half; Vargha and Delaney). The rows of `Words` are of 332d1223. Of the
                others, those by tests are of 13088b1f, and those with 30 s of 5a0650ad; little changed between these two. Those with 10 s
                are older: no stream of bytes was followed then, and no field that a class inherits where it has an interface of the JDK.

                """.formatted(SymbolicResults.TESTS));
        fixtures(fixtures);
        byTime(byTime);
        libraries(libraries);
        second(second);
        programs(programs);
        page.append("\nTimes were taken on ").append(Machine.describe()).append(", with other work beside, at times much.\n");
        return page.toString();
    }

    private void fixtures(List<Subject> subjects) {
        page.append("""
                ## Classes with conditions that a search misses

                The classes are fixtures of ours (`java-bindings/e2e/src/test/subjects/conditions`), each with conditions of a kind that a
                search finds no way to. They show what symbolic execution does for such code, not how often there is such code. %d seeds.

                Branches covered:

                """.formatted(SymbolicResults.SEEDS_OF_FIXTURES));
        fixtures(subjects, ENGINES);
        List<String> others = RUNS.keySet().stream().filter(run -> !run.equals(SEARCH) && !run.equals(PATHS)).toList();
        if (!whole(subjects, others, SymbolicResults.SEEDS_OF_FIXTURES).isEmpty()) {
            page.append("""

                    *fifo* and *random* are other orders of the alternatives (`generate.pathPolicy`; by default `knn`). *and Z3* solves with
                    Z3 what the own solver leaves open.

                    """);
            fixtures(subjects, others);
        }
        page.append("\n*solved*: tests that were solved; *first*: branches that they were first to cover.\n");
        fixturesByTime(subjects);
        List<Subject> whole = whole(subjects, ENGINES, SymbolicResults.SEEDS_OF_FIXTURES);
        List<String> left = subjects.stream().filter(subject -> !whole.contains(subject)).map(Subject::className).toList();
        if (!left.isEmpty()) {
            page.append("\nNot run to their end yet (`make symbolic-results` goes on with them):\n");
            left.forEach(name -> page.append("- ").append(name).append('\n'));
        }
    }

    /** Branches covered, solved tests, branches that these were first to cover, and seconds. */
    private void fixtures(List<Subject> subjects, List<String> runs) {
        head("| class | branches | " + String.join(" | ", runs) + " | solved / first / seconds: " + String.join(" | ", runs) + " |",
                1 + 2 * runs.size());
        for (Subject subject : whole(subjects, runs, SymbolicResults.SEEDS_OF_FIXTURES)) {
            Map<String, List<Row>> byRun = byRun(subject, runs);
            page.append("| ").append(subject.className()).append(" | ").append(byRun.get(HYBRID).get(0).goals()).append(" |");
            byRun.values().forEach(some -> page.append(number(mean(some, Row::branches))).append(" |"));
            byRun.values().forEach(some -> page.append(String.format(
                    Locale.ROOT, " %.0f / %.1f / %.1f |", mean(some, Row::solved), mean(some, Row::first), mean(some, Row::seconds))));
            page.append('\n');
        }
    }

    private void fixturesByTime(List<Subject> subjects) {
        List<Subject> whole = whole(subjects, ENGINES_BY_TIME, SymbolicResults.SEEDS_BY_TIME);
        if (whole.isEmpty()) {
            return;
        }
        page.append("""

                The same with %d seconds a search in place of %d tests, %d seeds, on a machine on which hardly anything else ran. A search
                ends sooner when all its goals are covered, of which branches are a part, or when there is nothing left to try.

                """.formatted(SymbolicResults.SECONDS_OF_FIXTURES, SymbolicResults.TESTS, SymbolicResults.SEEDS_BY_TIME));
        head("| class | branches | " + String.join(" | ", ENGINES) + " | thousand tests / seconds: " + String.join(" | ", ENGINES) + " |",
                1 + 2 * ENGINES.size());
        for (Subject subject : whole) {
            Map<String, List<Row>> byRun = byRun(subject, ENGINES_BY_TIME);
            page.append("| ").append(subject.className()).append(" | ")
                    .append(byRun.values().iterator().next().get(0).goals()).append(" |");
            byRun.values().forEach(some -> page.append(number(mean(some, Row::branches))).append(" |"));
            byRun.values().forEach(some -> page.append(String.format(
                    Locale.ROOT, " %.1f / %.1f |", mean(some, Row::tests) / 1000, mean(some, Row::seconds))));
            page.append('\n');
        }
    }

    private void byTime(List<Subject> subjects) {
        page.append("""

                ## Which engine is the default, by time

                Each search has %1$d seconds of a machine on which hardly anything else ran; %2$d seeds. The classes are those of the set
                *engines* (`SubjectRule`): of each library of the evaluation of `generate` the class at five sixteenths of the candidates.
                Seven of them are in other pages of results. Symbolic execution had run on none of them, and nothing was changed afterwards.

                **The rule**, committed with the way the classes are drawn before any of these runs: *hybrid* is the default if both hold,
                else *search* is.

                1. There are more classes on which *hybrid* covers more branches, in the mean over the seeds, than such on which *search*
                   does.
                2. The mean over the classes of the share of branches covered is greater with *hybrid*.

                """.formatted(SymbolicResults.SECONDS, SymbolicResults.SEEDS_BY_TIME));
        List<Subject> whole = whole(subjects, DECIDING_BY_TIME, SymbolicResults.SEEDS_BY_TIME);
        head("| class | branches | search | hybrid | tests: search | hybrid | solved | first |", 7);
        int more = 0;
        int fewer = 0;
        double shareOfSearch = 0;
        double shareOfHybrid = 0;
        for (Subject subject : whole) {
            List<Row> search = byRun(subject, DECIDING_BY_TIME).get(SymbolicResults.SEARCH_BY_TIME);
            List<Row> hybrid = byRun(subject, DECIDING_BY_TIME).get(SymbolicResults.HYBRID_BY_TIME);
            double ofSearch = mean(search, Row::branches);
            double ofHybrid = mean(hybrid, Row::branches);
            int branches = search.get(0).goals();
            page.append(String.format(
                    Locale.ROOT, "| %s | %d | %.1f | %.1f | %.0f | %.0f | %.0f | %.1f |%n", subject.className(), branches, ofSearch,
                    ofHybrid, mean(search, Row::tests), mean(hybrid, Row::tests), mean(hybrid, Row::solved), mean(hybrid, Row::first)));
            more += ofHybrid > ofSearch ? 1 : 0;
            fewer += ofHybrid < ofSearch ? 1 : 0;
            shareOfSearch += ofSearch / branches / whole.size();
            shareOfHybrid += ofHybrid / branches / whole.size();
        }
        if (whole.isEmpty() || whole.size() < subjects.size()) {
            page.append("\nNot run to its end yet (`make symbolic-results` goes on with it).\n");
            return;
        }
        page.append(String.format(
                Locale.ROOT, "%nOn %d of %d classes *hybrid* covers more branches, on %d *search* does. The mean share is %.2f %% with%n"
                        + "*hybrid* and %.2f %% with *search*. By the rule, `%s` is the default.%n",
                more, whole.size(), fewer, 100 * shareOfHybrid, 100 * shareOfSearch,
                more > fewer && shareOfHybrid > shareOfSearch ? HYBRID : SEARCH));
        List<Row> all = whole.stream().flatMap(subject -> byRun(subject, DECIDING_BY_TIME).values().stream()).flatMap(Collection::stream)
                .toList();
        page.append(String.format(
                Locale.ROOT, "%d of %d solved tests did not come to the branch that they were meant for.%n",
                all.stream().mapToLong(Row::diverged).sum(), all.stream().mapToLong(Row::solved).sum()));
        page.append("""

                Two seeds are few, and nothing is tested for significance here: most differences are of the size of that between two seeds.
                On HTMLWriter *search* covers more with both seeds, on CoreFunction and FieldConversionMapping *hybrid* does. Where solved
                tests were first to cover something, the search mostly finds it later, too. So the rule decides, and it decides by little.
                """);
    }

    private void libraries(List<Subject> subjects) {
        page.append("""

                ## The same by tests

                Before time decided, tests did. The classes are the public top-level classes of Commons CLI 1.2 and of
                `org.apache.commons.lang3.math`, all that have %d branches or more; %d seeds. They were chosen by this rule before any was
                run, but after the figures of the fixtures had been seen. When the rule was written, at 2eed4943, no collection of the JDK
                was followed, and what symbolic execution costs was not charged to it: in sum *hybrid* covered 850.9 branches, *search*
                846.1. The table is of now.

                **The rule**, written before the first run: *hybrid* is the default if both hold, else *search* is.

                1. There is no class on which *hybrid* covers significantly fewer branches than *search*: by the two-sided test of Mann and
                   Whitney, p < %.2f after Holm's correction over the classes.
                2. Over all classes, the sum of the mean numbers of branches of *hybrid* is greater than that of *search*.

                It says nothing of time: as many tests take longer where some of them are solved. *paths* was begun on these classes, too,
                and stopped after 21 runs, of which one took 34 s: it decides nothing here, and its rows were taken out.

                """.formatted(SymbolicSubjects.LEAST_BRANCHES, SymbolicResults.SEEDS_OF_LIBRARIES, SIGNIFICANT));
        List<Subject> whole = whole(subjects, DECIDING, SymbolicResults.SEEDS_OF_LIBRARIES);
        table(whole, DECIDING);
        if (!whole.isEmpty() && whole.size() == subjects.size()) {
            verdict(whole);
        }
    }

    private void second(List<Subject> subjects) throws IOException {
        page.append("""

                ## Checksums, state machines, dates, parsers

                Ten classes of libraries that were drawn by a rule (`SecondSet`), which was committed before any of them was looked at:
                their names have words of these four kinds, no page of results had named them, and they lie at even distances among all
                such classes. A first draw, with the word *Hash* for checksums, had three hash maps: the word went, and the classes were
                drawn again before any was run. Each has %d seeds. They were run at 2eed4943 first: 472.4 branches in sum with *search*,
                213.6 with *paths*, 472.4 with *hybrid*, and one branch by *hybrid* alone. What was changed since was not changed for
                them. But they are not unseen any more: the table has their second run.

                """.formatted(SymbolicResults.SEEDS_OF_SECOND_SET));
        List<Subject> whole = whole(subjects, ENGINES, SymbolicResults.SEEDS_OF_SECOND_SET);
        table(whole, ENGINES);
        page.append("\nBranches that some run of *hybrid* covers, and no run of *search* or *paths*:\n\n");
        int count = 0;
        for (Subject subject : whole) {
            Map<String, List<Row>> byRun = byRun(subject, ENGINES);
            for (Map.Entry<Integer, String> branch : SymbolicSubjects.branches(subject.facts()).entrySet()) {
                long runs = covering(byRun.get(HYBRID), branch.getKey());
                if (runs > 0 && covering(byRun.get(SEARCH), branch.getKey()) + covering(byRun.get(PATHS), branch.getKey()) == 0) {
                    page.append("- `").append(subject.className()).append("`:\n  ").append(branch.getValue()).append(" (").append(runs)
                            .append(" of ").append(SymbolicResults.SEEDS_OF_SECOND_SET).append(" runs)\n");
                    count++;
                }
            }
        }
        if (count == 0) {
            page.append("- none\n");
        }
    }

    /** How many of some runs cover a branch. */
    private static long covering(List<Row> rows, int branch) {
        return rows.stream().filter(row -> !row.missed().contains(branch)).count();
    }

    /** Classes with some engines. */
    private void table(List<Subject> subjects, List<String> engines) {
        head("| class | branches | " + String.join(" | ", engines) + " | A12 | p | p, Holm | seconds: " + String.join(" | ", engines)
                + " |", 4 + 2 * engines.size());
        double[] p = p(subjects);
        double[] corrected = RankSum.holm(p);
        for (int i = 0; i < subjects.size(); i++) {
            Map<String, List<Row>> byRun = byRun(subjects.get(i), engines);
            page.append("| ").append(subjects.get(i).className()).append(" | ").append(byRun.get(SEARCH).get(0).goals()).append(" |");
            byRun.values().forEach(some -> page.append(number(mean(some, Row::branches))).append(" |"));
            page.append(String.format(Locale.ROOT, " %.2f | %.3f | %.3f |", a12(byRun), p[i], corrected[i]));
            byRun.values().forEach(some -> page.append(number(mean(some, Row::seconds))).append(" |"));
            page.append('\n');
        }
        page.append("| **sum** | |");
        engines.forEach(engine -> page.append(number(sum(subjects, engine))).append(" |"));
        page.append(" |".repeat(3 + engines.size())).append('\n');
        List<Row> all = subjects.stream().flatMap(subject -> byRun(subject, engines).values().stream()).flatMap(Collection::stream)
                .toList();
        long solved = all.stream().mapToLong(Row::solved).sum();
        long diverged = all.stream().mapToLong(Row::diverged).sum();
        page.append(String.format(
                Locale.ROOT, "%n%d of %d solved tests (%.1f %%) did not come to the branch that they were meant for%s%n", diverged,
                solved, 100.0 * diverged / Math.max(1, solved), divergences(subjects, engines)));
    }

    /** The end of the sentence: by class, how many. */
    private String divergences(List<Subject> subjects, List<String> engines) {
        List<String> found = new ArrayList<>();
        for (Subject subject : subjects) {
            List<Row> rows = byRun(subject, engines).values().stream().flatMap(Collection::stream).toList();
            long diverged = rows.stream().mapToLong(Row::diverged).sum();
            if (diverged > 0) {
                found.add("`" + subject.className() + "` " + diverged + " of " + rows.stream().mapToLong(Row::solved).sum());
            }
        }
        return found.isEmpty() ? "." : ":\n- " + String.join("\n- ", found);
    }

    private void verdict(List<Subject> subjects) {
        double[] corrected = RankSum.holm(p(subjects));
        List<String> worse = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            if (corrected[i] < SIGNIFICANT && a12(byRun(subjects.get(i), ENGINES)) < 0.5) {
                worse.add("`" + subjects.get(i).className() + "`");
            }
        }
        boolean more = sum(subjects, HYBRID) > sum(subjects, SEARCH);
        page.append("\nSo: *hybrid* is significantly worse on ").append(worse.isEmpty() ? "no class" : String.join(", ", worse))
                .append(String.format(
                        Locale.ROOT, ", and covers %.1f branches in sum, *search* %.1f. By the rule, `%s` is the default.%n",
                        sum(subjects, HYBRID), sum(subjects, SEARCH), worse.isEmpty() && more ? HYBRID : SEARCH));
        page.append("""

                At 2eed4943 *search* stayed the default all the same, against the rule. The rule counts tests, and what users give is
                time: as many tests took *hybrid* up to 3.7 times as long on these classes (GnuParser), so within a budget of time it ran
                fewer. That was seen only after the rule was written. So a rule was made that counts time; it stands above.
                """);
    }

    private void programs(List<String> figures) {
        page.append("""

                ## Random programs

                `make symbolic-programs` makes programs of byte code at random, of all operations on `int` and `long`, conversions by way of
                reals and comparisons. It runs each with random inputs, solves for every branch that was not taken, and runs the program
                with each solution. A test fails if a path condition is not true of its own inputs, if a solution takes another way than it
                was solved for (it diverges), or if a term over the inputs says another result than the program has. None did:

                """);
        figures.forEach(figure -> page.append("- ").append(figure).append(".\n"));
    }

    // ---- figures ------------------------------------------------------------------------------------------------------

    /** Subjects with all runs. */
    private List<Subject> whole(List<Subject> subjects, List<String> runs, int seeds) {
        return subjects.stream().filter(subject -> byRun(subject, runs).values().stream().allMatch(some -> some.size() == seeds)).toList();
    }

    private Map<String, List<Row>> byRun(Subject subject, List<String> runs) {
        return runs.stream().collect(Collectors.toMap(
                run -> run, run -> rows.stream().filter(row -> row.is(subject.className(), run)).toList(), (a, b) -> a,
                LinkedHashMap::new));
    }

    private double[] p(List<Subject> subjects) {
        return subjects.stream().map(subject -> byRun(subject, ENGINES))
                .mapToDouble(byRun -> RankSum.p(branches(byRun.get(HYBRID)), branches(byRun.get(SEARCH)))).toArray();
    }

    private double sum(List<Subject> subjects, String engine) {
        return subjects.stream().mapToDouble(subject -> mean(byRun(subject, ENGINES).get(engine), Row::branches)).sum();
    }

    private static double a12(Map<String, List<Row>> byRun) {
        return RankSum.a12(branches(byRun.get(HYBRID)), branches(byRun.get(SEARCH)));
    }

    private static double[] branches(List<Row> rows) {
        return rows.stream().mapToDouble(Row::branches).toArray();
    }

    private static double mean(List<Row> rows, ToDoubleFunction<Row> figure) {
        return Arrays.stream(rows.stream().mapToDouble(figure).toArray()).average().orElse(0);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, " %.1f", value);
    }

    /** @param figures columns behind the first one */
    private void head(String line, int figures) {
        page.append(line).append("\n| --- |").append(" ---: |".repeat(figures)).append('\n');
    }
}
