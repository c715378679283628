package dev.oraculum.evaluation.selection;

import dev.oraculum.evaluation.merging.ReleasedLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A library of the evaluation of {@code select}; {@code libraries.txt} has the rule by which they were drawn.
 *
 * @param also names of other jars that a seen one needs
 * @param without ends of names of test classes that are left out
 */
record SelectLibrary(Set set, ReleasedLibrary released, List<String> also, List<String> without) {
    /** What a library is there for. */
    enum Set {
        /** It was on the page before. */
        SEEN,
        /** The default is chosen on these, too. */
        FIRST,
        /** Run once, when the default was chosen. */
        SECOND
    }

    /**
     * @param classPath its classes first, then what they need
     * @param tests the classes of its tests first, then what only these need
     */
    record Files(List<Path> classPath, List<Path> tests) {}

    /** In the order of the list. */
    static List<SelectLibrary> all() throws IOException {
        try (InputStream in = SelectLibrary.class.getResourceAsStream("libraries.txt")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            return lines.stream().filter(line -> !line.startsWith("#")).map(SelectLibrary::read).toList();
        }
    }

    private static SelectLibrary read(String line) {
        List<String> words = List.of(line.split(" "));
        List<String> also = new ArrayList<>();
        List<String> without = new ArrayList<>();
        List<String> current = null;
        for (String word : words.subList(2, words.size())) {
            if (word.equals("also")) {
                current = also;
            } else if (word.equals("without")) {
                current = without;
            } else if (current == null) {
                throw new IllegalArgumentException(line + ": expected also or without, not " + word);
            } else {
                current.add(word);
            }
        }
        return new SelectLibrary(Set.valueOf(words.get(0).toUpperCase(Locale.ROOT)), ReleasedLibrary.read(words.get(1)), also, without);
    }

    /** Artifact and version. */
    String name() {
        return released.artifact() + "-" + released.version();
    }

    /** Its files, those of drawn libraries got by Maven the first time. */
    Files files(Path checkout) throws IOException, InterruptedException {
        Path target = checkout.resolve("java-bindings/evaluation/target");
        if (set == Set.SEEN) {
            Path folder = target.resolve("libraries");
            List<Path> classPath = new ArrayList<>(List.of(folder.resolve(name() + ".jar")));
            also.forEach(name -> classPath.add(folder.resolve(name + ".jar")));
            List<String> tests = List.of(name() + "-tests.jar", "junit4.jar", "hamcrest-core.jar");
            return new Files(classPath, tests.stream().map(folder::resolve).toList());
        }
        ReleasedLibrary.Release release = released.files(target.resolve("released"));
        List<Path> tests = new ArrayList<>(List.of(release.tests()));
        tests.addAll(release.needs());
        // What the library itself needs is among what its tests need.
        return new Files(List.of(release.jar()), tests);
    }
}
