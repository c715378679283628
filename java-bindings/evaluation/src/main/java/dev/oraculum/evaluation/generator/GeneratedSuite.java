package dev.oraculum.evaluation.generator;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A generated suite in a folder: {@code sources} as a developer would have them, {@code classes} of these, and the same tests with a judge
 * around each assertion.
 *
 * @param folder of the suite
 * @param sources of its classes
 */
public record GeneratedSuite(Path folder, List<SuiteSource> sources) {
    private static final int MINUTES = 4;
    private static final int PASSES = 3;

    /** An assertion by its place. */
    public record Place(String testClass, int line) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byClass = testClass.compareTo(other.testClass);
            return byClass != 0 ? byClass : Integer.compare(line, other.line);
        }
    }

    /**
     * What a release says of the suite.
     *
     * @param wrong assertions that fail, with their tests
     * @param threw tests ({@code class test}) that ended by an exception, and its class
     */
    public record Judgement(Map<Place, String> wrong, Map<String, String> threw) {
        /** Assertions that fail in tests that the release runs to their end: their inputs are legal there. */
        public Set<Place> wrongOfLegalTests() {
            return wrong.keySet().stream().filter(place -> !threw.containsKey(wrong.get(place)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /**
     * Generates tests of a class on a release, and keeps those that compile and pass three times, each time in a new JVM.
     *
     * @param libraries JUnit 4 and what it needs
     */
    public static GeneratedSuite generate(String subject, Path release, List<Path> libraries, long seed, Path folder)
            throws IOException, InterruptedException {
        Path made = folder.resolve("made");
        List<Path> own = ownClassPath();
        java(Stream.concat(own.stream(), Stream.of(release)).toList(), GenerateTests.class,
                List.of(subject, Long.toString(seed), made.toString()));
        GeneratedSuite suite = new GeneratedSuite(folder, sourcesIn(made));
        List<Path> classpath = Stream.concat(Stream.of(release), libraries.stream()).toList();
        suite.removeWhatDoesNotCompile(classpath);
        for (int pass = 0; pass < PASSES; pass++) {
            Judgement judgement = suite.judge(release, libraries);
            Set<String> failing = new HashSet<>(judgement.threw.keySet());
            failing.addAll(judgement.wrong.values());
            if (!failing.isEmpty()) {
                suite.remove(failing);
                suite.compile(classpath);
            }
        }
        return suite;
    }

    /** A suite that {@link #generate} left in a folder. */
    public static GeneratedSuite read(Path folder) throws IOException {
        return new GeneratedSuite(folder, sourcesIn(folder.resolve("sources")));
    }

    private static List<SuiteSource> sourcesIn(Path folder) throws IOException {
        List<SuiteSource> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                sources.add(SuiteSource.parse(Files.readString(file)));
            }
        }
        return sources;
    }

    /** The class path of the tests as a user would give it. */
    public Path classes() {
        return folder.resolve("classes");
    }

    /** All assertions, in order. */
    public Set<Place> assertions() {
        Set<Place> places = new TreeSet<>();
        for (SuiteSource source : sources) {
            String[] lines = source.render().split("\n");
            for (int i = 0; i < lines.length; i++) {
                if (lines[i].strip().startsWith("assert") || lines[i].strip().startsWith("fail(")) {
                    places.add(new Place(source.packageName() + "." + source.className(), i + 1));
                }
            }
        }
        return places;
    }

    /** Runs the tests, as they were compiled against the release they were made of, on a release. */
    public Judgement judge(Path release, List<Path> libraries) throws IOException, InterruptedException {
        List<Path> classpath = Stream.of(Stream.of(folder.resolve("judging-classes"), release), libraries.stream(), ownClassPath().stream())
                .flatMap(s -> s).toList();
        Judgement judgement = new Judgement(new TreeMap<>(), new TreeMap<>());
        for (String line : java(classpath, Verdicts.class, sources.stream().map(s -> s.packageName() + "." + s.className()).toList())) {
            String[] words = line.split(" ");
            if (words[0].equals("wrong")) {
                judgement.wrong.put(new Place(words[1], Integer.parseInt(words[3])), words[1] + " " + words[2]);
            } else if (words[0].equals("threw")) {
                judgement.threw.put(words[1] + " " + words[2], words[3]);
            }
        }
        return judgement;
    }

    private void remove(Set<String> tests) {
        sources.forEach(s -> s.tests().removeIf(t -> tests.contains(s.packageName() + "." + s.className() + " " + t.name())));
    }

    private void removeWhatDoesNotCompile(List<Path> classpath) throws IOException {
        for (List<Diagnostic<? extends JavaFileObject>> errors = compile(classpath); !errors.isEmpty(); errors = compile(classpath)) {
            Set<String> bad = new HashSet<>();
            for (Diagnostic<? extends JavaFileObject> error : errors) {
                for (SuiteSource source : sources) {
                    if (error.getSource().getName().endsWith(File.separator + source.className() + ".java")) {
                        bad.add(source.packageName() + "." + source.className() + " " + testAt(source, (int) error.getLineNumber()));
                    }
                }
            }
            remove(bad);
        }
    }

    private static String testAt(SuiteSource source, int line) throws IOException {
        String[] lines = source.render().split("\n");
        for (int i = line - 1; i >= 0; i--) {
            if (lines[i].startsWith("    public void ")) {
                return lines[i].substring("    public void ".length(), lines[i].indexOf('('));
            }
        }
        throw new IOException(source.className() + ".java does not compile at line " + line + ", outside of tests");
    }

    /** Writes and compiles both forms; returns the errors of the first that has any. */
    private List<Diagnostic<? extends JavaFileObject>> compile(List<Path> classpath) throws IOException {
        List<Diagnostic<? extends JavaFileObject>> errors = compile("sources", "classes", classpath, false);
        return errors.isEmpty() ? compile("judging-sources", "judging-classes",
                Stream.concat(classpath.stream(), ownClassPath().stream()).toList(), true)
                : errors;
    }

    private List<Diagnostic<? extends JavaFileObject>> compile(String sourceFolder, String classFolder, List<Path> classpath,
            boolean judging) throws IOException {
        List<Path> files = new ArrayList<>();
        for (SuiteSource source : sources) {
            Path file = folder.resolve(sourceFolder).resolve(source.packageName().replace('.', '/')).resolve(source.className() + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, judging ? Verdicts.judging(source) : source.render()));
        }
        return compile(files, folder.resolve(classFolder), classpath);
    }

    /** Compiles sources with all debug information; returns the errors. */
    public static List<Diagnostic<? extends JavaFileObject>> compile(List<Path> files, Path output, List<Path> classpath)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(diagnostics, null, null)) {
            List<String> options = List.of("-g", "-nowarn", "-Xmaxerrs", "10000", "-proc:none", "-d",
                    Files.createDirectories(output).toString(), "-cp",
                    join(classpath));
            compiler.getTask(null, manager, diagnostics, options, null, manager.getJavaFileObjectsFromPaths(files)).call();
        }
        return diagnostics.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).collect(Collectors.toList());
    }

    private static List<Path> ownClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of).toList();
    }

    private static String join(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> java(List<Path> classpath, Class<?> main, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m", "-Duser.timezone=UTC",
                        "-Duser.language=en",
                "-XX:TieredStopAtLevel=1", "-cp", join(classpath), main.getName()));
        command.addAll(arguments);
        Path output = Files.createTempFile("suite", ".out");
        Path errors = Files.createTempFile("suite", ".err");
        try {
            Process process = new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
            }
            if (process.exitValue() != 0) {
                throw new IOException(main.getSimpleName() + " " + String.join(" ", arguments) + " ended with " + process.exitValue()
                        + ":\n" + Files.readString(errors));
            }
            return Files.readAllLines(output);
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }
}
