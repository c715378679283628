package dev.oraculum.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What JUGE, the infrastructure of the Java unit testing tool competition, says to a tool and hears from it, line by line: {@code
 * BENCHMARK}, the folder of the sources, that of the classes, how many entries of the class path follow, these, how many classes follow.
 * The tool answers {@code CLASSPATH}, how many entries its tests need besides, these, and {@code READY}. Then, for each class, its budget
 * in seconds and its name; the tool answers {@code READY} when its tests are written.
 */
final class JugeProtocol {
    /**
     * What classes are to be tested on.
     *
     * @param classPath folder of the classes first
     * @param classes how many follow
     */
    record Benchmark(Path sources, List<Path> classPath, int classes) {}

    /** A class to test. */
    record Task(String className, Duration budget) {}

    private final BufferedReader in;
    private final PrintWriter out;
    private int number;
    private Duration budget;

    JugeProtocol(BufferedReader in, PrintWriter out) {
        this.in = in;
        this.out = out;
    }

    /** @throws IllegalArgumentException what comes is no such line; the message has its number */
    Benchmark benchmark() throws IOException {
        String first = line("BENCHMARK");
        if (!first.equals("BENCHMARK")) {
            throw wrong(first, "BENCHMARK");
        }
        Path sources = existing("the folder of the sources");
        List<Path> classPath = new ArrayList<>(List.of(existing("the folder of the classes")));
        int entries = count("how many entries of the class path follow");
        for (int i = 0; i < entries; i++) {
            Path entry = existing("an entry of the class path");
            if (!classPath.contains(entry)) {
                classPath.add(entry);
            }
        }
        return new Benchmark(sources, classPath, count("how many classes follow"));
    }

    /** Says what tests need besides the class path of the benchmark, and that the tool waits for a class. */
    void begin(List<Path> testClassPath) {
        out.println("CLASSPATH");
        out.println(testClassPath.size());
        testClassPath.forEach(entry -> out.println(entry.toAbsolutePath()));
        ready();
    }

    void ready() {
        out.println("READY");
        out.flush();
    }

    /**
     * The next class. Some versions of JUGE send a budget once, and then classes only: the last one holds.
     *
     * @throws IllegalArgumentException as {@link #benchmark}
     */
    Task task() throws IOException {
        String line = line("a budget in seconds");
        if (line.matches("[0-9]{1,9}")) {
            budget = Duration.ofSeconds(Math.max(1, Long.parseLong(line)));
            line = line("the name of a class");
        }
        if (budget == null) {
            throw wrong(line, "a budget in seconds");
        }
        if (!line.matches("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*")) {
            throw wrong(line, "the name of a class");
        }
        return new Task(line, budget);
    }

    private String line(String expected) throws IOException {
        String line = in.readLine();
        number++;
        if (line == null) {
            throw new IllegalArgumentException("standard input ends at line " + number + ", where " + expected + " is expected");
        }
        return line.strip();
    }

    private Path existing(String expected) throws IOException {
        String line = line(expected);
        Path path = Path.of(line);
        if (line.isEmpty() || !Files.exists(path)) {
            throw new IllegalArgumentException("line " + number + " of standard input: there is no " + line + ", " + expected);
        }
        return path;
    }

    private int count(String expected) throws IOException {
        String line = line(expected);
        if (!line.matches("[0-9]{1,6}")) {
            throw wrong(line, expected);
        }
        return Integer.parseInt(line);
    }

    private IllegalArgumentException wrong(String line, String expected) {
        String shown = line.length() > 80 ? line.substring(0, 80) + ".." : line;
        return new IllegalArgumentException("line " + number + " of standard input is \"" + shown + "\": expected " + expected);
    }
}
