package dev.oraculum.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.process.LoggedProcess;
import dev.oraculum.process.LoggedProcess.Output;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * The subject {@code checked} as a user has it: compiled, its tests run in fresh JVMs by JUnit's Launcher as Surefire and Gradle run them,
 * and the command line beside it.
 *
 * @param folder where all is, and the working directory of what runs
 */
public record CheckedSubject(Path folder, Path classes, Path tests) {
    private static final Path HOME = Path.of(System.getProperty("oraculum.home")).toAbsolutePath().normalize();
    public static final Path SAMPLES = Path.of(System.getProperty("oraculum.samples")).toAbsolutePath();
    public static final Path SOURCES = Path.of("src/test/subjects/checked").toAbsolutePath();
    private static final Path MODULES = HOME.resolve("../../java-bindings").normalize();
    private static final Path AGENT = MODULES.resolve("junit-agent/target/oraculum-junit-agent-0.1.0.jar");
    private static final Path EXTENSION = MODULES.resolve("junit/target/oraculum-junit-0.1.0.jar");
    public static final String JAVA_AGENT = "-javaagent:" + AGENT;

    /** @param folder an empty one */
    public static CheckedSubject in(Path folder) throws IOException {
        CheckedSubject subject = new CheckedSubject(folder, folder.resolve("classes"), folder.resolve("test-classes"));
        javac(SOURCES.resolve("main"), subject.classes, "");
        javac(SOURCES.resolve("test"), subject.tests, subject.classes + File.pathSeparator + EXTENSION + File.pathSeparator
                + junit("platform-1"));
        return subject;
    }

    /** The tests and what they need. */
    public String testPath() throws IOException {
        return testPath(tests);
    }

    /** The same of tests in another folder. */
    public String testPath(Path others) throws IOException {
        return others + File.pathSeparator + EXTENSION + File.pathSeparator + AGENT + File.pathSeparator + junit("platform-1");
    }

    /** Runs the command of the distribution. */
    String oraculum(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("bin/oraculum").toString()));
        command.addAll(Arrays.asList(arguments));
        return run(command);
    }

    public static void javac(Path sources, Path to, String classPath) throws IOException {
        Files.createDirectories(to);
        List<String> arguments = new ArrayList<>(List.of("-g", "--release", "17", "-proc:none", "-nowarn", "-d", to.toString(), "-cp",
                classPath));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted().forEach(arguments::add);
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new)),
                () -> messages.toString(StandardCharsets.UTF_8));
    }

    public static String junit(String platform) throws IOException {
        try (Stream<Path> jars = Files.list(HOME.resolve("junit").resolve(platform))) {
            return jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** The oldest release that is supported, with the JUnit 4 that its Vintage engine asks for. */
    public static String standalone() throws IOException {
        try (Stream<Path> jars = Files.list(HOME.resolve("junit/platform-1"))) {
            return SAMPLES.resolve("junit-platform-console-standalone-1.9.3.jar") + File.pathSeparator
                    + jars.map(Path::toString).filter(jar -> jar.contains("junit-4") || jar.contains("hamcrest"))
                            .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** What a command prints on both streams; its working directory is the folder. */
    private String run(List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("ORACULUM_JAVA_HOME", System.getProperty("java.home"));
        Output output = LoggedProcess.run(builder);
        assertEquals(0, output.exitCode(), output.text());
        return output.text();
    }

    /** @param code the classes, or another version of them */
    public String java(List<String> options, String junit, Path code, String... testClasses) throws Exception {
        return java(LauncherMain.class.getName(), options, junit, code, tests, testClasses);
    }

    /** Runs tests of the folder of {@code checked-junit4} by JUnit 4 alone. */
    public String junit4(List<String> options, Path others, String... testClasses) throws Exception {
        return java("launcher.JUnit4Main", options, junit("platform-1"), classes, others, testClasses);
    }

    private String java(String main, List<String> options, String junit, Path code, Path testFolder, String... testClasses)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        String launcher = Path.of("target/test-classes").toAbsolutePath().toString();
        command.addAll(List.of("-cp", String.join(File.pathSeparator, code.toString(), testFolder.toString(), EXTENSION.toString(),
                AGENT.toString(), junit, launcher), main));
        command.addAll(Arrays.asList(testClasses));
        return run(command);
    }

    /** The covered code of each class. */
    public static Map<String, String> coverage(Path file) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(file.toFile());
        Map<String, String> probes = new TreeMap<>();
        loader.getExecutionDataStore().getContents().forEach(
                data -> probes.put(data.getName() + " " + Long.toHexString(data.getId()), Arrays.toString(data.getProbes())));
        probes.keySet().removeIf(name -> !name.startsWith("shop/"));
        return probes;
    }
}
