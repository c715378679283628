package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.SameOnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --history}: what has not changed keeps its result. */
@SameOnEveryJdk
class HistoryEndToEndTest {
    @TempDir
    private static Path folder;

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** What a result says but for times and for what is kept. */
    private static JsonNode found(Path file) throws IOException {
        ObjectNode result = (ObjectNode) Cli.json(file);
        result.remove(List.of("elapsed", "kept"));
        result.get("results").forEach(each -> ((ObjectNode) each).remove("elapsed"));
        return result;
    }

    /** A copy of sources with a text of one file exchanged. */
    private static Path edited(Path sources, String name, String file, String from, String to) throws IOException {
        Path copy = folder.resolve(name);
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(sources.relativize(each).toString());
                Files.createDirectories(target.getParent());
                Files.copy(each, target);
            }
        }
        String source = Files.readString(copy.resolve(file));
        assertTrue(source.contains(from), file);
        Files.writeString(copy.resolve(file), source.replace(from, to));
        return copy;
    }

    /** A run with its result. */
    private static JsonNode generate(GenerateRuns runs, String name, List<String> options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--package", "app", "util", "--max-tests", "60", "--budget", "3000", "--json",
                json(name).toString()));
        all.addAll(options);
        Cli.check(runs.run(out(name), GenerateRuns.Mutants.WITHOUT_VARIANTS, all.toArray(String[]::new)), 0);
        return Cli.json(json(name));
    }

    private static Path out(String name) {
        return folder.resolve("generated-" + name);
    }

    private static Path json(String name) {
        return folder.resolve(name + ".json");
    }

    private static void assertSameTests(String one, String other) throws IOException {
        assertEquals(found(json(one)), found(json(other)));
        assertEquals(GenerateRuns.files(out(one)), GenerateRuns.files(out(other)));
        for (String file : GenerateRuns.files(out(one))) {
            assertEquals(Files.readString(out(one).resolve(file)), Files.readString(out(other).resolve(file)), file);
        }
    }

    @Test
    void onlyClassesThatDependOnAnEditGetNewTests() throws Exception {
        GenerateRuns runs = GenerateRuns.of("manyclasses", folder.resolve("generate"));
        Path history = folder.resolve("generate/history");
        List<String> with = List.of("--history", history.toString());
        JsonNode first = generate(runs, "first", with);
        assertFalse(first.has("kept"), "nothing is known before the first run");
        int classes = first.get("results").size();
        assertTrue(classes >= 5, String.valueOf(classes));
        JsonNode second = generate(runs, "second", with);
        assertEquals(classes, second.get("kept").size());
        assertSameTests("first", "second");

        Path sources = edited(runs.project().sources(), "edited", "app/Counter.java", "number * 2", "number * 3");
        runs.project().compileSources(sources, runs.project().classes());
        JsonNode third = generate(runs, "third", with);
        assertEquals(classes - 1, third.get("kept").size());
        assertFalse(texts(third.get("kept")).contains("app.Counter"));
        generate(runs, "fresh", List.of());
        assertSameTests("fresh", "third");

        try (Stream<Path> files = Files.list(history)) {
            Path damaged = files.filter(file -> file.getFileName().toString().startsWith("util.Texts-")).findFirst().orElseThrow();
            Files.writeString(damaged, Files.readString(damaged).replace("\"report\"", "\"gone\""));
        }
        assertEquals(classes - 1, generate(runs, "fourth", with).get("kept").size());
        assertSameTests("fresh", "fourth");

        Cli.check(runs.run(out("one"), GenerateRuns.Mutants.NONE, "--class", "app.Counter", "--history", history.toString()),
                2, "--history goes with --package, --all or several --class");
    }

    private static Cli.Result improve(TestProject project, String json, Path history, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "improve", "--classpath", project.classes().toString(), "--tests", project.tests(), "--package", "pkg", "--set",
                "minGenerations=5", "--set", "maxGenerations=5", "--set", "synthesis.gates=false", "--history", history.toString(),
                "--json", folder.resolve(json).toString()));
        command.addAll(List.of(more));
        return Cli.run(command.toArray(String[]::new));
    }

    private static Stream<Path> files(Path history, String start) throws IOException {
        try (Stream<Path> all = Files.list(history)) {
            return all.filter(file -> file.getFileName().toString().startsWith(start)).toList().stream();
        }
    }

    private static int kept(String json) throws IOException {
        return Cli.json(folder.resolve(json)).path("kept").size();
    }

    @Test
    void methodsKeepTheirResultsAsLongAsCodeTestsAndRequestAreTheSame() throws Exception {
        TestProject many = TestProject.compile("many", folder.resolve("many"));
        Path history = folder.resolve("improve-history");
        Cli.check(improve(many, "a.json", history), 0);
        JsonNode first = Cli.json(folder.resolve("a.json"));
        int results = first.get("results").size();
        assertTrue(results >= 4, first.toString());
        Cli.check(improve(many, "b.json", history), 0, "unchanged");
        assertEquals(found(folder.resolve("a.json")), found(folder.resolve("b.json")));
        List<String> kept = texts(Cli.json(folder.resolve("b.json")).get("kept"));
        assertTrue(kept.size() > results, "those without tests, too: " + kept);
        assertFalse(kept.contains("pkg.Many#wrong(int)"), "its tests fail, which may be mended by something that is no class");

        Cli.check(improve(many, "c.json", history, "--seed", "5"), 0);
        assertEquals(0, kept("c.json"), "another seed");
        Cli.check(improve(many, "d.json", history, "--seed", "5"), 0);
        assertEquals(kept.size(), kept("d.json"));

        // A history is no worse than none, whatever is in it.
        TreeSet<Path> files = new TreeSet<>();
        try (Stream<Path> all = Files.list(history)) {
            all.forEach(files::add);
        }
        assertEquals(kept.size(), files.size());
        Files.writeString(files.pollFirst(), "{");
        Files.write(files.pollFirst(), new byte[] {0});
        String other = Files.readString(files.pollFirst());
        Files.writeString(files.pollFirst(), other);
        Cli.check(improve(many, "e.json", history, "--seed", "5"), 0);
        assertEquals(kept.size() - 3, kept("e.json"));
        assertEquals(found(folder.resolve("d.json")), found(folder.resolve("e.json")));

        // Java that is not the assertion's would go into a patch, and be compiled and run.
        Path of = files(history, "pkg.Many-min-").findFirst().orElseThrow();
        String text = Files.readString(of);
        assertTrue(text.contains("\"java\":\""), text);
        Files.writeString(of, text.replace("\"java\":\"", "\"java\":\"new java.io.File(\\\"x\\\").delete() || "));
        Cli.check(improve(many, "e2.json", history, "--seed", "5"), 0);
        assertEquals(kept.size() - 1, kept("e2.json"));
        assertEquals(found(folder.resolve("d.json")), found(folder.resolve("e2.json")));
        assertFalse(Files.readString(of).contains("java.io.File"), "it is written anew");

        Path sources = edited(many.sources(), "edited-many", "pkg/Colour.java", "GREEN : RED", "RED : GREEN");
        many.compileSources(sources, many.classes());
        Cli.check(improve(many, "f.json", history, "--seed", "5"), 0);
        assertEquals(0, kept("f.json"), "the only test class is of both classes");

        Cli.check(improve(many, "g.json", history, "--evidence", folder.resolve("evidence").toString()), 2,
                "--evidence does not go with --history");
        Path file = Files.writeString(folder.resolve("file"), "");
        Cli.check(improve(many, "h.json", file), 2, "is a file; a history needs a folder");
        Cli.check(Cli.run(many.improve("pkg.Many#even", "--history", history.toString()).toArray(String[]::new)), 2,
                "--history goes with --all-methods, --class, --package or --since");
    }
}
