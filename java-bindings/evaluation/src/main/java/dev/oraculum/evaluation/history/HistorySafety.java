package dev.oraculum.evaluation.history;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.generate.ClassResult;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.Mutators;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Edits a library at random, one instruction at a time, and compares what a history keeps with a run without one: a difference is a
 * dependency that the history does not see. Each edit is made to the library as it was, with the history of that; the class and the mutant
 * of PIT's defaults are drawn with a seed. Arguments: the folder of the sources, {@code generate} or {@code improve}, the jar of the
 * library, that of its tests and further jars with a colon between them (or {@code -}), the number of edits, the seed.
 */
public final class HistorySafety {
    private static final long TESTS = 100;
    private static final long LINES_SHOWN = 1;

    private final Path classes;
    private final Path histories;
    private final Project project;
    private final boolean generate;

    private HistorySafety(Path folder, List<Path> tests, boolean generate) {
        this.classes = folder.resolve("classes");
        this.histories = folder.resolve("history");
        this.project = generate ? Project.of(Stream.concat(Stream.of(classes), tests.stream()).toList())
                : Project.of(List.of(classes), tests).withExcludeFailingTests(true);
        this.generate = generate;
    }

    /** See above. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(
                Path.of(args[0]).toAbsolutePath().normalize().resolve("java-bindings/evaluation/target/history"));
        Path run = Files.createTempDirectory(folder, "run");
        List<Path> further = args[3].equals("-") ? List.of() : Stream.of(args[3].split(":")).map(Path::of).toList();
        HistorySafety safety = new HistorySafety(run, further, args[1].equals("generate"));
        try (JarFile jar = new JarFile(Path.of(args[2]).toFile())) {
            safety.unpack(jar);
        }
        safety.run(Integer.parseInt(args[4]), Long.parseLong(args[5]));
    }

    private void unpack(JarFile jar) throws IOException {
        for (JarEntry entry : jar.stream().filter(each -> !each.isDirectory()).toList()) {
            Path file = classes.resolve(entry.getName()).normalize();
            if (!file.startsWith(classes)) {
                throw new IOException(entry.getName() + " is not below the folder");
            }
            Files.createDirectories(file.getParent());
            try (InputStream in = jar.getInputStream(entry)) {
                Files.write(file, in.readAllBytes());
            }
        }
    }

    private void run(int edits, long seed) throws IOException {
        Random random = new Random(seed);
        List<Mutant> mutants = mutants();
        long begin = System.nanoTime();
        Map<String, Row> before = results(histories);
        double first = seconds(begin);
        System.out.printf("%d %s, first run %.1f s%n", before.size(), noun(), first);
        int kept = 0;
        int different = 0;
        for (int edit = 1; edit <= edits; edit++) {
            Mutant mutant = mutants.get(random.nextInt(mutants.size()));
            Path file = classes.resolve(mutant.className().replace('.', '/') + ".class");
            byte[] original = Files.readAllBytes(file);
            try {
                Files.write(file, mutant.bytes());
                begin = System.nanoTime();
                Map<String, Row> with = results(copy(edit));
                double withHistory = seconds(begin);
                begin = System.nanoTime();
                Map<String, Row> without = results(null);
                long same = with.values().stream().filter(Row::kept).count();
                // What is done again may differ for reasons of the library's own tests, such as the order of a set in a message.
                List<String> differing = with.entrySet().stream().filter(each -> each.getValue().kept())
                        .filter(each -> !each.getValue().found().equals(without.get(each.getKey()).found()))
                        .map(Map.Entry::getKey).toList();
                kept += (int) same;
                different += differing.size();
                System.out.printf("%2d  %s %s: %d of %d kept, %.1f s, without history %.1f s, %s%n", edit, mutant.className(),
                        mutant.sentence().lines().limit(LINES_SHOWN).findFirst().orElse(""), same, with.size(), withHistory, seconds(begin),
                        differing.isEmpty() ? "equal" : "DIFFERENT:");
                for (String name : differing) {
                    System.out.printf("    %s: %s%n", name, firstDifference(with.get(name).found(), without.get(name).found()));
                }
            } finally {
                Files.write(file, original);
            }
        }
        System.out.printf("%d edits: %d of %d results kept, %d different%n", edits, kept, edits * before.size(), different);
    }

    private static String firstDifference(String one, String other) {
        List<String> lines = one.lines().toList();
        List<String> others = other.lines().toList();
        for (int i = 0; i < Math.min(lines.size(), others.size()); i++) {
            if (!lines.get(i).equals(others.get(i))) {
                return lines.get(i).strip() + " / " + others.get(i).strip();
            }
        }
        return lines.size() + " / " + others.size() + " lines";
    }

    private String noun() {
        return generate ? "classes" : "methods";
    }

    /** All mutants of all classes, in the order of their names. */
    private List<Mutant> mutants() {
        List<Mutant> all = new ArrayList<>();
        try (ClassPath classPath = ClassPath.open(project.classPath(), Optional.empty());
                ClassPath own = ClassPath.open(List.of(classes), Optional.empty())) {
            for (String name : own.projectClasses()) {
                all.addAll(Mutants.ofClass(classPath, name, Mutators.defaults()));
            }
        }
        return all;
    }

    /** The first run's history, so that each edit is one to the library as it was. */
    private Path copy(int edit) throws IOException {
        Path copy = Files.createDirectories(histories.resolveSibling("history-" + edit));
        try (Stream<Path> files = Files.list(histories)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    /**
     * What was found of a class or method.
     *
     * @param found all that is said of it but for times
     */
    private record Row(String found, boolean kept) {}

    /** @param history null: none */
    private Map<String, Row> results(Path history) {
        return generate ? ofClasses(history) : ofMethods(history);
    }

    private Map<String, Row> ofClasses(Path history) {
        Generate each = Generate.of(project, "").withMaxTests(TESTS).withSeed(1).withBudget(Duration.ofHours(1));
        each = each.withSettings(each.settings().with("generate.variants", 0));
        GenerateAll request = GenerateAll.of(project, new ClassSelection(List.of(), List.of(), List.of(classes))).withEach(each)
                .withHistory(history);
        Map<String, Row> rows = new LinkedHashMap<>();
        for (ClassResult result : Oraculum.generateAll(request, JobListener.NONE).classes()) {
            String found = result.outcome() + result.reason() + (result.report() == null ? "" : withoutTimes(result.report().toJson()));
            rows.put(result.className(), new Row(found, result.kept()));
        }
        return rows;
    }

    private Map<String, Row> ofMethods(Path history) {
        ImproveRequest search = ImproveRequest.defaults().withSeed(1).withBudget(Duration.ofHours(1));
        Improve each = Improve.of(project, "").withSearch(search)
                .withStates(StateSettings.DEFAULT.with("generatedTests", 0).with("assessorTests", 0));
        ImproveAll request = new ImproveAll(each, MethodSelection.all(), null).withHistory(history);
        Map<String, Row> rows = new LinkedHashMap<>();
        for (MethodResult result : Oraculum.improveAll(request, JobListener.NONE).methods()) {
            String found = result.outcome() + result.reason() + (result.report() == null ? "" : withoutTimes(result.report().toJson()));
            rows.put(result.method(), new Row(found, result.kept()));
        }
        return rows;
    }

    private static String withoutTimes(String json) {
        return json.replaceAll("\"elapsed\" : (\\{[^}]*\\}|[0-9.E-]+)", "");
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
