package dev.oraculum.generation.carving;

import java.util.List;

/**
 * What the tests of a class do, as far as their class files say it.
 *
 * @param sequences by name
 * @param types internal names of the classes that they use, sorted
 * @param constants in the tests, in the order in which they come: boxes of numbers and characters, and strings; each once
 */
public record CarvedTests(List<Sequence> sequences, List<String> types, List<Object> constants) {
    /** None. */
    public static final CarvedTests NONE = new CarvedTests(List.of(), List.of(), List.of());

    public CarvedTests {
        sequences = List.copyOf(sequences);
        types = List.copyOf(types);
        constants = List.copyOf(constants);
    }

    /**
     * One test.
     *
     * @param name {@code pkg.CTest#method}, with a number behind it where one method has several
     */
    public record Sequence(String name, List<Statement> statements) {
        public Sequence {
            statements = List.copyOf(statements);
        }
    }
}
