package dev.oraculum.evaluation;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.ScoredAssertion;
import dev.oraculum.api.improve.SearchEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Learns on one half of the tests and PIT's default mutators, judges on the other half of the tests and the classic operators, and writes
 * docs/results/generalisation.md.
 *
 * <p>Arguments: the checkout; {@code --prepare} to write the evidence only ({@code build/generalisation}, for
 * {@code cargo run --example generalise}); words of which one must occur in a subject's method (then the table goes to standard output
 * only). Evidence that is there is used again.
 */
public final class Generalisation {
    private static final long SEED = 1;
    private static final Duration BUDGET = Duration.ofSeconds(10);
    private static final List<SearchEngine> ENGINES = List.of(SearchEngine.COEVOLUTION, SearchEngine.HYBRID);

    /** How an assertion does on what it was not learnt from. */
    private record Judged(String assertion, long learntFn, long fp, long fn, long detected, long killable, double seconds) {
        static Judged of(ScoredAssertion learnt, Engine judge, double seconds) {
            ScoredAssertion scored = judge.evaluate(learnt.text().assertion());
            long killable = scored.mutants().detected() + scored.mutants().survived();
            return new Judged(learnt.text().assertion(), learnt.fn(), scored.fp(), scored.fn(), scored.mutants().detected(), killable,
                    seconds);
        }

        String score() {
            return killable == 0 ? "-" : String.format(Locale.ROOT, "%.0f %% (%d)", 100.0 * detected / killable, detected);
        }
    }

    private record Row(Subject subject, Holdout.Parted parted, EvidenceSummary learn, EvidenceSummary unseen, Judged input,
            Map<SearchEngine, Judged> found) {
        long killable() {
            return input.killable;
        }

        boolean tells() {
            return learn.incorrect() > 0 && unseen.correct() > 0 && killable() > 0;
        }
    }

    /** What this page said before, by hand: numbers of an old commit. */
    private static final String CHANGES = """

            ## Since commit 8ee275c

            The hybrid has 75 false positives where it had 13, and detects 736 mutants where it detected 837. 68 of the 75 are of one
            clause: half of `saturatedMultiply`'s tests overflow upwards only, and the minimum and maximum that would be right (it is what
            is said of all tests, [improve.md](improve.md)) need states in which each of their parts matters;
            `result == Long.MAX_VALUE || result == b * exact(a)` does not. `FastMath.floor` and `Vector2D.crossProduct` have none any more
            (8 and 3), and no other method has more than four.

            Mutants are missed where few tests speak for what would detect them: clauses over variables of the method's body
            (`crossProduct`, `longerThan`), orders of reals (`floor`), and what is said of all elements, of which each part must matter
            in several states
            (`copyOf`, `reverse`, `Register.from`: half of the tests are 6, 7 and 15). `enqueue` detects more. This page has half
            of the project's tests and nothing else; `improve` as it comes generates tests, and attacks what it finds
            ([merge-rate.md](merge-rate.md)).
            """;

    private Generalisation() {}

    /** Exit code 0 iff no assertion that was learnt has a false positive on unseen tests, on at least twelve subjects. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> rest = List.of(arguments).subList(1, arguments.length);
        boolean prepareOnly = rest.contains("--prepare");
        List<String> words = rest.stream().filter(word -> !word.startsWith("--")).toList();
        Path folder = Files.createDirectories(checkout.resolve("build/generalisation"));
        List<Row> rows = new ArrayList<>();
        for (Subject subject : Subjects.read(checkout)) {
            if (!words.isEmpty() && words.stream().noneMatch(subject.method()::contains)) {
                continue;
            }
            System.err.println(subject.method());
            Holdout.Parted parted = prepare(checkout, folder, subject);
            if (!prepareOnly) {
                Row row = row(subject, parted, folder);
                rows.add(row);
                System.err.print(tableRow(row));
            }
        }
        if (prepareOnly) {
            System.err.println("evidence is in " + checkout.relativize(folder));
            return;
        }
        String page = page(rows);
        if (words.isEmpty()) {
            Files.writeString(checkout.resolve("docs/results/generalisation.md"), page);
            System.err.println("wrote docs/results/generalisation.md");
        } else {
            System.out.print(page);
        }
        List<Row> telling = rows.stream().filter(Row::tells).toList();
        boolean sound = telling.stream().allMatch(row -> row.found.values().stream().allMatch(judged -> judged.fp == 0));
        System.exit(sound && (telling.size() >= 12 || !words.isEmpty()) ? 0 : 1);
    }

    private static Holdout.Parted prepare(Path checkout, Path folder, Subject subject) throws IOException, InterruptedException {
        String name = subject.fileName();
        Path known = states(checkout, subject, folder.resolve(name + ".defaults.states"), "DEFAULTS");
        Path other = states(checkout, subject, folder.resolve(name + ".classic.states"), "CLASSIC");
        return Holdout.part(known, other, SEED, folder.resolve(name + ".learn.jsonl"), folder.resolve(name + ".validate.jsonl"));
    }

    private static Path states(Path checkout, Subject subject, Path output, String mutators) throws IOException, InterruptedException {
        if (!Files.exists(output)) {
            // Generated tests are alike in both halves: what holds of one would hold of the other.
            List<String> options = List.of("--mutators", mutators, "--output", output.toString(), "--generated-tests", "0");
            Command command = Command.run(checkout, "export-states", subject, options);
            if (command.exitCode() != 0) {
                throw new IllegalStateException(subject.method() + ": exit " + command.exitCode() + ": " + command.lastLine());
            }
        }
        return output;
    }

    private static Row row(Subject subject, Holdout.Parted parted, Path folder) {
        try (Engine learner = open(folder.resolve(subject.fileName() + ".learn.jsonl"));
                Engine judge = open(folder.resolve(subject.fileName() + ".validate.jsonl"))) {
            Map<SearchEngine, Judged> found = new LinkedHashMap<>();
            Judged input = null;
            for (SearchEngine engine : ENGINES) {
                ImproveRequest request = ImproveRequest.defaults().withAssertion(subject.input()).withSeed(SEED).withBudget(BUDGET)
                        .withEngine(engine);
                Improvement improvement = learner.improve(request, null);
                input = Judged.of(improvement.initial(), judge, 0);
                found.put(engine, Judged.of(improvement.best(), judge, improvement.elapsedMillis() / 1e3));
            }
            return new Row(subject, parted, learner.evidence().summary(), judge.evidence().summary(), input, found);
        }
    }

    private static Engine open(Path states) {
        Engine engine = Engine.open(EngineOptions.inMemory());
        engine.evidence().importStates(states);
        return engine;
    }

    private static String page(List<Row> rows) {
        List<Row> telling = rows.stream().filter(Row::tells).toList();
        StringBuilder page = new StringBuilder();
        page.append("# Does what is learnt hold elsewhere?\n\n");
        page.append("Made by `make generalisation`. An assertion is learnt on one half of the tests, drawn with seed ").append(SEED)
                .append(", and the mutants of PIT's default mutators, and judged\n");
        page.append(
                "on the other half of the tests and on mutants of other operators (`CLASSIC`: relational, arithmetic and operand"
                + " replacement, unary insertion, variable\n");
        page.append("replacement), less those that behave as one that was learnt from. What is learnt from knows nothing of the rest.\n\n");
        page.append("- By: the evidence is parted by test; by call of the method where there are fewer than ").append(Holdout.FEWEST_TESTS)
                .append(" tests, which are loops over inputs then.\n");
        page.append(
                "- S+, S-: distinct states learnt from; V+, V-: distinct states judged by; mutants: those of the other operators that"
                + " leave an incorrect state in the other half.\n");
        page.append(
                "- FP: correct states of the other half on which the assertion is false. Score: share of these mutants that the"
                + " assertion detects (their number).\n");
        page.append("- No tests are generated, and nobody attacks what is found.\n");
        page.append("- Search of every engine: ").append(BUDGET.toSeconds()).append(" s at most, seed ").append(SEED)
                .append(", from the input assertion.\n\n");
        page.append("Machine: ").append(Machine.describe()).append(".\n\n");
        page.append("| method | by | learnt / all | S+ | S- | V+ | V- | mutants | input score | coevolution FP | score | s | hybrid FP"
                + " | score | s |\n");
        page.append("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        telling.forEach(row -> page.append(tableRow(row)));
        page.append(total(telling));
        List<Row> silent = rows.stream().filter(row -> !row.tells()).toList();
        if (!silent.isEmpty()) {
            page.append("\nNot in the table, because a half has no incorrect state: ")
                    .append(silent.stream().map(row -> "`" + row.subject.shortName() + "`").collect(Collectors.joining(", ")))
                    .append(".\n");
        }
        page.append(CHANGES).append("\n## The assertions\n\n");
        for (Row row : telling) {
            page.append("- `").append(row.subject.shortName()).append("`\n");
            page.append("  - input: `").append(row.input.assertion).append("`\n");
            row.found.forEach((engine, judged) -> page.append("  - ").append(engine.name().toLowerCase(Locale.ROOT)).append(": `")
                    .append(judged.assertion).append("`\n"));
        }
        return page.toString();
    }

    private static String tableRow(Row row) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "| `%s` | %s | %d / %d | %d | %d | %d | %d | %d | %s |",
                row.subject.shortName(), row.parted.by(), row.parted.learning(), row.parted.groups(), row.learn.correct(),
                row.learn.incorrect(),
                row.unseen.correct(), row.unseen.incorrect(), row.killable(), row.input.score()));
        for (Judged judged : row.found.values()) {
            line.append(String.format(Locale.ROOT, " %d | %s | %.1f |", judged.fp, judged.score(), judged.seconds));
        }
        return line.append('\n').toString();
    }

    private static String total(List<Row> rows) {
        long killable = rows.stream().mapToLong(Row::killable).sum();
        StringBuilder line = new StringBuilder("| all " + rows.size() + " | | | | | | | " + killable + " | "
                + share(rows.stream().mapToLong(row -> row.input.detected).sum(), killable) + " |");
        for (SearchEngine engine : ENGINES) {
            List<Judged> found = rows.stream().map(row -> row.found.get(engine)).toList();
            line.append(' ').append(found.stream().mapToLong(Judged::fp).sum()).append(" | ")
                    .append(share(found.stream().mapToLong(Judged::detected).sum(), killable)).append(" | ")
                    .append(String.format(Locale.ROOT, "%.1f |", found.stream().mapToDouble(Judged::seconds).sum()));
        }
        return line.append('\n').toString();
    }

    private static String share(long detected, long killable) {
        return killable == 0 ? "-" : String.format(Locale.ROOT, "%.0f %% (%d)", 100.0 * detected / killable, detected);
    }
}
