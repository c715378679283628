package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs of {@code oraculum generate} on a project of {@code src/test/subjects}, and of what they write: compiled by javac, in a JVM of its
 * own with JUnit and nothing of ours. Unless a case says otherwise, the seed is 1.
 *
 * @param folder where the runs write
 */
record GenerateRuns(TestProject project, Path folder) {
    /** What a run does with mutants of the class, which is most of what it does: each case says how much of it it looks at. */
    enum Mutants {
        /** Nothing: the case looks at what tests cover, at their steps, or at what is said. */
        NONE("generate.mutants=0"),
        /** Assertions are chosen by mutants, and these have verdicts. */
        WITHOUT_VARIANTS("generate.variants=0"),
        /** Few variants: the case looks at whether two runs are equal in all that a run does. */
        FEW_VARIANTS("generate.variants=20", "generate.variantRounds=1"),
        /** As users have it. */
        DEFAULT;

        private final List<String> options;

        Mutants(String... settings) {
            options = Stream.of(settings).flatMap(setting -> Stream.of("--set", setting)).toList();
        }
    }

    /** Only the sources are compiled: there are no tests. */
    static GenerateRuns of(String subject, Path folder) throws IOException {
        TestProject project = new TestProject(subject, Files.createDirectories(folder.resolve("project")));
        project.compileSources(project.sources(), project.classes());
        return new GenerateRuns(project, folder);
    }

    /** A run that wrote tests; {@code out} has them. */
    record Written(Cli.Result result, Path out, JsonNode report) {
        String source(String testClass) throws IOException {
            return Files.readString(file(out, testClass));
        }

        /** Covered goals of a kind. */
        int covered(String kind) {
            return report.at("/coverage/" + kind + "/covered").intValue();
        }

        /** All goals of a kind. */
        int goals(String kind) {
            return report.at("/coverage/" + kind + "/goals").intValue();
        }
    }

    /** The end of a JVM. */
    record Ran(int exit, String said) {}

    private static Path file(Path out, String testClass) {
        return out.resolve(testClass.replace('.', '/') + ".java");
    }

    /** A command for the class files in {@code classes}; the seed is added unless the options have one. */
    List<String> command(Path classes, Path out, Mutants mutants, String... options) {
        List<String> command = new ArrayList<>(List.of("generate", "--classpath", classes.toString(), "--out", out.toString()));
        List<String> given = Arrays.asList(options);
        command.addAll(given);
        if (!given.contains("--seed")) {
            command.addAll(List.of("--seed", "1"));
        }
        command.addAll(mutants.options);
        return command;
    }

    /** A run that may end in any way. */
    Cli.Result run(Path out, Mutants mutants, String... options) throws Exception {
        return Cli.run(command(project.classes(), out, mutants, options));
    }

    /** A run that is refused, or fails, before it comes to mutants. */
    Cli.Result refused(Path out, String... options) throws Exception {
        return run(out, Mutants.DEFAULT, options);
    }

    /**
     * A run that writes tests. Unless the options say otherwise, its time is so long that counts decide what it writes.
     *
     * @param name of the folder that it writes into, and of its report; each run has its own
     */
    Written write(String name, Mutants mutants, String... options) throws Exception {
        Path out = folder.resolve(name);
        Path json = folder.resolve(name + ".json");
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--json", json.toString()));
        if (!all.contains("--budget")) {
            all.addAll(List.of("--budget", "300"));
        }
        Cli.Result result = run(out, mutants, all.toArray(String[]::new));
        Cli.check(result, 0, "written");
        return new Written(result, out, Cli.json(json));
    }

    /** Compiles what was written, and returns where the class files are. */
    Path compiled(Path out) throws IOException {
        return project.compileGenerated(
                out, project.classes() + File.pathSeparator + TestProject.junit(), Files.createTempDirectory(folder, "compiled"));
    }

    /** Runs compiled tests on the class as it is, with JUnit 5. */
    Ran test(Path tests, String testClass, String... jvmArguments) throws Exception {
        return test(tests, project.classes(), testClass, jvmArguments);
    }

    /** Runs compiled tests on other class files of the project, with JUnit 5. */
    Ran test(Path tests, Path classes, String testClass, String... jvmArguments) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(jvmArguments));
        arguments.addAll(classPath(tests, classes, System.getProperty("java.class.path")));
        arguments.addAll(List.of(TestRunner.class.getName(), testClass));
        return java(arguments);
    }

    /** Runs compiled tests on the class as it is, with JUnit 4 and nothing of JUnit 5. */
    Ran testWithJunit4(Path tests, String testClass) throws Exception {
        List<String> arguments = new ArrayList<>(classPath(tests, project.classes(), TestProject.junit()));
        arguments.addAll(List.of("org.junit.runner.JUnitCore", testClass));
        return java(arguments);
    }

    private static List<String> classPath(Path tests, Path classes, String more) {
        return List.of("-cp", tests + File.pathSeparator + classes + File.pathSeparator + more);
    }

    private static Ran java(List<String> arguments) throws Exception {
        // Such short runs gain nothing from the second compiler, or from threads that collect garbage.
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), said);
        return new Ran(process.exitValue(), said);
    }

    /** Each test class in a folder compiles, and passes on the class as it is. */
    void passes(Path out) throws Exception {
        Path tests = compiled(out);
        for (String file : files(out)) {
            passes(tests, out, file.substring(0, file.length() - ".java".length()).replace(File.separatorChar, '.'), List.of());
        }
    }

    /** Passes on the class as it is in JVMs that differ in all that a test may not depend on. */
    void passesEverywhere(Path out, String testClass) throws Exception {
        Path tests = compiled(out);
        String order = "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$";
        for (List<String> arguments : List.of(
                List.<String>of(),
                List.of(order + "MethodName"),
                List.of(order + "Random", "-Djunit.jupiter.execution.order.random.seed=1"),
                List.of(order + "Random", "-Djunit.jupiter.execution.order.random.seed=2", "-Duser.timezone=America/St_Johns"),
                List.of("-Duser.language=de", "-Duser.country=DE", "-Duser.timezone=Asia/Kolkata", "-XX:ActiveProcessorCount=1"))) {
            passes(tests, out, testClass, arguments);
        }
    }

    private void passes(Path tests, Path out, String testClass, List<String> jvmArguments) throws Exception {
        Ran ran = test(tests, testClass, jvmArguments.toArray(String[]::new));
        assertEquals(0, ran.exit(), jvmArguments + "\n" + ran.said() + Files.readString(file(out, testClass)));
    }

    /** Files below a folder, by name. */
    static List<String> files(Path out) throws IOException {
        try (Stream<Path> all = Files.walk(out)) {
            return all.filter(Files::isRegularFile).map(file -> out.relativize(file).toString()).sorted().toList();
        }
    }
}
