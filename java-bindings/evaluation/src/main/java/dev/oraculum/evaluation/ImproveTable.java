package dev.oraculum.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs {@code oraculum improve} on every subject, starting from {@code true}, and writes docs/results/improve.md.
 *
 * <p>Arguments: the checkout, then optionally words of which one must occur in a subject's method (then the table goes
 * to standard output only).
 */
public final class ImproveTable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = 1;
    private static final String BUDGET = "60s";

    private record Row(Subject subject, int exitCode, JsonNode result, double seconds, String lastLine) {}

    private ImproveTable() {}

    /** Exit code 0 iff every subject ran and every row has no false positive and no disagreement with the JVM. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> words = List.of(arguments).subList(1, arguments.length);
        List<Row> rows = new ArrayList<>();
        for (Subject subject : Subjects.read(checkout)) {
            if (words.isEmpty() || words.stream().anyMatch(subject.method()::contains)) {
                System.err.println("improve " + subject.method());
                Row row = run(checkout, subject);
                System.err.println("  " + line(row));
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
        System.exit(rows.stream().allMatch(ImproveTable::sound) ? 0 : 1);
    }

    private static Row run(Path checkout, Subject subject) throws IOException, InterruptedException {
        Path json = Files.createTempFile("improve", ".json");
        Path log = Files.createTempFile("improve", ".log");
        try {
            Files.delete(json);
            List<String> command = new ArrayList<>(List.of(
                    checkout.resolve("oraculum").toString(), "improve",
                    "--classpath", join(subject.classpath()), "--tests", join(subject.tests()),
                    "--method", subject.method(), "--assertion", "true",
                    "--seed", String.valueOf(SEED), "--budget", BUDGET, "--json", json.toString()));
            for (String testClass : subject.testClasses()) {
                command.add("--test-class");
                command.add(testClass);
            }
            long start = System.nanoTime();
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
            if (!process.waitFor(10, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            List<String> output = Files.readAllLines(log);
            String last = output.isEmpty() ? "" : output.get(output.size() - 1);
            JsonNode result = Files.exists(json) ? JSON.readTree(json.toFile()) : null;
            return new Row(subject, process.exitValue(), result, seconds, last);
        } finally {
            Files.deleteIfExists(json);
            Files.deleteIfExists(log);
        }
    }

    private static String join(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean sound(Row row) {
        return row.result != null
                && row.exitCode <= 1
                && best(row).path("fp").asInt(-1) == 0
                && row.result.path("verified").path("compiled").asBoolean()
                && row.result.path("verified").path("disagreements").asInt(-1) == 0;
    }

    private static JsonNode best(Row row) {
        JsonNode improved = row.result.path("improved");
        return improved.isObject() ? improved : row.result.path("initial");
    }

    private static String line(Row row) {
        if (row.result == null) {
            return "exit " + row.exitCode + ": " + row.lastLine;
        }
        JsonNode best = best(row);
        return String.format(Locale.ROOT, "FN %d -> %d, size %d, %.1f s: %s", row.result.path("initial").path("fn").asInt(),
                best.path("fn").asInt(), best.path("size").asInt(), row.seconds, best.path("assertion").asText());
    }

    private static String page(List<Row> rows) {
        StringBuilder page = new StringBuilder();
        page.append("# `oraculum improve` on real methods\n\n");
        page.append("Made by `make results`. Every run starts from the assertion `true` (no false positive, every incorrect state a false\n");
        page.append("negative), seed ").append(SEED).append(", budget ").append(BUDGET).append(" for the search, PIT's default mutators on the method under test.\n\n");
        page.append("- S+, S-: distinct correct and incorrect states; mutants: all / died before the assertion / likely equivalent / detected / survived by the improved assertion.\n");
        page.append("- FP is 0 before and after in every row, or the command fails; every assertion was compiled by javac and evaluated in the JVM on every\n");
        page.append("  state, in agreement with the engine.\n");
        page.append("- Search: the co-evolution alone; total: the whole command, with JVM starts, tests and mutants.\n\n");
        page.append("Machine: ").append(Machine.describe()).append(".\n\n");
        page.append("| library | method | S+ | S- | mutants | FP | FN before | FN after | size | stop | search s | total s |\n");
        page.append("| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n");
        for (Row row : rows) {
            page.append(tableRow(row));
        }
        page.append("\n## The assertions\n\n");
        for (Row row : rows) {
            if (row.result != null) {
                page.append("- `").append(row.subject.shortName()).append("`: `").append(best(row).path("assertion").asText()).append("`\n");
            }
        }
        return page.toString();
    }

    private static String tableRow(Row row) {
        if (row.result == null) {
            return "| " + row.subject.library() + " | " + row.subject.shortName() + " | exit " + row.exitCode + ": " + row.lastLine.replace("|", "\\|")
                    + " | | | | | | | | | |\n";
        }
        JsonNode evidence = row.result.path("evidence");
        JsonNode mutants = evidence.path("mutants");
        JsonNode best = best(row);
        return String.format(Locale.ROOT, "| %s | `%s` | %d | %d | %d / %d / %d / %d / %d | %d | %d | %d | %d | %s | %.1f | %.1f |%n",
                row.subject.library(), row.subject.shortName(), evidence.path("correct").asInt(), evidence.path("incorrect").asInt(),
                mutants.path("total").asInt(), mutants.path("killedBeforeAssertion").asInt(), mutants.path("likelyEquivalent").asInt(),
                mutants.path("detected").asInt(), mutants.path("survived").asInt(),
                best.path("fp").asInt(), row.result.path("initial").path("fn").asInt(), best.path("fn").asInt(), best.path("size").asInt(),
                row.result.path("stopReason").asText(), row.result.path("elapsed").path("search").asDouble(), row.seconds);
    }
}
