package dev.oraculum.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with {@code @OracleCheck}, of the subject {@code checked}, run in a fresh JVM by JUnit's Launcher as Surefire and Gradle run them.
 * Their oracle is recorded by the command line, from the same tests, annotation and all.
 */
class JUnitCheckEndToEndTest {
    private static final Path HOME = Path.of(System.getProperty("oraculum.home")).toAbsolutePath().normalize();
    private static final Path SAMPLES = Path.of(System.getProperty("oraculum.samples"));
    private static final Path MODULES = HOME.resolve("../../java-bindings").normalize();
    private static final Path AGENT = MODULES.resolve("junit-agent/target/oraculum-junit-agent-0.1.0.jar");
    private static final Path EXTENSION = MODULES.resolve("junit/target/oraculum-junit-0.1.0.jar");
    private static final String JAVA_AGENT = "-javaagent:" + AGENT;
    private static final List<String> PARALLEL = List.of("-Djunit.jupiter.execution.parallel.enabled=true",
            "-Djunit.jupiter.execution.parallel.mode.default=concurrent", "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
            "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=4");
    /** Tests of BasketTest that are not disabled, and of MethodTest. */
    private static final int CHECKED = 10;
    private static final long MINUTES = 5;

    @TempDir
    private static Path folder;

    private static Path classes;
    private static Path tests;

    @BeforeAll
    static void record() throws Exception {
        Path subject = Path.of("src/test/subjects/checked").toAbsolutePath();
        classes = folder.resolve("classes");
        tests = folder.resolve("test-classes");
        javac(subject.resolve("main"), classes, "");
        javac(subject.resolve("test"), tests, classes + File.pathSeparator + EXTENSION + File.pathSeparator + junit("platform-1"));
        String output = run(List.of(HOME.resolve("bin/oraculum").toString(), "select", "--classpath", classes.toString(), "--tests",
                tests + File.pathSeparator + EXTENSION + File.pathSeparator + AGENT + File.pathSeparator + junit("platform-1"),
                "--test-class", "shop.BasketTest", "shop.MethodTest", "--count", "100", "--record", "--out", "oracle"));
        assertTrue(Files.isRegularFile(folder.resolve("oracle/oracle.json")), output);
    }

    private static void javac(Path sources, Path to, String classPath) throws IOException {
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

    private static String junit(String platform) throws IOException {
        try (Stream<Path> jars = Files.list(HOME.resolve("junit").resolve(platform))) {
            return jars.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** The oldest release that is supported, with the JUnit 4 that its Vintage engine asks for. */
    private static String standalone() throws IOException {
        try (Stream<Path> jars = Files.list(HOME.resolve("junit/platform-1"))) {
            return SAMPLES.resolve("junit-platform-console-standalone-1.9.3.jar") + File.pathSeparator
                    + jars.map(Path::toString).filter(jar -> jar.contains("junit-4") || jar.contains("hamcrest"))
                            .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** What a command prints on both streams; its working directory is the folder of the oracle. */
    private static String run(List<String> command) throws Exception {
        Path log = Files.createTempFile(folder, "run", ".log");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("ORACULUM_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        String output = Files.readString(log);
        assertEquals(0, process.exitValue(), output);
        return output;
    }

    private static String java(List<String> options, String junit, Path code, String... testClasses) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        String launcher = Path.of("target/test-classes").toAbsolutePath().toString();
        command.addAll(List.of("-cp", String.join(File.pathSeparator, code.toString(), tests.toString(), EXTENSION.toString(),
                AGENT.toString(), junit, launcher), LauncherMain.class.getName()));
        command.addAll(Arrays.asList(testClasses));
        return run(command);
    }

    private static List<String> options(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(Arrays.asList(more));
        return all;
    }

    private static long count(String output, String word) {
        return output.lines().filter(line -> line.startsWith(word)).count();
    }

    /** The covered code of each class. */
    private static Map<String, String> coverage(Path file) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(file.toFile());
        Map<String, String> probes = new TreeMap<>();
        loader.getExecutionDataStore().getContents().forEach(
                data -> probes.put(data.getName() + " " + Long.toHexString(data.getId()), Arrays.toString(data.getProbes())));
        probes.keySet().removeIf(name -> !name.startsWith("shop/"));
        return probes;
    }

    @Test
    void theSameVersionAgreesInParallelAndUnderJacocoWhoseCoverageIsTheSame() throws Exception {
        String jacoco = "-javaagent:" + SAMPLES.resolve("jacocoagent.jar") + "=destfile=";
        Path alone = folder.resolve("alone.exec");
        java(List.of(jacoco + alone, "-Doraculum.check=off"), junit("platform-1"), classes, "shop.BasketTest", "shop.MethodTest");
        // In either order: JaCoCo's cannot retransform, so the JVM asks it first.
        Path together = folder.resolve("together.exec");
        String output = java(options(PARALLEL, JAVA_AGENT, jacoco + together), junit("platform-1"), classes, "shop.BasketTest",
                "shop.MethodTest");
        assertEquals(0, count(output, "FAILED"), output);
        assertEquals(CHECKED + 1, count(output, "SUCCESSFUL"), output);
        assertEquals(0, count(output, "REPORTED"), output);
        assertFalse(coverage(alone).isEmpty());
        assertEquals(coverage(alone), coverage(together));
    }

    @Test
    void testsBesideItDoNotDisturbIt() throws Exception {
        for (String platform : List.of("platform-6", "1.9.3")) {
            String junit = platform.startsWith("platform") ? junit(platform) : standalone();
            String output = java(options(PARALLEL, JAVA_AGENT), junit, classes, "shop.BusyTest", "shop.BasketTest", "shop.MethodTest");
            assertEquals(0, count(output, "FAILED"), output);
            assertEquals(CHECKED + 1 + 4, count(output, "SUCCESSFUL"), output);
        }
    }

    @Test
    void anotherVersionFailsWithExpectedAndActual() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("changed/shop"));
        String basket = Files.readString(Path.of("src/test/subjects/checked/main/shop/Basket.java"));
        Files.writeString(sources.resolve("Basket.java"), basket.replace("percent = 5 * rank", "percent = 6 * rank"));
        Path changed = folder.resolve("changed-classes");
        javac(folder.resolve("changed"), changed, "");
        String output = java(List.of(JAVA_AGENT, "-Dshop.fail=true"), junit("platform-1"), changed, "shop.BasketTest", "shop.MethodTest");
        String words = output.replaceAll("\\s+", " ");
        for (String part : List.of(
                "mismatch return value at shop.Basket.percent:24 test shop.BasketTest",
                "expected 10 (value 1 of 1) actual 12 (value 1 of 1)",
                "FAILED checked() = checked()", "FAILED dynamic()[2] = rank 3", "FAILED nested() = nested()",
                // A test that fails anyway says both.
                "AssertionFailedError: as asked with org.opentest4j.AssertionFailedError:")) {
            assertTrue(words.contains(part), part + "\nis not in\n" + output);
        }
        // What computes nothing with the rates is as it was: rank 0.
        assertTrue(output.lines().anyMatch(line -> line.startsWith("SUCCESSFUL") && line.endsWith("= [1] 0")), output);
    }

    @Test
    void whatCannotBeCheckedFailsAndSaysWhatToDo() throws Exception {
        String none = java(List.of(), junit("platform-1"), classes, "shop.BasketTest", "shop.MethodTest");
        // The class once, and the tests that ask themselves.
        assertEquals(3, count(none, "FAILED"), none);
        assertTrue(none.contains("without Oraculum's agent") && none.contains("-javaagent:PATH"), none);
        assertEquals(1, count(none, "SUCCESSFUL"), none);
        String wrong = java(List.of(JAVA_AGENT, "-Doraculum.check=of"), junit("platform-1"), classes, "shop.MethodTest");
        assertTrue(wrong.contains("oraculum.check is \"of\": expected on or off"), wrong);
        Path gone = folder.resolve("gone");
        String basket = Files.readString(Path.of("src/test/subjects/checked/main/shop/Basket.java"));
        Files.createDirectories(gone.resolve("shop"));
        Files.writeString(gone.resolve("shop/Basket.java"), basket.replace("int percent = 5 * rank;\n        return percent;",
                "return 5 * rank;"));
        javac(gone, folder.resolve("gone-classes"), "");
        String output = java(List.of(JAVA_AGENT), junit("platform-1"), folder.resolve("gone-classes"), "shop.MethodTest");
        assertTrue(output.contains("gone      percent at shop.Basket.percent:23: method shop.Basket.percent does not define it any more"),
                output);
    }
}
