package dev.oraculum.generation;

import dev.oraculum.api.OraculumException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.generation.TestWriter.Written;
import dev.oraculum.verification.JdkCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * A written class of tests in a folder, compiled by javac alone.
 *
 * @param settings how tests are run, without a plan
 */
record CompiledTests(ExecutionSettings settings, Path folder, Written written) {
    /** Compiles it; whether that went without errors. */
    boolean compile(DiagnosticCollector<JavaFileObject> diagnostics) {
        JavaCompiler compiler = JdkCompiler.get();
        Stream<Path> path = Stream.concat(settings.classPath().stream(), settings.installation().platform1().stream());
        List<String> options = List.of(
                "-d", folder.toString(), "-cp", path.map(Path::toString).collect(Collectors.joining(File.pathSeparator)), "-proc:none",
                        "-nowarn",
                "--release", Integer.toString(settings.jvm().featureVersion()));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
            Path source = folder.resolve("source").resolve(written.path());
            Files.createDirectories(source.getParent());
            Files.writeString(source, written.source());
            return compiler.getTask(null, files, diagnostics, options, null, files.getJavaFileObjects(source)).call();
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot write the generated tests: " + e.getMessage(), e);
        }
    }

    /** How they run. */
    ExecutionSettings run() {
        List<Path> paths = Stream.concat(Stream.of(folder), settings.classPath().stream()).toList();
        return ExecutionSettings.of(settings.installation(), settings.jvm(), paths, List.of(written.className()), new byte[0])
                .withSurroundings(settings.surroundings());
    }
}
