package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A project to run Oraculum on, compiled from {@code src/test/subjects/NAME}: sources in {@code main}, tests in {@code test}.
 *
 * @param folder where the classes are
 */
record TestProject(String name, Path folder) {

    /** Compiles the sources as a user's build would, with JUnit from the distribution. */
    static TestProject compile(String name, Path folder) throws IOException {
        TestProject project = new TestProject(name, Files.createDirectories(folder));
        project.javac(project.sources(), project.classes(), "");
        project.javac(Path.of("src/test/subjects", name, "test"), project.testClasses(), project.classes() + File.pathSeparator + junit());
        return project;
    }

    /** Compiles tests of a library: there are no sources but those of the tests. */
    static TestProject ofLibrary(String name, Path library, Path folder) throws IOException {
        TestProject project = new TestProject(name, Files.createDirectories(folder));
        project.javac(Path.of("src/test/subjects", name, "test"), project.testClasses(), library + File.pathSeparator + junit());
        return project;
    }

    /** Compiles changed sources to another folder. */
    void compileSources(Path sources, Path classes) throws IOException {
        javac(sources, classes, "");
    }

    /** Compiles generated tests, and returns where the classes are. */
    Path compileGenerated(Path sources, String classPath, Path classes) throws IOException {
        javac(sources, classes, classPath);
        return classes;
    }

    /** The JUnit jars that tests are written against. */
    static String junit() {
        try (Stream<Path> jars = Files.list(Cli.HOME.resolve("junit/platform-1"))) {
            return jars.map(Path::toString).filter(jar -> jar.contains("junit-jupiter-api") || jar.contains("junit-jupiter-params")
                    || jar.contains("/junit-4") || jar.contains("opentest4j") || jar.contains("commons")
                    || jar.contains("hamcrest")).collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    Path sources() {
        return Path.of("src/test/subjects", name, "main").toAbsolutePath();
    }

    Path classes() {
        return folder.resolve("classes");
    }

    Path testClasses() {
        return folder.resolve("test-classes");
    }

    String tests() {
        return testClasses() + File.pathSeparator + junit();
    }

    /** {@code improve} on a method of this project, with further options. */
    List<String> improve(String method, String... options) {
        List<String> arguments = new ArrayList<>(
                List.of("improve", "--classpath", classes().toString(), "--tests", tests(), "--method", method));
        arguments.addAll(List.of(options));
        return arguments;
    }

    private void javac(Path sources, Path classes, String classPath) throws IOException {
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(
                List.of("-g", "--release", "17", "-proc:none", "-d", classes.toString(), "-cp", classPath));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted().forEach(arguments::add);
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new)),
                () -> messages.toString(StandardCharsets.UTF_8));
    }
}
