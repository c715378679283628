package dev.oraculum.patch;

import dev.oraculum.api.Problem;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.patch.SourceFile.Edit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A change of several source files that inserts assertions into several methods.
 *
 * @param diff unified diff over all files, in the order of their paths; empty if nothing could be inserted
 * @param files changed files, relative to the folder of sources
 * @param methods methods that got their assertion
 * @param notes where an inserted assertion sees something else than it was found on, for a reader
 * @param failures methods whose assertion could not be inserted, each with the reason
 * @param problems what these failures are about, each once
 */
public record SourcePatches(String diff, List<Path> files, int methods, List<String> notes, List<String> failures, List<Problem> problems) {
    /** An assertion for a method, {@code pkg.C#m(int)}. */
    public record Insertion(String method, AssertionText assertion) {}

    public SourcePatches {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
        failures = List.copyOf(failures);
        problems = List.copyOf(problems);
    }

    /** Inserts assertions before the normal exits of methods, as {@link SourcePatch#insert} does for one. */
    public static SourcePatches insert(Path sources, List<Insertion> insertions, Exits exits) {
        Map<Path, SourceFile> files = new TreeMap<>();
        Map<Path, List<Edit>> edits = new TreeMap<>();
        List<String> notes = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        Set<Problem> problems = new LinkedHashSet<>();
        for (Insertion insertion : insertions) {
            try {
                SourcePatch.Found found = SourcePatch.find(sources, insertion.method());
                AssertionInsertion made = AssertionInsertion.into(found.file(), found.tree(), found.parameters(), insertion.assertion(), exits);
                files.put(found.file().path(), found.file());
                // Methods do not overlap, but for those of classes inside a method, whose text an edit never spans.
                edits.computeIfAbsent(found.file().path(), path -> new ArrayList<>()).addAll(made.edits());
                notes.addAll(made.notes());
            } catch (PatchException e) {
                failures.add(insertion.method() + ": " + e.getMessage());
                problems.add(e.problem());
            }
        }
        StringBuilder diff = new StringBuilder();
        files.forEach((path, file) -> diff.append(UnifiedDiff.of(path, file.text(), file.with(edits.get(path)))));
        return new SourcePatches(diff.toString(), List.copyOf(files.keySet()), insertions.size() - failures.size(), notes, failures,
                List.copyOf(problems));
    }
}
