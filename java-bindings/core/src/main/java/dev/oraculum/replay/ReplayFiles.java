package dev.oraculum.replay;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.oracle.GeneratedTests;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.internal.TemporaryFolders;
import dev.oraculum.runtime.protocol.TestOutcome;
import dev.oraculum.verification.JdkCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/** The files of generated tests: written, compiled and run until all that is left compiles and passes. */
final class ReplayFiles {
    /** Each round takes out what failed; what still fails then is not worth having. */
    private static final int ROUNDS = 5;

    private final ExecutionSettings settings;
    private List<ReplayTest> kept;
    private final Map<ReplayTest, String> removed = new LinkedHashMap<>();
    private List<Source> sources = List.of();

    ReplayFiles(List<ReplayTest> tests, ExecutionSettings settings) {
        this.kept = List.copyOf(tests);
        this.settings = settings;
    }

    /** @param methods the test of each method, by its name; its lines as begin and end, from 1 */
    private record Source(String className, String text, Map<String, ReplayTest> methods, Map<ReplayTest, int[]> lines) {
        String path() {
            return className.replace('.', '/') + ".java";
        }
    }

    List<ReplayTest> kept() {
        return kept;
    }

    /** Why tests were taken out. */
    Map<ReplayTest, String> removed() {
        return removed;
    }

    List<GeneratedTests.File> files() {
        return sources.stream().map(source -> new GeneratedTests.File(
                source.path(), source.className(), source.text(), source.methods().size())).toList();
    }

    void keepWhatPasses() {
        Path folder;
        try {
            folder = TemporaryFolders.create("replay");
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "no temporary folder: " + e.getMessage(), e);
        }
        try {
            for (int round = 0; round < ROUNDS; round++) {
                sources = write();
                if (sources.isEmpty() || compiles(folder) && passes(folder)) {
                    return;
                }
            }
            drop(kept, "tests with it still fail after " + ROUNDS + " rounds");
            sources = List.of();
        } finally {
            TemporaryFolders.delete(folder);
        }
    }

    private void drop(List<ReplayTest> tests, String reason) {
        List<ReplayTest> gone = List.copyOf(tests);
        gone.forEach(test -> removed.put(test, reason));
        kept = kept.stream().filter(test -> !gone.contains(test)).toList();
    }

    private List<Source> write() {
        Map<String, List<ReplayTest>> byClass = new TreeMap<>(kept.stream().collect(Collectors.groupingBy(ReplayTest::className)));
        return byClass.entrySet().stream().map(entry -> write(entry.getKey(), entry.getValue())).toList();
    }

    private static Source write(String className, List<ReplayTest> tests) {
        int dot = className.lastIndexOf('.');
        String packageName = dot < 0 ? "" : className.substring(0, dot);
        boolean jupiter = tests.get(0).isJupiter();
        JavaText text = new JavaText(packageName);
        text.type(className);
        ReplayWriter writer = new ReplayWriter(text, jupiter);
        String testAnnotation = text.type(jupiter ? "org.junit.jupiter.api.Test" : "org.junit.Test");
        List<String> body = new ArrayList<>();
        Map<String, ReplayTest> methods = new LinkedHashMap<>();
        Map<ReplayTest, int[]> lines = new LinkedHashMap<>();
        for (ReplayTest test : tests) {
            int begin = body.size();
            String name = name(test, methods);
            methods.put(name, test);
            body.add("");
            body.add("    /** What " + test.origin().name().replace("*/", "* /")
                    + (test.read() == null ? " sees " + test.described().place() + " return. */"
                    : " leaves in " + test.described().variable() + " at " + test.described().place() + ". */"));
            body.add("    @" + testAnnotation);
            body.add("    " + (jupiter ? "" : "public ") + "void " + name + "() throws Exception {");
            writer.statements(test.all(), test.slice(), test.read()).forEach(line -> body.add("        " + line));
            body.add("    }");
            lines.put(test, new int[] {begin + 1, body.size()});
        }
        List<String> head = new ArrayList<>();
        if (!packageName.isEmpty()) {
            head.add("package " + packageName + ";");
            head.add("");
        }
        writer.assertions().forEach(name -> head.add(
                "import static " + (jupiter ? "org.junit.jupiter.api.Assertions." : "org.junit.Assert.") + name + ";"));
        head.add("");
        text.imports().forEach(name -> head.add("import " + name + ";"));
        head.add("");
        head.add("/** Written by Oraculum: calls of " + tests.get(0).origin().className()
                + " replayed, with what they returned asserted. */");
        head.add("@SuppressWarnings({\"deprecation\", \"rawtypes\", \"unchecked\"})");
        head.add((jupiter ? "" : "public ") + "class " + className.substring(dot + 1) + " {");
        lines.values().forEach(range -> {
            range[0] += head.size();
            range[1] += head.size();
        });
        // The first method needs no blank line before it; the line numbers stay as they are.
        List<String> all = new ArrayList<>(head);
        all.addAll(body);
        all.add("}");
        return new Source(className, String.join("\n", all) + "\n", methods, lines);
    }

    private static String name(ReplayTest test, Map<String, ReplayTest> taken) {
        String origin = test.origin().id().replaceAll("^.*\\[(?:method|test|test-template):([A-Za-z_$][\\w$]*).*$", "$1")
                .replaceAll("\\W", "");
        String method = test.read() == null ? test.described().method() : test.described().name();
        String base = method + "In" + (origin.isEmpty() ? "Test" : origin.substring(0, 1).toUpperCase(Locale.ROOT) + origin.substring(1));
        String name = base;
        for (int i = 2; taken.containsKey(name); i++) {
            name = base + i;
        }
        return name;
    }

    private boolean compiles(Path folder) {
        JavaCompiler compiler = JdkCompiler.get();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        String classPath = settings.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of("-d", folder.toString(), "-cp", classPath, "-proc:none", "-nowarn", "--release",
                Integer.toString(settings.jvm().featureVersion()));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<Path> paths = new ArrayList<>();
            for (Source source : sources) {
                Path path = folder.resolve("source").resolve(source.path());
                Files.createDirectories(path.getParent());
                Files.writeString(path, source.text());
                paths.add(path);
            }
            if (compiler.getTask(null, files, diagnostics, options, null, files.getJavaFileObjectsFromPaths(paths)).call()) {
                return true;
            }
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot write the generated tests: " + e.getMessage(), e);
        }
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String message = "its replay does not compile: " + diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse("");
                drop(at(diagnostic), message);
            }
        }
        return false;
    }

    /** The test that has the line of an error; all of its file, if none has. */
    private List<ReplayTest> at(Diagnostic<? extends JavaFileObject> diagnostic) {
        List<ReplayTest> inFile = new ArrayList<>();
        for (Source source : sources) {
            if (diagnostic.getSource() == null || diagnostic.getSource().toUri().getPath().endsWith("/" + source.path())) {
                inFile.addAll(source.lines().keySet());
                for (Map.Entry<ReplayTest, int[]> entry : source.lines().entrySet()) {
                    if (diagnostic.getSource() != null && entry.getValue()[0] <= diagnostic.getLineNumber()
                            && diagnostic.getLineNumber() <= entry.getValue()[1]) {
                        return List.of(entry.getKey());
                    }
                }
            }
        }
        return inFile;
    }

    private boolean passes(Path folder) {
        List<Path> paths = Stream.concat(Stream.of(folder), settings.classPath().stream()).toList();
        List<String> classNames = sources.stream().map(Source::className).toList();
        ExecutionSettings run = ExecutionSettings.of(settings.installation(), settings.jvm(), paths, classNames, new byte[0])
                .withSurroundings(settings.surroundings());
        OriginalRun result;
        try (WorkerPool pool = WorkerPool.open(run)) {
            result = pool.runOriginal(pool.discover().tests(), new UnitSink() {
                @Override
                public void test(int unit, TestRun test, List<ByteBuffer> states) {}
            });
        } catch (CannotRunException e) {
            drop(kept, "the replay cannot be run: " + e.getMessage());
            return false;
        }
        boolean all = true;
        for (List<TestRun> runs : List.of(result.first(), result.second())) {
            for (TestRun test : runs) {
                if (test.outcome() != TestOutcome.PASSED) {
                    all = false;
                    Source source = sources.stream().filter(s -> s.className().equals(test.test().className())).findFirst().orElseThrow();
                    ReplayTest failing = source.methods().get(test.test().methodName());
                    drop(failing == null ? List.copyOf(source.lines().keySet()) : List.of(failing),
                            "its replay does not give what was recorded: " + test.outcome().sentence() + ": " + test.failureLine());
                }
            }
        }
        return all;
    }
}
