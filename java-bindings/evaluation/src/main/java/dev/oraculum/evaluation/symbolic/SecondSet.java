package dev.oraculum.evaluation.symbolic;

import dev.oraculum.evaluation.generation.Library;
import dev.oraculum.evaluation.generation.SubjectRule;
import dev.oraculum.evaluation.symbolic.SymbolicSubjects.Subject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Ten classes with checksums, state machines, dates and parsers, on which the engines run once. The rule was written and committed before
 * any of them was looked at.
 *
 * <p>A candidate is a class that {@link SubjectRule#candidates} has of a library of the evaluation of {@code generate}, whose simple name
 * has a word of a group, which no page of results names, and which is in neither set of that evaluation. Of a group's candidates, ordered
 * by binary name, so many are taken as the group says, at the middles of as many equal parts of the list. What a group lacks, the next one
 * has more.
 *
 * <p>{@link #main} draws, and writes what it has drawn to the file that is read from then on: pages that come later change no draw.
 */
final class SecondSet {
    private static final String DRAWN = "second-set.txt";

    /** What classes of a group are about, how many are taken, and the words of their names. */
    private enum Group {
        CHECKSUMS(3, "CheckDigit|Checksum|CRC|Crc|Digest"),
        STATE_MACHINES(2, "State|Automaton|Encoder|Decoder"),
        DATES(2, "Date|Time|Calendar"),
        PARSERS(3, "Parser|Tokenizer|Lexer|Scanner");

        private final int count;
        private final Pattern words;

        Group(int count, String words) {
            this.count = count;
            this.words = Pattern.compile(words);
        }

        boolean has(String className) {
            return words.matcher(className.replaceFirst("^.*[.]", "")).find();
        }
    }

    private SecondSet() {}

    /** Those that were drawn. */
    static List<Subject> subjects(Path checkout) throws IOException, InterruptedException {
        Map<String, Library> libraries = new TreeMap<>();
        for (Library library : Library.all()) {
            libraries.put(library.artifact(), library);
        }
        List<Subject> subjects = new ArrayList<>();
        try (InputStream in = SecondSet.class.getResourceAsStream(DRAWN)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(l -> !l.startsWith("#")).toList()) {
                String[] parts = line.split(" ");
                subjects.add(new Subject(parts[2], libraries.get(parts[1]).jars(folder(checkout))));
            }
        }
        return subjects;
    }

    /** Argument: the checkout. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> lines = draw(checkout);
        lines.add(0, "# Drawn by the rule of SecondSet: group, library, class.");
        Files.write(
                checkout.resolve("java-bindings/evaluation/src/main/resources/dev/oraculum/evaluation/symbolic").resolve(DRAWN), lines);
    }

    private static List<String> draw(Path checkout) throws IOException, InterruptedException {
        String seen = pages(checkout.resolve("docs/results"));
        List<String> others = new ArrayList<>();
        for (SubjectRule.SubjectSet set : List.of(SubjectRule.SubjectSet.FIRST, SubjectRule.SubjectSet.SECOND)) {
            SubjectRule.draw(set, folder(checkout)).forEach(subject -> others.add(subject.className()));
        }
        Map<String, String> candidates = new TreeMap<>();
        for (Library library : Library.all()) {
            for (String name : SubjectRule.candidates(library.jars(folder(checkout)).get(0))) {
                if (!seen.contains(name) && !others.contains(name)) {
                    candidates.put(name, library.artifact());
                }
            }
        }
        List<String> drawn = new ArrayList<>();
        int wanted = 0;
        for (Group group : Group.values()) {
            wanted += group.count;
            List<String> names = candidates.keySet().stream().filter(group::has).toList();
            int count = Math.min(wanted, names.size());
            wanted -= count;
            for (int i = 0; i < count; i++) {
                String name = names.get((2 * i + 1) * names.size() / (2 * count));
                drawn.add(group + " " + candidates.get(name) + " " + name);
            }
            names.forEach(candidates::remove);
        }
        return drawn;
    }

    /** Where the jars are, as the evaluation of {@code generate} keeps them. */
    private static Path folder(Path checkout) {
        return checkout.resolve("java-bindings/evaluation/target/generation/libraries");
    }

    private static String pages(Path results) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(results)) {
            for (Path file : files.sorted().toList()) {
                text.append(Files.readString(file)).append('\n');
            }
        }
        return text.toString();
    }
}
