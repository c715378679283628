package dev.oraculum.evaluation.merging;

import dev.oraculum.evaluation.merging.MergeRate.JudgedClause;
import dev.oraculum.evaluation.merging.MergeRate.Row;
import dev.oraculum.evaluation.merging.Reading.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The page of results, from rows. */
final class MergePage {
    private static final String HEAD = """
            # Would a maintainer merge it?

            Made by `make merge-rate`. The methods are drawn by a rule that was committed before any of them was tried: `MethodRule` in
            `java-bindings/evaluation`, with the list of libraries beside it. `improve` sees the library's own tests, run once for the
            methods of a class, with its defaults and 60 s of search, and with as many generated tests as the heading says
            (`GENERATED=3000`). From af14860 on it is given the library's sources, as a maintainer would: what breaks tests that refer to
            the class is not said. From a7d3a38 on that is so of all tests that may reach the class.

            **What is unseen here:** the first set at b2683bd, the second set at a7d3a38, and the third set at a411029.

            - *First set.* Nothing had been tuned on its libraries; of its methods, those of `TarUtils` had run before, and their rows had
              been seen. What that run showed was read, and `improve` was changed by it, so a later run of the first set is no figure for
              unseen code. From f8d1d7b on `improve` has an assessor.
            - *Second set.* Drawn by the same rule, from libraries that `improve` had not run on. It was run once, at a7d3a38; then its
              false clauses were read, and `improve` was changed by them.
            - *Third set.* Drawn when the second had been run: other classes of the libraries of both. The libraries are known by then, the
              classes are not: of them nothing had been run or read. It was run once, at a411029.

            What `improve` finds is attacked in two ways:

            - *own tests*: all tests of the library, with the assertions of the class in its sources, compiled, and `-ea`. Tests that fail
              without them do not count.
            - *generated*: all clauses of a method in the class, each evaluated whatever the others say, and `oraculum generate` on that:
              100 000 random tests, or as many as a run of 60 s allows, and a run of 30 s with search, to which the failure of each clause
              is a branch like others. The tests that it keeps say which clauses they break. The objects are legally built, but whether a
              call is one that the library's authors had in mind nobody has asked: a clause that only such a call breaks counts as false
              here. Where `improve` had generated tests as evidence, these are of the same generator, with another seed: then the own
              tests are the more independent judge.

            A method without a false clause is one that neither has broken; nobody has proved it.

            And it was *read*, beside the source and what its documentation says (`docs/results/merge-rate-reading.tsv`): *useful* is a true
            clause that says something of what the method is for; *little* one that is true, and that a maintainer would leave out;
            *vacuous* one that is true by types or definition; *false* one that some legal call breaks, whether a test has found it or not.
            The reader is one of us.

            """;

    private static final String SHORT = """
            ## In short

            By tests: improved methods without a clause that the library's tests or generated ones break. Useful: improved methods with a
            useful clause, by reading; "-": not all of them were read.

            | set | methods | improved | judged | sound, by tests | clauses broken | useful | seconds a method (median) |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            """;

    /** Run by hand: figures of one run, with the commands. */
    private static final String PACKAGE = """

            ## A package as one patch

            `oraculum improve --classpath commons-numbers-combinatorics-1.3.jar --tests .. --exclude-failing-tests --sources sources
            --package org.apache.commons.numbers.combinatorics --budget 10s --patch combinatorics.patch`, at d0d457a: 31 methods in 270 s,
            16 improved, 44 assertions in 8 files. The patched sources compiled by `javac`, and all 388 tests of the library run by JUnit's
            console launcher with `java -ea`: 388 pass, as without the patch. (A run by hand; the library is one of the first set.)

            """;

    private final Reading reading;

    private MergePage(Reading reading) {
        this.reading = reading;
    }

    static String of(List<Row> rows, Reading reading) {
        return new MergePage(reading).page(rows);
    }

    private String page(List<Row> rows) {
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        rows.forEach(row -> groups.computeIfAbsent(row.set() + " set, commit " + row.state(), key -> new ArrayList<>()).add(row));
        StringBuilder page = new StringBuilder(HEAD).append(SHORT);
        groups.forEach((name, group) -> page.append(overview(name, group)));
        page.append(PACKAGE);
        groups.forEach((name, group) -> {
            page.append("## ").append(name).append("\n\n").append(summary(group)).append(read(group)).append('\n');
            page.append("| method | outcome | clauses | false | own tests | generated against it | seconds | |\n");
            page.append("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
            group.forEach(row -> page.append(line(row)).append('\n'));
            page.append("\n### The assertions\n\n");
            group.stream().filter(Row::isImproved).forEach(row -> page.append(clauses(row)).append('\n'));
        });
        return page.toString().stripTrailing() + "\n";
    }

    /** What the rows of a group add up to; methods that were not judged are in the first two only. */
    private record Figures(int methods, int improved, List<Row> judged, long sound, int clauses, long broken, double seconds) {
        static Figures of(List<Row> rows) {
            List<Row> improved = rows.stream().filter(Row::isImproved).toList();
            List<Row> judged = improved.stream().filter(row -> row.problem().isEmpty()).toList();
            List<JudgedClause> clauses = judged.stream().flatMap(row -> row.clauses().stream()).toList();
            return new Figures(
                    rows.size(), improved.size(), judged, judged.stream().filter(row -> !row.isFalse()).count(), clauses.size(),
                    clauses.stream().filter(clause -> !clause.brokenBy().isEmpty()).count(),
                    rows.stream().mapToDouble(Row::seconds).sorted().skip(rows.size() / 2).findFirst().orElse(0));
        }
    }

    private String overview(String name, List<Row> rows) {
        Figures of = Figures.of(rows);
        List<Row> improved = rows.stream().filter(Row::isImproved).toList();
        boolean isRead = improved.stream().allMatch(row -> row.clauses().stream()
                .allMatch(clause -> reading.of(row.method(), clause.assertion()) != null));
        long useful = improved.stream().filter(row -> row.clauses().stream()
                .anyMatch(clause -> reading.of(row.method(), clause.assertion()) == Verdict.USEFUL)).count();
        return String.format(
                Locale.ROOT, "| %s | %d | %d | %d | %d (%s) | %d of %d | %s | %.1f |%n", name.replace(", with 3000 generated tests", ""),
                of.methods(), of.improved(), of.judged().size(), of.sound(), share(of.sound(), of.judged().size()),
                of.broken(), of.clauses(),
                isRead ? useful + " (" + share(useful, improved.size()) + ")" : "-", of.seconds());
    }

    private static String summary(List<Row> rows) {
        Figures of = Figures.of(rows);
        return String.format(
                Locale.ROOT,
                "%d methods, %d improved, %d of these judged. Without a false clause: %d (%s). Clauses: %d, of which generated tests "
                        + "break %d. Methods whose assertion fails tests of the library: %d. Seconds a method (median): %.1f.%n",
                of.methods(), of.improved(), of.judged().size(), of.sound(), share(of.sound(), of.judged().size()),
                of.clauses(), of.broken(),
                of.judged().stream().filter(row -> !row.brokenByTests().isEmpty()).count(), of.seconds());
    }

    /** What reading says of a group; empty: nobody has read all of it. */
    private String read(List<Row> rows) {
        List<Row> improved = rows.stream().filter(Row::isImproved).toList();
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        int useful = 0;
        int sound = 0;
        for (Row row : improved) {
            Set<Verdict> ofRow = EnumSet.noneOf(Verdict.class);
            for (JudgedClause clause : row.clauses()) {
                Verdict verdict = reading.of(row.method(), clause.assertion());
                if (verdict == null) {
                    return "";
                }
                counts.merge(verdict, 1, Integer::sum);
                ofRow.add(verdict);
            }
            useful += ofRow.contains(Verdict.USEFUL) ? 1 : 0;
            sound += ofRow.contains(Verdict.FALSE) || row.isFalse() ? 0 : 1;
        }
        String verdicts = counts.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey().text())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%nBy reading, of the clauses of all %d improved methods: %s. Methods with a useful clause: %d (%s). Methods without a "
                        + "clause that reading or a test says to be false: %d (%s).%n",
                improved.size(), verdicts, useful, share(useful, improved.size()), sound, share(sound, improved.size()));
    }

    private static String share(long of, long all) {
        return all == 0 ? "-" : String.format(Locale.ROOT, "%.0f %%", 100.0 * of / all);
    }

    static String line(Row row) {
        long broken = row.clauses().stream().filter(clause -> !clause.brokenBy().isEmpty()).count();
        return String.format(
                Locale.ROOT, "| %s `%s` | %s | %d | %d | %s | %d | %.1f | %s |", row.library(), shortName(row.method()),
                row.outcome().replace('|', '/'), row.clauses().size(), broken,
                row.brokenByTests().isEmpty() ? "" : row.brokenByTests().size() + " fail", row.attacks(), row.seconds(),
                row.problem().replace('|', '/'));
    }

    private static String shortName(String method) {
        int hash = method.indexOf('#');
        return method.substring(method.lastIndexOf('.', hash) + 1).replaceAll("([a-z][A-Za-z0-9]*\\.)+(?=[A-Z])", "");
    }

    /** A method's clauses, each with a test that breaks it. */
    static String block(Row row) {
        return new MergePage(new Reading(Map.of(), Map.of())).clauses(row);
    }

    private String clauses(Row row) {
        StringBuilder text = new StringBuilder("**`" + shortName(row.method()) + "`** " + row.outcome() + "\n\n");
        for (JudgedClause clause : row.clauses()) {
            text.append("- `").append(clause.assertion()).append("`").append(String.format(
                    Locale.ROOT, " (support %d, mutants %d)", clause.support(), clause.mutants()));
            Verdict verdict = reading.of(row.method(), clause.assertion());
            String remark = reading.remark(row.method(), clause.assertion());
            text.append(verdict == null ? "" : ", read: " + verdict.text() + (remark.isEmpty() ? "" : " (" + remark + ")"));
            text.append(clause.brokenBy().isEmpty() ? "" : ": **false**, broken by " + clause.brokenBy()).append('\n');
            if (!clause.test().isEmpty()) {
                text.append("\n  ```java\n").append(clause.test().strip().indent(2)).append("  ```\n\n");
            }
        }
        row.brokenByTests().stream().limit(3).forEach(test -> text.append("- fails `").append(test).append("`\n"));
        return text.toString();
    }
}
