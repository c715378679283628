package dev.oraculum.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs {@code oraculum improve} on every subject, starting from {@code true}, with co-evolution and with the hybrid on the same evidence,
 * and writes docs/results/improve.md.
 *
 * <p>Arguments: the checkout, then optionally words of which one must occur in a subject's method (then the table goes
 * to standard output only).
 */
public final class ImproveTable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = 1;
    private static final String BUDGET = "10s";

    /** What this page said before, by hand: numbers of an old commit. */
    private static final String CHANGES = """

            ## Since commit 8ee275c

            What clauses are believed has changed since then, and what a method leaves unchanged is said. Nothing has fewer false negatives
            than it had; these have more:

            | method | hybrid FN then | now | what it said then |
            | --- | ---: | ---: | --- |
            | `Complex.reciprocal()` | 73 | 294 | orders of reals under conditions on reals |
            | `FastMath.floor(double)` | 117 | 158 | the same |
            | `Vector2D.crossProduct` | 146 | 697 | equations of variables of the method's body: `x1 == p2.getX() - p1.getX()` |
            | `IntMath.mod(int,int)` | 0 | 127 | `result == x % m` or two orders |
            | `LongMath.saturatedMultiply` | 562 | 817 | the same product as now, and conditions on a variable of the body |
            | `Angle.diff(double,double)` | 64 | 417 | orders of sums of reals, and with a variable of the body |
            | `Words.split(String)` | 30 | 77 | equations of variables of the body |
            | `Words.longerThan(List,int)` | 19 | 56 | the same, and remainders of sizes |

            Two things were given up, as code that nobody had seen showed them to be false too often, or useless to a reader: clauses over
            variables of the method's body, and orders, of reals above all, that nothing but the values of a few tests speaks for. As it
            comes, `improve` generates tests, and has more evidence than here ([merge-rate.md](merge-rate.md)). Exact, as before, are
            minimum, absolute value, clamp, saturating addition, subtraction that checks for overflow, and what is said of all elements
            (`sort`, `copyOf`, `contains`, `replaceAll`, `indexOf`, `reverse`). Larger by frame conditions: `top`, `copyOf`, `contains`,
            `indexOf`, `Register.add`; `enqueue` says now what each answer means for the size.
            """;

    /** One engine's run. */
    private record Run(Command command, JsonNode result) {
        JsonNode best() {
            JsonNode improved = result.path("improved");
            return improved.isObject() ? improved : result.path("initial");
        }

        long fn() {
            return best().path("fn").asLong();
        }

        int size() {
            return best().path("size").asInt();
        }

        double search() {
            return result.path("elapsed").path("search").asDouble();
        }

        boolean sound() {
            JsonNode verified = result == null ? null : result.path("verified");
            return verified != null && command.exitCode() <= 1 && best().path("fp").asInt(-1) == 0 && verified.path("compiled").asBoolean()
                    && verified.path("disagreements").asInt(-1) == 0;
        }
    }

    private record Row(Subject subject, Run coevolution, Run hybrid) {
        boolean ran() {
            return coevolution.result != null && hybrid.result != null;
        }

        /** Nodes of the hybrid's smallest assertion that has no more false negatives than co-evolution's; -1: none. */
        int sizeAtCoevolutionsFn() {
            int size = hybrid.fn() <= coevolution.fn() ? hybrid.size() : Integer.MAX_VALUE;
            for (JsonNode choice : hybrid.result.path("archive")) {
                size = choice.path("fn").asLong() <= coevolution.fn() ? Math.min(size, choice.path("size").asInt()) : size;
            }
            return size == Integer.MAX_VALUE ? -1 : size;
        }

        /** Some assertion of the hybrid has no more false negatives and no more nodes. */
        boolean hybridIsNoWorse() {
            return sizeAtCoevolutionsFn() >= 0 && sizeAtCoevolutionsFn() <= coevolution.size();
        }

        boolean hybridIsFaster() {
            return hybrid.search() <= coevolution.search();
        }
    }

    private ImproveTable() {}

    /** Exit code 0 iff every subject ran and every row has no false positive and no disagreement with the JVM. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> words = List.of(arguments).subList(1, arguments.length);
        List<Row> rows = new ArrayList<>();
        Path folder = Files.createDirectories(checkout.resolve("build/results"));
        for (Subject subject : Subjects.read(checkout)) {
            if (words.isEmpty() || words.stream().anyMatch(subject.method()::contains)) {
                System.err.println("improve " + subject.method());
                Row row = run(checkout, folder, subject);
                System.err.print("  " + tableRow(row));
                rows.add(row);
            }
        }
        String page = page(rows);
        if (words.isEmpty()) {
            Path file = checkout.resolve("docs/results/improve.md");
            Files.createDirectories(file.getParent());
            Files.writeString(file, page);
            System.err.println("wrote " + checkout.relativize(file));
        } else {
            System.out.print(page);
        }
        System.exit(rows.stream().allMatch(row -> row.coevolution.sound() && row.hybrid.sound()) ? 0 : 1);
    }

    /** The first engine makes the evidence, the second one searches on it. */
    private static Row run(Path checkout, Path folder, Subject subject) throws IOException, InterruptedException {
        Path evidence = folder.resolve(subject.fileName() + ".db");
        try (Stream<Path> old = Files.list(folder)) {
            for (Path file : old.filter(f -> f.getFileName().toString().startsWith(evidence.getFileName().toString())).toList()) {
                Files.delete(file);
            }
        }
        Run coevolution = run(checkout, folder, subject, "coevolution", List.of("--evidence", evidence.toString()));
        Run hybrid = run(checkout, folder, subject, "hybrid", List.of("--evidence", evidence.toString(), "--resume"));
        return new Row(subject, coevolution, hybrid);
    }

    private static Run run(Path checkout, Path folder, Subject subject, String engine, List<String> more)
            throws IOException, InterruptedException {
        Path json = folder.resolve(subject.fileName() + "." + engine + ".json");
        Files.deleteIfExists(json);
        List<String> options = new ArrayList<>(
                List.of("--engine", engine, "--assertion", "true", "--seed", String.valueOf(SEED), "--budget", BUDGET, "--json",
                        json.toString(),
                        "--generated-tests", "0", "--assessor-tests", "0"));
        options.addAll(more);
        Command command = Command.run(checkout, "improve", subject, options);
        return new Run(command, Files.exists(json) ? JSON.readTree(json.toFile()) : null);
    }

    private static String page(List<Row> rows) {
        List<Row> ran = rows.stream().filter(Row::ran).toList();
        StringBuilder page = new StringBuilder();
        page.append("# `oraculum improve` on real methods\n\n");
        page.append("Made by `make results`. Every search starts from the assertion `true` (no false positive, every incorrect state a"
                + " false negative), seed ").append(SEED)
                .append(", budget ").append(BUDGET).append(";\n");
        page.append(
                "PIT's default mutators on the method under test. The evidence is made once, by the run with co-evolution, and both engines"
                        + " search on it.\n");
        page.append("It is that of the project's tests: none are generated, and nobody attacks what is found.\n\n");
        page.append("These methods were used while the engines were made: they show what the engines can do on known code. Tests and"
                + " mutators that the search did\nnot see are in [generalisation.md](generalisation.md);"
                + " no method here was chosen by a rule before its results were known.\n\n");
        page.append(
                "- S+, S-: distinct correct and incorrect states; mutants: all / died before the assertion / likely equivalent /"
                + " detected / survived by the hybrid's assertion.\n");
        page.append(
                "- FP is 0 in every row, or the command fails; every assertion was compiled by javac and evaluated in the JVM on every"
                + " state, in agreement with the engine.\n");
        page.append("- FN: false negatives; before: those of `true`, which are all incorrect states. s: seconds of the search alone.\n");
        page.append(
                "- Floor: no boolean combination of the synthesis's atoms, of whatever size, has fewer false negatives. Gap: the"
                + " hybrid's FN less the floor.\n");
        page.append(
                "- Ungated: FN and size of the hybrid's choice if no clause had to pass a gate. Co-evolution has no gates: what it"
                + " detects more than the gated hybrid, the evidence does\n");
        page.append("  not justify ([generalisation.md](generalisation.md)).\n");
        page.append(
                "- Same FN: size of the smallest assertion that the hybrid found, in its result's archive, with no more false negatives"
                + " than co-evolution's; co-evolution's own size is in its column.\n");
        page.append("- Evidence: seconds of everything before the search, JVM starts, tests and mutants.\n\n");
        page.append("Machine: ").append(Machine.describe()).append(".\n\n");
        page.append(
                "| library | method | S+ | S- | mutants | coevolution FN | size | s | hybrid FN | size | s | ungated FN | size | same"
                + " FN | floor | gap | evidence s |\n");
        page.append("| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
                + " ---: |\n");
        rows.forEach(row -> page.append(tableRow(row)));
        page.append("\nOn ").append(ran.stream().filter(Row::hybridIsNoWorse).count()).append(" of ").append(rows.size())
                .append(" methods the hybrid found an assertion with at most co-evolution's false negatives and size, on ")
                .append(ran.stream().filter(Row::hybridIsFaster).count())
                .append(" in at most its time; its searches took ")
                .append(String.format(Locale.ROOT, "%.1f s, those of co-evolution %.1f s in all.\n",
                        ran.stream().mapToDouble(row -> row.hybrid.search()).sum(),
                        ran.stream().mapToDouble(row -> row.coevolution.search()).sum()));
        List<String> worse = ran.stream().filter(row -> !row.hybridIsNoWorse()).map(row -> "`" + row.subject.shortName() + "`").toList();
        if (!worse.isEmpty()) {
            page.append("The others: ").append(String.join(", ", worse)).append(".\n");
        }
        page.append(CHANGES);
        page.append("\n## The assertions\n\n");
        for (Row row : ran) {
            page.append("- `").append(row.subject.shortName()).append("`\n");
            page.append("  - coevolution: `").append(row.coevolution.best().path("assertion").asText()).append("`\n");
            page.append("  - hybrid: `").append(row.hybrid.best().path("assertion").asText()).append("`\n");
        }
        return page.toString();
    }

    private static String tableRow(Row row) {
        if (!row.ran()) {
            Command failed = row.coevolution.result == null ? row.coevolution.command : row.hybrid.command;
            return "| " + row.subject.library() + " | " + row.subject.shortName() + " | exit " + failed.exitCode() + ": "
                    + failed.lastLine().replace("|", "\\|") + " | | | | | | | | | | | | | | |\n";
        }
        JsonNode result = row.hybrid.result;
        JsonNode evidence = result.path("evidence");
        JsonNode mutants = evidence.path("mutants");
        JsonNode ungated = result.path("ungated");
        String[] before = {"analysis", "tests", "mutants", "dataset"};
        double seconds = Stream.of(before).mapToDouble(phase -> row.coevolution.result.path("elapsed").path(phase).asDouble()).sum();
        String counted = Stream.of("total", "killedBeforeAssertion", "likelyEquivalent", "detected", "survived")
                .map(name -> mutants.path(name).asText()).collect(Collectors.joining(" / "));
        return String.format(
                Locale.ROOT, "| %s | `%s` | %d | %d | %s | %d | %d | %.2f | %d | %d | %.2f | %s | %s | %s | %d | %d | %.1f |%n",
                row.subject.library(), row.subject.shortName(), evidence.path("correct").asInt(), evidence.path("incorrect").asInt(),
                counted,
                row.coevolution.fn(), row.coevolution.size(), row.coevolution.search(), row.hybrid.fn(), row.hybrid.size(),
                row.hybrid.search(),
                ungated.path("fn").asText("-"), ungated.path("size").asText("-"),
                row.sizeAtCoevolutionsFn() < 0 ? "-" : row.sizeAtCoevolutionsFn(),
                result.path("floor").path("fn").asLong(), result.path("gap").asLong(), seconds);
    }
}
