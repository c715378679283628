package randomtests;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Tests as Java text: written, compiled, run. A test is a list of statements. */
final class Suite {
    private final Path folder;
    private final List<Path> classPath;

    /**
     * @param folder for the source and the class files
     * @param classPath of the code under test, instrumented
     */
    Suite(Path folder, List<Path> classPath) {
        this.folder = folder;
        this.classPath = classPath;
    }

    /**
     * Runs tests.
     *
     * @param name of the class that they are written into
     * @param packageName of the code under test, so that they may use what is not public
     */
    Set<Reached.Outcome> run(String packageName, String name, List<List<String>> tests) throws IOException, ReflectiveOperationException {
        List<List<String>> left = new ArrayList<>(tests);
        Set<Integer> broken = compile(packageName, name, left);
        if (!broken.isEmpty()) {
            for (int number : broken) {
                left.set(number, List.of());
            }
            if (!compile(packageName, name, left).isEmpty()) {
                throw new IllegalStateException("tests that javac has no error for do not compile without the others: see " + folder);
            }
        }
        String binaryName = packageName.isEmpty() ? name : packageName + "." + name;
        List<URL> urls = new ArrayList<>(List.of(folder.toUri().toURL()));
        for (Path entry : classPath) {
            urls.add(entry.toUri().toURL());
        }
        Reached.take();
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), Suite.class.getClassLoader())) {
            Class<?> compiled = Class.forName(binaryName, true, loader);
            for (int number = 0; number < left.size(); number++) {
                Method test = compiled.getDeclaredMethod("test" + number);
                test.setAccessible(true);
                try {
                    test.invoke(null);
                } catch (InvocationTargetException e) {
                    // With these values the code throws: what it reached counts all the same.
                }
            }
        }
        return Reached.take();
    }

    /** The numbers of the tests that do not compile. */
    private Set<Integer> compile(String packageName, String name, List<List<String>> tests) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(packageName.isEmpty() ? "" : "package " + packageName + ";");
        lines.add("final class " + name + " {");
        List<Integer> begins = new ArrayList<>();
        for (int number = 0; number < tests.size(); number++) {
            begins.add(lines.size());
            lines.add("    static void test" + number + "() throws Throwable {");
            tests.get(number).forEach(line -> lines.add("        " + line));
            lines.add("    }");
        }
        lines.add("}");
        Path source = folder.resolve(name + ".java");
        Files.createDirectories(folder);
        Files.write(source, lines);
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-nowarn", "-proc:none", "-Xmaxerrs", "0", "-d", folder.toString(), "-cp", path);
        boolean compiled;
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
            compiled = javac.getTask(null, files, found, options, null, files.getJavaFileObjects(source)).call();
        }
        Set<Integer> broken = new TreeSet<>();
        for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR) {
                int line = (int) one.getLineNumber() - 1;
                broken.add((int) begins.stream().filter(begin -> begin <= line).count() - 1);
            }
        }
        if (!compiled && (broken.isEmpty() || broken.contains(-1))) {
            throw new IllegalStateException("javac: " + found.getDiagnostics());
        }
        return broken;
    }
}
