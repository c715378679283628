package dev.oraculum.patch;

import com.sun.source.tree.MethodTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a method in its source, from its annotations to its last brace.
 *
 * @param first from 1
 * @param last inclusive
 */
public record SourceLines(int first, int last) {
    /**
     * Finds a method by its erased parameter types.
     *
     * @param sources folder that holds the package folders
     * @param className binary name
     * @param parameters binary names, {@code java.lang.String[]}
     * @return empty: the source is not there, does not parse, or has no such method
     */
    public static Optional<SourceLines> of(Path sources, String className, String method, List<String> parameters) {
        try {
            SourceFile file = SourceFile.of(sources, className);
            MethodTree tree = SourceMethods.find(file, className, method, parameters);
            long last = file.unit().getLineMap().getLineNumber(Math.max(file.start(tree), file.end(tree) - 1));
            return Optional.of(new SourceLines((int) file.lineOf(tree), (int) last));
        } catch (PatchException e) {
            return Optional.empty();
        }
    }
}
