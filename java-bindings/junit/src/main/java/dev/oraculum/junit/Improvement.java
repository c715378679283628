package dev.oraculum.junit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code oraculum improve} for one test class with {@link ImproveAssertions}, in a process of its own: nothing of Oraculum but this is on
 * the class path of the tests.
 *
 * @param testClass whose tests run
 * @param code class path entries of the classes that are named
 * @param tests the other entries
 */
record Improvement(Class<?> testClass, List<String> code, List<String> tests) {
    /** Where Maven and Gradle have the sources of code. */
    private static final Path SOURCES = Path.of("src/main/java");
    /** The class path as Surefire was given it, where that of its JVM is one jar that names it. */
    private static final List<String> CLASS_PATHS = List.of("surefire.test.class.path", "surefire.real.class.path", "java.class.path");

    /** Whether nobody asks. */
    static boolean isOff() {
        String setting = System.getProperty(ImproveAssertions.SETTING);
        return setting == null || setting.isBlank() || setting.strip().equals("off");
    }

    /** @throws IllegalStateException where the classes are is not known */
    static Improvement of(Class<?> testClass) {
        Set<String> code = new LinkedHashSet<>();
        for (Class<?> type : testClass.getAnnotation(ImproveAssertions.class).value()) {
            code.add(place(type));
        }
        String classPath = CLASS_PATHS.stream().map(System::getProperty).filter(path -> path != null).findFirst().orElse("");
        List<String> tests = Stream.of(classPath.split(File.pathSeparator)).filter(entry -> !entry.isEmpty())
                .filter(entry -> !code.contains(normal(entry))).toList();
        return new Improvement(testClass, List.copyOf(code), tests);
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            if (source != null && source.getLocation() != null) {
                return normal(Path.of(source.getLocation().toURI()).toString());
            }
        } catch (URISyntaxException | IllegalArgumentException e) {
            // Told below.
        }
        throw new IllegalStateException("the jar or folder of " + type.getName() + " is not known");
    }

    private static String normal(String entry) {
        return Path.of(entry).toAbsolutePath().normalize().toString();
    }

    /** Where what is found is written. */
    static Path folder() {
        Path below = Stream.of("target", "build").map(Path::of).filter(Files::isDirectory).findFirst().orElse(Path.of(""));
        return below.resolve(ImproveAssertions.FOLDER);
    }

    List<String> command() {
        Path own = folder().resolve(testClass.getName());
        List<String> command = new ArrayList<>();
        String setting = System.getProperty(ImproveAssertions.SETTING).strip();
        if (setting.endsWith(".jar")) {
            command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar"));
        }
        command.addAll(List.of(setting, "improve", "--classpath", String.join(File.pathSeparator, code),
                "--tests", String.join(File.pathSeparator, tests), "--test-class", testClass.getName(), "--class"));
        for (Class<?> type : testClass.getAnnotation(ImproveAssertions.class).value()) {
            command.add(type.getName());
        }
        command.addAll(List.of("--history", folder().resolve("history").toString(), "--json", own + ".json"));
        if (Files.isDirectory(SOURCES)) {
            command.addAll(List.of("--sources", SOURCES.toString(), "--patch", own + ".patch"));
        }
        Stream.of(System.getProperty(ImproveAssertions.OPTIONS, "").split(" ")).filter(option -> !option.isBlank()).forEach(command::add);
        return command;
    }

    /** Runs it, and prints what it says. */
    void ask() {
        System.out.println("oraculum: what should tests assert? asked by @ImproveAssertions at " + testClass.getName());
        try {
            Files.createDirectories(folder());
            ProcessBuilder builder = new ProcessBuilder(command()).redirectErrorStream(true);
            Process process = builder.start();
            process.getOutputStream().close();
            // The session may be ended while it runs.
            Thread end = new Thread(process::destroy);
            Runtime.getRuntime().addShutdownHook(end);
            try (BufferedReader said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                // By our own stream: that of the process is a channel of whatever runs the tests.
                said.lines().forEach(System.out::println);
            }
            int status = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            if (status != 0) {
                System.err.println("oraculum: no assertions for " + testClass.getName() + ": the command ended with status " + status
                        + ": " + String.join(" ", builder.command()));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage() + " (system property " + ImproveAssertions.SETTING
                    + ": expected a command, such as oraculum, or the path of oraculum.jar)", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
