package dev.oraculum.evaluation.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Generates the JUnit 4 tests of a class that is on the class path, in a JVM of its own. Arguments: the class, a seed, the folder of the
 * sources.
 */
public final class GenerateTests {
    private static final int TESTS_PER_CLASS = 400;

    private GenerateTests() {}

    /** Always ends the JVM, for a sequence may have left a thread. */
    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        Class<?> subject = Class.forName(arguments[0]);
        List<List<String>> tests = new Generator(subject, Long.parseLong(arguments[1])).generate();
        for (int part = 0; part * TESTS_PER_CLASS < tests.size(); part++) {
            String name = subject.getSimpleName() + (part == 0 ? "" : String.valueOf(part + 1)) + "GeneratedTest";
            SuiteSource source = new SuiteSource(subject.getPackageName(), name, new ArrayList<>());
            List<List<String>> own = tests.subList(part * TESTS_PER_CLASS, Math.min(tests.size(), (part + 1) * TESTS_PER_CLASS));
            for (int i = 0; i < own.size(); i++) {
                source.tests().add(new SuiteSource.Test("test" + (part * TESTS_PER_CLASS + i), own.get(i)));
            }
            Path folder = Files.createDirectories(Path.of(arguments[2], subject.getPackageName().replace('.', '/')));
            Files.writeString(folder.resolve(name + ".java"), source.render());
        }
        System.exit(0);
    }
}
