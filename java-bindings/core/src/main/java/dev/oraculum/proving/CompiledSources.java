package dev.oraculum.proving;

import dev.oraculum.api.OraculumException;
import dev.oraculum.internal.TemporaryFolders;
import dev.oraculum.verification.JdkCompiler;
import dev.oraculum.verification.StateJudge;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * Some sources of a project, changed or not, compiled against its classes. The folder of the new classes is to stand in front of the
 * project's class path.
 */
final class CompiledSources implements AutoCloseable {
    /** Class-file version of Java n is n + 44 (JVMS table 4.1-A). */
    private static final int FIRST_FEATURE_VERSION = 44;
    /** What the oldest compiler that we run on still compiles for. */
    private static final int OLDEST_RELEASE = 8;
    /** Bytes of a class file up to its version. */
    private static final int HEADER = 8;

    private final Path folder;

    private CompiledSources(Path folder) {
        this.folder = folder;
    }

    /** The compiler refuses a source; the message says where and why, in a line. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /**
     * Compiles sources by javac alone, without annotation processors, for the Java version that the project's class files have.
     *
     * @param texts by path, relative to the folder of sources
     * @param classPath of the project, with the classes that the sources are those of
     * @param newest Java version of the JVM that is to run them
     * @throws Refused they do not compile
     */
    static CompiledSources of(Map<Path, String> texts, List<Path> classPath, int newest) throws Refused {
        Path folder;
        try {
            folder = TemporaryFolders.create("patched");
        } catch (IOException e) {
            throw noRoom(e);
        }
        boolean done = false;
        try (StandardJavaFileManager files = JdkCompiler.get().getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            // The runtime hears of clauses on trial, and the agent shows it to every class.
            List<Path> all = Stream.concat(classPath.stream(), Stream.of(StateJudge.runtime())).toList();
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, all);
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            Path classes = Files.createDirectories(folder.resolve("classes"));
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            List<Path> sources = new ArrayList<>();
            int release = newest;
            for (Map.Entry<Path, String> text : texts.entrySet()) {
                Path file = folder.resolve("sources").resolve(text.getKey());
                Files.createDirectories(file.getParent());
                Files.writeString(file, text.getValue());
                sources.add(file);
                release = Math.min(release, release(files, text.getKey(), newest));
            }
            compile(files, sources, release);
            done = true;
            return new CompiledSources(classes);
        } catch (IOException e) {
            throw noRoom(e);
        } finally {
            if (!done) {
                TemporaryFolders.delete(folder);
            }
        }
    }

    private static OraculumException noRoom(IOException e) {
        return new OraculumException(
                OraculumException.Code.IO, "patched sources cannot be compiled in a temporary folder: " + e.getMessage(), e);
    }

    private static void compile(StandardJavaFileManager files, List<Path> sources, int release) throws Refused {
        String number = Integer.toString(release);
        String refused = attempt(files, sources, List.of("--release", number));
        // Code that uses what the JDK does not export compiles without the table of what each release had only.
        if (refused != null && attempt(files, sources, List.of("-source", number, "-target", number)) != null) {
            throw new Refused(refused);
        }
    }

    /** Null: compiled; else the first error. */
    private static String attempt(StandardJavaFileManager files, List<Path> sources, List<String> version) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(List.of("-proc:none", "-Xlint:none", "-nowarn", "-g", "-parameters"));
        options.addAll(version);
        boolean compiled = JdkCompiler.deep(() -> JdkCompiler.get()
                .getTask(null, files, diagnostics, options, null, files.getJavaFileObjectsFromPaths(sources)).call());
        return compiled ? null : firstError(diagnostics);
    }

    private static String firstError(DiagnosticCollector<JavaFileObject> diagnostics) {
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String message = diagnostic.getMessage(Locale.ROOT).replaceAll("\\s*\\R\\s*", "; ");
                JavaFileObject source = diagnostic.getSource();
                return source == null ? message : Path.of(source.toUri()).getFileName() + ":" + diagnostic.getLineNumber() + ": " + message;
            }
        }
        return "the compiler gives no reason";
    }

    /** The Java version that the class of a source was compiled for. */
    private static int release(StandardJavaFileManager files, Path source, int newest) throws IOException {
        String name = source.toString().replace('\\', '/').replaceFirst("\\.java$", "").replace('/', '.');
        JavaFileObject classFile = files.getJavaFileForInput(StandardLocation.CLASS_PATH, name, JavaFileObject.Kind.CLASS);
        if (classFile == null) {
            return newest;
        }
        try (InputStream in = classFile.openInputStream()) {
            byte[] header = in.readNBytes(HEADER);
            int version = header.length < HEADER ? newest : ((header[6] & 0xFF) << 8 | header[7] & 0xFF) - FIRST_FEATURE_VERSION;
            return Math.max(OLDEST_RELEASE, version);
        }
    }

    /** Of the classes. */
    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        TemporaryFolders.delete(folder.getParent());
    }
}
