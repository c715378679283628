package dev.oraculum.patch;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import dev.oraculum.api.Problem;
import dev.oraculum.verification.JdkCompiler;
import dev.oraculum.verification.SourceText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;

/**
 * A parsed Java source.
 *
 * @param path relative to the folder of sources
 * @param text as it is in the file, with its line ends
 */
record SourceFile(Path path, String text, CompilationUnitTree unit, SourcePositions positions) {
    /** The replacement of the characters from {@code start} to before {@code end}. */
    record Edit(int start, int end, String text) {}

    /** The file that declares a class, by its binary name. */
    static SourceFile of(Path sources, String className) throws PatchException {
        if (!Files.isDirectory(sources)) {
            throw new PatchException(Problem.Code.SOURCES_MISSING, "sources " + sources + " is no folder");
        }
        int dot = className.lastIndexOf('.');
        Path folder = Path.of(dot < 0 ? "" : className.substring(0, dot).replace('.', '/'));
        String topLevel = className.substring(dot + 1).replaceFirst("(?<=.)\\$.*", "");
        Path expected = folder.resolve(topLevel + ".java");
        if (Files.isRegularFile(sources.resolve(expected))) {
            return read(sources, expected);
        }
        // A class that is not public may share the file of another one.
        if (Files.isDirectory(sources.resolve(folder))) {
            try (Stream<Path> files = Files.list(sources.resolve(folder))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted(Comparator.naturalOrder()).toList()) {
                    if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(topLevel)) {
                        SourceFile candidate = read(sources, sources.relativize(file));
                        if (SourceMethods.findClass(candidate, className) != null) {
                            return candidate;
                        }
                    }
                }
            } catch (IOException e) {
                throw new PatchException("cannot read " + sources.resolve(folder) + ": " + e.getMessage());
            }
        }
        throw new PatchException(Problem.Code.SOURCES_MISSING, "no source of " + className + ": expected " + sources.resolve(expected));
    }

    private static SourceFile read(Path sources, Path path) throws PatchException {
        Path file = sources.resolve(path);
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Files.readAllBytes(file))).toString();
        } catch (CharacterCodingException e) {
            throw new PatchException(file + " is not UTF-8; a patch can be written for UTF-8 sources only");
        } catch (IOException e) {
            throw new PatchException("cannot read " + file + ": " + e.getMessage());
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) JdkCompiler.get()
                .getTask(null, null, diagnostics, List.of("-proc:none"), null, List.of(new SourceText("Source", withoutMark(text))));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            if (JdkCompiler.firstError(diagnostics) != null) {
                throw new PatchException(file + " does not parse: " + JdkCompiler.firstError(diagnostics));
            }
            return new SourceFile(path, text, unit, Trees.instance(task).getSourcePositions());
        } catch (IOException e) {
            throw new PatchException("cannot read " + file + ": " + e.getMessage());
        }
    }

    /** A byte order mark becomes a space: it is no Java, and all positions stay. */
    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? " " + text.substring(1) : text;
    }

    int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    String textOf(Tree tree) {
        return text.substring(start(tree), end(tree));
    }

    long lineOf(Tree tree) {
        return unit.getLineMap().getLineNumber(start(tree));
    }

    /** The file's line end. */
    String lineEnd() {
        return text.contains("\r\n") ? "\r\n" : "\n";
    }

    /** White space at the beginning of the line that holds a position. */
    String indentation(int position) {
        int line = text.lastIndexOf('\n', position - 1) + 1;
        int end = line;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(line, end);
    }

    /** Whether only white space stands before a position on its line. */
    boolean isFirstOnLine(int position) {
        int line = text.lastIndexOf('\n', position - 1) + 1;
        return text.substring(line, position).isBlank();
    }

    /** The text with edits, which must not overlap; of two insertions at one place the first given comes first. */
    String with(List<Edit> edits) {
        List<Edit> ordered = edits.stream().sorted(Comparator.comparingInt(Edit::start)).toList();
        StringBuilder result = new StringBuilder();
        int done = 0;
        for (Edit edit : ordered) {
            result.append(text, done, edit.start()).append(edit.text());
            done = edit.end();
        }
        return result.append(text, done, text.length()).toString();
    }
}
