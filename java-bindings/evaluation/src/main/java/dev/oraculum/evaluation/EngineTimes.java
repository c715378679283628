package dev.oraculum.evaluation;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.evidence.MutantVerdict;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.SearchEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Times the hybrid engine on states captured from the tests of small methods whose right assertion is known, and whole runs of the command
 * on two of them; writes docs/results/engine-times.md.
 *
 * <p>Arguments: the checkout, then optionally words of which one must occur in a subject's method (then the page goes to standard output
 * only).
 */
public final class EngineTimes {
    private static final long SEED = 1;
    private static final Duration BUDGET = Duration.ofSeconds(20);
    /** Odd: the median is one of them. */
    private static final int RUNS = 5;
    private static final double TARGET_MILLIS = 1000;
    private static final double TARGET_SECONDS = 20;

    private static final List<String> METHODS = List.of(
            "SimpleExamples#min(", "SimpleExamples#abs(", "SimpleExamples#clamp(", "ArrayStack#push(", "ArrayStack#pop(", "ArrayStack#top(",
            "CircularQueue#enqueue(",
            "CircularQueue#dequeue(");
    /** Those that the whole command is timed on. */
    private static final List<String> END_TO_END = List.of("SimpleExamples#min(", "SimpleExamples#abs(");

    /**
     * A method's searches.
     *
     * @param millis of each run, ascending
     */
    private record Row(Subject subject, EvidenceSummary evidence, Improvement found, List<Long> millis) {
        long median() {
            return millis.get(millis.size() / 2);
        }

        long missed() {
            return found.best().fn();
        }

        boolean met() {
            return found.best().fp() == 0 && median() < TARGET_MILLIS
                    && (missed() == 0 || found.floor() != null && missed() <= found.floor().fn());
        }
    }

    private record Whole(Subject subject, Command command) {
        boolean met() {
            return command.exitCode() == 0 && command.seconds() < TARGET_SECONDS;
        }
    }

    private EngineTimes() {}

    /** Exit code 0 iff every assertion has no false positive and every target is met. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> words = List.of(arguments).subList(1, arguments.length);
        Path folder = Files.createDirectories(checkout.resolve("build/engine-times"));
        List<Subject> subjects = Subjects.read(checkout).stream()
                .filter(subject -> METHODS.stream().anyMatch(subject.method()::contains) && subject.library().equals("our own"))
                .filter(subject -> words.isEmpty() || words.stream().anyMatch(subject.method()::contains))
                .toList();
        List<Row> rows = new ArrayList<>();
        for (Subject subject : subjects) {
            Path states = folder.resolve(subject.fileName() + ".states");
            Command export = Command.run(
                    checkout, "export-states", subject, List.of("--output", states.toString(), "--generated-tests", "0"));
            if (export.exitCode() != 0) {
                throw new IllegalStateException(subject.method() + ": exit " + export.exitCode() + ": " + export.lastLine());
            }
            Row row = row(subject, states);
            System.err.print(tableRow(row));
            rows.add(row);
        }
        List<Whole> wholes = new ArrayList<>();
        for (Subject subject : subjects) {
            if (END_TO_END.stream().anyMatch(subject.method()::contains)) {
                wholes.add(new Whole(subject, Command.run(
                        checkout, "improve", subject, List.of("--engine", "hybrid", "--seed", String.valueOf(SEED)))));
            }
        }
        String page = page(rows, wholes);
        if (words.isEmpty()) {
            Files.writeString(checkout.resolve("docs/results/engine-times.md"), page);
            System.err.println("wrote docs/results/engine-times.md");
        } else {
            System.out.print(page);
        }
        System.exit(rows.stream().allMatch(Row::met) && wholes.stream().allMatch(Whole::met) ? 0 : 1);
    }

    private static Row row(Subject subject, Path states) {
        ImproveRequest request = ImproveRequest.defaults().withSeed(SEED).withBudget(BUDGET).withEngine(SearchEngine.HYBRID);
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            engine.evidence().importStates(states);
            EvidenceSummary evidence = engine.evidence().summary();
            Improvement found = null;
            List<Long> millis = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                Improvement again = engine.improve(request, null);
                if (found != null && !found.best().text().equals(again.best().text())) {
                    throw new IllegalStateException(subject.method() + ": two searches of one seed gave " + found.best().text().assertion()
                            + " and " + again.best().text().assertion());
                }
                found = again;
                millis.add(again.elapsedMillis());
            }
            millis.sort(null);
            return new Row(subject, evidence, found, millis);
        }
    }

    private static String page(List<Row> rows, List<Whole> wholes) {
        StringBuilder page = new StringBuilder();
        page.append("# How long the engine takes where the right assertion is known\n\n");
        page.append(
                "Made by `make engine-times` (part of `make results`). The states are those that the tests of java-bindings/subjects"
                + " leave behind, on the original and on the mutants of PIT's\n");
        page.append("default mutators. The hybrid searches from `true` with its default settings, seed ").append(SEED)
                .append("; ms: wall time of the search alone, all threads, the median of ")
                .append(RUNS).append(" runs in one process (least to most).\n\n");
        page.append(
                "- S+, S-: distinct correct and incorrect states. FP: correct states on which the assertion is false. FN: incorrect"
                + " states on which it is true.\n");
        page.append(
                "- Floor: no combination of the synthesis's atoms has fewer false negatives. Spoiled: states of calls that were given"
                + " an object which an earlier call of the mutant had\n");
        page.append("  spoiled; they are no evidence (`--inherited-corruption keep` counts them).\n\n");
        page.append("Target: less than ").append(Math.round(TARGET_MILLIS))
                .append(" ms to an assertion without false positives and without false negatives, or with no more than the floor. ")
                .append(rows.stream().filter(Row::met).count()).append(" of ").append(rows.size()).append(" meet it.\n\n");
        page.append("Machine: ").append(Machine.describe()).append(".\n\n");
        page.append("| method | S+ | S- | engine ms | FP | FN | floor | spoiled | assertion |\n");
        page.append("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |\n");
        rows.forEach(row -> page.append(tableRow(row)));
        List<Row> imperfect = rows.stream().filter(row -> row.missed() > 0).toList();
        if (!imperfect.isEmpty()) {
            page.append("\n## What is missed, and why\n\n");
            imperfect.forEach(row -> page.append(explanation(row)));
        }
        page.append("\n## The whole command\n\n");
        page.append(
                "`oraculum improve --engine hybrid` from the start of its JVM to its end: class files analysed, tests run on the"
                + " original twice and on every mutant, search, verification.\n");
        page.append("With its defaults it also generates tests and attacks what it finds, which takes most of the time: without\n"
                + "(`--generated-tests 0 --assessor-tests 0`) `min` took 1.6 s where it took 6.3 s with them,\n"
                + "and 2.3 s at commit 8ee275c, which had neither.\n");
        page.append("Target: less than ").append(Math.round(TARGET_SECONDS)).append(" s.\n\n");
        page.append("| method | wall s | exit code |\n| --- | ---: | ---: |\n");
        for (Whole whole : wholes) {
            page.append(String.format(Locale.ROOT, "| `%s` | %.1f | %d |%n", whole.subject.shortName(), whole.command.seconds(),
                    whole.command.exitCode()));
        }
        return page.toString();
    }

    private static String tableRow(Row row) {
        Improvement found = row.found;
        return String.format(Locale.ROOT, "| `%s` | %d | %d | %d (%d to %d) | %d | %d | %s | %d | `%s` |%n",
                row.subject.shortName(), row.evidence.correct(), row.evidence.incorrect(), row.median(), row.millis.get(0),
                row.millis.get(row.millis.size() - 1),
                found.best().fp(), row.missed(), found.floor() == null ? "-" : String.valueOf(found.floor().fn()),
                row.evidence.inheritedCorruption(), found.best().text().assertion().replace("|", "\\|"));
    }

    private static String explanation(Row row) {
        StringBuilder text = new StringBuilder();
        text.append("- `").append(row.subject.shortName()).append("`: ").append(row.found.best().verdicts().stream()
                .filter(verdict -> verdict.incorrectStates() > verdict.rejectedStates())
                .map(EngineTimes::missed)
                .collect(Collectors.joining("; "))).append(".\n");
        if (row.found.ungated() != null && row.found.ungated().fn() < row.missed()) {
            text.append("  The gates cost ").append(row.missed() - row.found.ungated().fn()).append(" of them: ungated FN ")
                    .append(row.found.ungated().fn()).append(", `")
                    .append(row.found.ungated().assertion()).append("`.\n");
        }
        return text.toString();
    }

    private static String missed(MutantVerdict verdict) {
        long missed = verdict.incorrectStates() - verdict.rejectedStates();
        return missed + " of the " + verdict.incorrectStates() + " states of `" + verdict.mutant() + "`";
    }
}
