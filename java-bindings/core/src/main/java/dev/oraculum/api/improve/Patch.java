package dev.oraculum.api.improve;

import java.nio.file.Path;
import java.util.List;

/**
 * The change of a project that was tried on its tests.
 *
 * @param folder in which {@code patch -p1} applies it: of the sources, or with {@link Form#TEST} of the tests' sources
 * @param diff unified diff; empty if there was no place for anything
 * @param files changed files, relative to the folder
 * @param notes what a reader should know: clauses and places that were left out, each with the reason
 * @param failures methods that are not in it, each with the reason
 */
public record Patch(Path folder, String diff, List<Path> files, List<String> notes, List<String> failures) {
    public Patch {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
        failures = List.copyOf(failures);
    }
}
