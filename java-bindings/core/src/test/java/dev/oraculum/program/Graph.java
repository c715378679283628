package dev.oraculum.program;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.testing.Compiled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The substitution graph of a source text, for expectations that are read beside it. */
record Graph(Selection selection) {
    /** Compiles, writes the class files, collects their facts, and asks for all oracle data. */
    static Graph of(Path directory, String source, String... options) {
        return of(directory, Graph.published(), null, source, options);
    }

    /** As the paper has it, but that sites share what flows through them. */
    static SelectSettings published() {
        return SelectSettings.paper().withShareSites(true);
    }

    /** @param tests simple names of the classes that are tests; null: there are none */
    static Graph of(Path directory, SelectSettings settings, Set<String> tests, String source, String... options) {
        Compiled compiled = Compiled.of(source, options);
        write(directory, compiled);
        SortedSet<String> testClasses = new TreeSet<>();
        SortedSet<String> analysed = new TreeSet<>(compiled.classes().keySet());
        if (tests != null) {
            testClasses.addAll(tests);
            analysed.removeAll(tests);
        }
        try (ClassPath classPath = ClassPath.open(List.of(directory));
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            ProgramFacts facts = ProgramFacts.collect(classPath, analysed, testClasses, engine::addClass);
            if (!facts.missing().isEmpty() || !facts.problems().isEmpty()) {
                throw new AssertionError(facts);
            }
            return new Graph(engine.select(settings, tests == null ? null : List.copyOf(testClasses), true));
        }
    }

    static void write(Path directory, Compiled compiled) {
        compiled.classes().forEach((name, bytes) -> {
            try {
                Path file = directory.resolve(name + ".class");
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** {@code variable:line}, in the order of the code; what is returned is {@code method():line}. */
    List<String> data() {
        return selection.data().stream().map(Graph::name).toList();
    }

    /** {@code observed -> observer}, with the probability where it is not 1; sorted by observer, in the order of the code. */
    List<String> chains() {
        return selection.chains().stream()
                .map(c -> name(selection.data().get(c.observed())) + " -> " + name(selection.data().get(c.observer()))
                + probability(c.probability())).toList();
    }

    /** The selected data, in order. */
    List<String> selected() {
        return selection.selected().stream().map(s -> name(selection.data().get(s.datum()))).toList();
    }

    private static String probability(double value) {
        return value == 1 ? "" : " " + (Math.round(value * 1e4) / 1e4);
    }

    private static String name(OracleDatum datum) {
        String variable = switch (datum.kind()) {
            case PARAMETER, LOCAL -> datum.name();
            case FIELD -> "." + datum.name();
            case RETURN -> datum.method() + "()";
        };
        return variable + (datum.element() ? "[]" : "") + ":" + datum.line();
    }
}
