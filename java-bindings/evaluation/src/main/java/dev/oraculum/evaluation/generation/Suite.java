package dev.oraculum.evaluation.generation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.tools.ExecFileLoader;

/** A generated suite, judged by tools that know nothing of Oraculum: javac, the JUnit console, JaCoCo and PIT. */
final class Suite {
    private static final int RERUNS = 5;
    private static final int MINUTES = 15;
    private static final String FAULTS = "FaultsTest.java";

    private final Path folder;
    private final SubjectRule.GenerateSubject subject;
    private final Tools tools;

    /** The tools' jars, got by Maven the first time. */
    record Tools(Path console, Path jacoco, List<Path> pit) {
        static Tools in(Path folder) throws IOException, InterruptedException {
            List<Path> jacoco = MavenFiles.of(
                    folder.resolve("jacoco"), List.of(MavenFiles.dependency("org.jacoco", "org.jacoco.agent", "0.8.14", "runtime")),
                    "org.jacoco.agent-0.8.14-runtime.jar");
            List<String> pit = List.of(
                    MavenFiles.dependency("org.pitest", "pitest-command-line", "1.22.0", null),
                    MavenFiles.dependency("org.pitest", "pitest-junit5-plugin", "1.2.3", null));
            List<Path> pitest = MavenFiles.of(folder.resolve("pit"), pit, "pitest-command-line-1.22.0.jar");
            List<Path> own = pitest.stream().filter(f -> !f.getFileName().toString().startsWith("junit-")).toList();
            return new Tools(Console.jar(folder.resolve("junit")), jacoco.get(0), own);
        }
    }

    /** How many of so many. */
    record Share(int covered, int of) {
        static Share of(ICounter counter) {
            return new Share(counter.getCoveredCount(), counter.getTotalCount());
        }

        Share plus(Share other) {
            return new Share(covered + other.covered, of + other.of);
        }
    }

    /**
     * What the tools say.
     *
     * @param failures tests that failed, over all reruns: in order, and shuffled in other time zones, languages and numbers of processors
     */
    record Verdict(boolean compiles, int tests, int failures, Share lines, Share branches) {}

    /** @param folder the written sources are in {@code tests}, and what the tools leave goes beside them */
    Suite(Path folder, SubjectRule.GenerateSubject subject, Tools tools) {
        this.folder = folder;
        this.subject = subject;
        this.tools = tools;
    }

    private List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.exists(folder.resolve("tests")) ? Files.walk(folder.resolve("tests")) : Stream.empty()) {
            return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** Binary names; not that of the tests that show faults: these are meant to fail. */
    List<String> testClasses() throws IOException {
        Path root = folder.resolve("tests");
        return sources().stream().filter(f -> !f.toString().endsWith(FAULTS))
                .map(f -> root.relativize(f).toString().replace(File.separatorChar, '.').replaceFirst("\\.java$", "")).toList();
    }

    private String path(Stream<Path> more) {
        Stream<Path> own = Stream.concat(Stream.of(folder.resolve("classes")), subject.jars().stream());
        return Stream.concat(own, more).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    /** Compiles with javac alone, runs five times, measures the coverage of the first run. */
    Verdict judge() throws IOException, InterruptedException {
        Share none = new Share(0, 0);
        if (sources().isEmpty()) {
            return new Verdict(true, 0, 0, none, coverage(null, true));
        }
        List<String> javac = new ArrayList<>(List.of(java("javac"), "-proc:none", "-nowarn", "-d", folder.resolve("classes").toString(),
                "-cp",
                path(Stream.of(tools.console))));
        sources().forEach(source -> javac.add(source.toString()));
        if (run(javac, "javac.log") != 0) {
            return new Verdict(false, 0, 0, none, coverage(null, true));
        }
        Path exec = folder.resolve("jacoco.exec");
        Files.deleteIfExists(exec);
        int tests = 0;
        int failures = 0;
        for (int rerun = 0; rerun < RERUNS; rerun++) {
            Console console = new Console(Path.of(java("java")), tools.console, path(Stream.of(tools.console)), testClasses());
            String agent = "-javaagent:" + tools.jacoco + "=destfile=" + exec + ",includes=" + subject.className() + "*";
            Path log = folder.resolve("junit" + rerun + ".log");
            run(console.command(rerun, rerun == 0 ? List.of(agent) : List.of()), log.getFileName().toString());
            Console.Ran ran = Console.read(log);
            tests = Math.max(tests, ran.started());
            failures += ran.failed();
        }
        return new Verdict(true, tests, failures, coverage(exec, false), coverage(exec, true));
    }

    /** @param exec null: nothing was run */
    private Share coverage(Path exec, boolean branches) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        if (exec != null && Files.exists(exec)) {
            loader.load(exec.toFile());
        }
        CoverageBuilder found = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(loader.getExecutionDataStore(), found);
        String name = subject.className().replace('.', '/');
        Pattern files = Pattern.compile(Pattern.quote(name) + "(\\$.*)?\\.class");
        // As this JVM sees it, if it has files for several Java versions.
        try (JarFile jar = new JarFile(subject.jars().get(0).toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (JarEntry entry : jar.versionedStream().filter(e -> files.matcher(e.getName()).matches()).toList()) {
                try (InputStream in = jar.getInputStream(entry)) {
                    analyzer.analyzeClass(in, entry.getName());
                }
            }
        }
        Share sum = new Share(0, 0);
        for (IClassCoverage coverage : found.getClasses()) {
            sum = sum.plus(Share.of(branches ? coverage.getBranchCounter() : coverage.getLineCounter()));
        }
        return sum;
    }

    /** Mutants of PIT's default operators that the suite kills, of all that there are; null: PIT did not come to its end. */
    Share mutants() throws IOException, InterruptedException {
        Path report = folder.resolve("pit");
        List<String> command = List.of(java("java"), "-cp", path(Stream.concat(Stream.of(tools.console), tools.pit.stream())),
                "org.pitest.mutationtest.commandline.MutationCoverageReport", "--reportDir", report.toString(), "--targetClasses",
                subject.className() + "," + subject.className() + "$*", "--targetTests", testClasses().isEmpty() ? "none"
                        : String.join(",", testClasses()),
                "--sourceDirs", folder.toString(), "--mutableCodePaths", subject.jars().get(0).toString(), "--outputFormats", "CSV",
                        "--timestampedReports", "false", "--failWhenNoMutations", "false", "--threads", "2");
        int exit = run(command, "pit.log");
        Path csv = report.resolve("mutations.csv");
        if (exit != 0 || !Files.exists(csv)) {
            return null;
        }
        List<String> lines = Files.readAllLines(csv);
        int killed = (int) lines.stream().filter(line -> line.matches(".*,(KILLED|TIMED_OUT|MEMORY_ERROR|RUN_ERROR),.*")).count();
        return new Share(killed, lines.size());
    }

    private int run(List<String> command, String log) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("classes"));
        Path scratch = Files.createDirectories(folder.resolve("scratch"));
        Process process = new ProcessBuilder(command).directory(scratch.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve(log).toFile()).start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        return process.exitValue();
    }

    /** Numbers of a report of ours. */
    static JsonNode report(Path json) throws IOException {
        return Files.exists(json) ? new ObjectMapper().readTree(json.toFile()) : null;
    }

    static String percent(Share share) {
        return share == null || share.of() == 0 ? "-" : String.format(Locale.ROOT, "%.0f %%", 100.0 * share.covered() / share.of());
    }
}
