package dev.oraculum.evaluation.specifications;

import dev.oraculum.evaluation.specifications.Judge.JudgedClause;
import dev.oraculum.evaluation.specifications.Judge.Sought;
import dev.oraculum.evaluation.specifications.Specifications.Row;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The page of results. */
final class SpecificationPage {
    private static final String HEAD = """
            # Does it find the specification?

            Made by `make specifications`. Small methods of our own
            ([java-bindings/subjects](../../java-bindings/subjects/src/main/java/dev/oraculum/subjects/specified)), each with the example
            tests that a careful developer would write, and with assertions written by hand that say what it does: results, effects, and
            what stays as it was. `improve` sees %s

            - *false*: a clause that is false after some small legal call of the method. Small are all objects that a few operations can
              make, with all combinations of the values that the files beside the judge name
              ([java-bindings/evaluation](../../java-bindings/evaluation/src/main/resources/dev/oraculum/evaluation/specifications)).
              Legal is what the method does not answer with an exception.
            - *found*: an assertion of the specification that the true clauses imply, in every state with a legal entry and any exit: that
              of another small call, in part or in whole, none at all, or the right one with one field, element or result altered.
            - *empty*: a true clause that no such exit makes false.

            Clauses and assertions are evaluated by the engine, on states that the recorder of the workers has written. The assertions are
            checked in the same way: one that is false after a small call stops the run.

            """;

    private SpecificationPage() {}

    private static final String TESTS_ONLY =
            "these tests only. [With generated tests](specifications-generated.md) as evidence, too.";
    private static final String GENERATED = """
            these tests, and %d tests that it generates for each
            method (`--generated-tests`). It attacks what it finds with further ones (`--assessor-tests`, the default). The judge's calls
            are none of them. [By the written tests alone](specifications.md), which nobody attacks.
            These methods are known: how tests are generated, and which statements are tried, was worked on while looking at this page, so
            it is no estimate for other code.""";

    /** @param generated tests that `improve` generates for each method */
    static String of(List<Row> rows, int generated, double improving, double judging, boolean isKept) {
        String seen = generated == 0 ? TESTS_ONLY : String.format(Locale.ROOT, GENERATED, generated);
        StringBuilder page = new StringBuilder(HEAD.replace("%s", seen));
        page.append(summary(rows));
        page.append(String.format(Locale.ROOT, "%nSeconds: %.0f for `improve`%s, %.0f for the judge.%n", improving,
                isKept ? " on evidence that was there" : ", tests and mutants included", judging));
        List<Row> plain = rows.stream().filter(row -> !row.isTrap()).toList();
        List<Row> traps = rows.stream().filter(Row::isTrap).toList();
        table(page, "## The methods", plain);
        table(page, "## False alarms that tests invite\n\nThe tests of these methods show nothing of the trap; the small calls do.", traps);
        page.append("\n## Clauses and assertions\n");
        rows.forEach(row -> page.append(block(row)));
        return page.toString();
    }

    private static void table(StringBuilder page, String title, List<Row> rows) {
        if (!rows.isEmpty()) {
            page.append('\n').append(title).append("\n\n");
            page.append("| method | clauses | false | empty | assertions | found | calls | exits | seconds | |\n");
            page.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
            rows.forEach(row -> page.append(line(row)).append('\n'));
        }
    }

    static String summary(List<Row> rows) {
        List<Row> plain = rows.stream().filter(row -> !row.isTrap()).toList();
        List<Row> traps = rows.stream().filter(Row::isTrap).toList();
        return sum("Methods", plain) + (traps.isEmpty() ? "" : sum("\nTraps", traps));
    }

    private static String sum(String name, List<Row> rows) {
        long clauses = rows.stream().mapToLong(row -> row.verdict().clauses().size()).sum();
        long wrong = rows.stream().mapToLong(row -> row.verdict().falseClauses()).sum();
        long empty = rows.stream().flatMap(row -> row.verdict().clauses().stream()).filter(JudgedClause::isEmpty).count();
        long sound = rows.stream().filter(row -> row.verdict().falseClauses() == 0).count();
        long sought = rows.stream().mapToLong(row -> row.verdict().sought().size()).sum();
        long found = rows.stream().mapToLong(row -> row.verdict().found()).sum();
        return String.format(Locale.ROOT, "%s: %d, of which %d without a false clause. Clauses: %d, false %d, empty %d: **precision %s**.%n"
                        + "Assertions: %d, found %d: **recall %s**.%n",
                name, rows.size(), sound, clauses, wrong, empty, share(clauses - wrong, clauses), sought, found, share(found, sought));
    }

    private static String share(long part, long all) {
        return all == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    private static String shortName(Row row) {
        return row.verdict().of().name() + "." + row.verdict().method().method().replace("java.lang.", "").replace("java.util.", "")
                .replace(Specifications.PACKAGE + ".", "");
    }

    static String line(Row row) {
        String remark = row.remark().lines().collect(Collectors.joining(" ")).replace('|', '/');
        return String.format(Locale.ROOT, "| `%s` | %d | %d | %d | %d | %d | %d | %d | %.1f | %s |", shortName(row),
                row.verdict().clauses().size(), row.verdict().falseClauses(),
                row.verdict().clauses().stream().filter(JudgedClause::isEmpty).count(), row.verdict().sought().size(),
                row.verdict().found(), row.verdict().calls(), row.verdict().exits(), row.seconds(),
                remark.isEmpty() ? row.verdict().method().trap() : remark);
    }

    private static String block(Row row) {
        StringBuilder text = new StringBuilder("\n**`" + shortName(row) + "`**\n\n");
        if (row.verdict().clauses().isEmpty()) {
            text.append("- no clause\n");
        }
        for (JudgedClause clause : row.verdict().clauses()) {
            text.append("- ").append(clause.isFalse() ? "**false** " : clause.isEmpty() ? "empty " : "").append('`')
                    .append(clause.assertion()).append("` (support ").append(clause.support()).append(')')
                    .append(clause.isFalse() ? ": " + clause.counterexample() : "").append('\n');
        }
        for (Sought sought : row.verdict().sought()) {
            text.append("  - ").append(sought.isFound() ? "found" : "missed").append(" `").append(sought.assertion()).append("`\n");
        }
        return text.toString();
    }
}
