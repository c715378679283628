package dev.oraculum.patch;

import dev.oraculum.api.Problem;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.api.improve.Form;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.patch.SourceFile.Edit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
 * @param texts the changed files' whole texts
 */
public record SourcePatches(
        String diff, List<Path> files, int methods, List<String> notes, List<String> failures, List<Problem> problems,
        Map<Path, String> texts) {
    /**
     * An assertion for a method, {@code pkg.C#m(int)}.
     *
     * @param clauses its conjuncts, for {@link #onTrial}
     */
    public record Insertion(String method, AssertionText assertion, List<AssertionText> clauses) {
        public Insertion {
            clauses = List.copyOf(clauses);
        }

        /** One whose clauses do not matter. */
        public Insertion(String method, AssertionText assertion) {
            this(method, assertion, List.of(assertion));
        }
    }

    public SourcePatches {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
        failures = List.copyOf(failures);
        problems = List.copyOf(problems);
        texts = Map.copyOf(texts);
    }

    /** Inserts assertions before the normal exits of methods, as {@link SourcePatch#insert} does for one. */
    public static SourcePatches insert(Path sources, List<Insertion> insertions, Exits exits) {
        return insert(sources, insertions, exits, Form.ASSERT);
    }

    /**
     * The same in another form.
     *
     * @param form not {@link Form#TEST}, which leaves the sources as they are
     */
    public static SourcePatches insert(Path sources, List<Insertion> insertions, Exits exits, Form form) {
        return insert(sources, insertions, exits, (number, assertion) -> List.of(Check.of(assertion.assertion(), form)));
    }

    /**
     * The sources in which each clause stands by itself, and tells {@link dev.oraculum.runtime.Trial} where it does not hold. Clauses have
     * numbers from 0, through all insertions. No patch for anybody, but what to run before one is written.
     */
    public static SourcePatches onTrial(Path sources, List<Insertion> insertions, Exits exits) {
        return insert(sources, insertions.stream().map(SourcePatches::withAllDeclared).toList(), exits, (first, insertion) -> {
            List<Check> checks = new ArrayList<>();
            for (AssertionText clause : insertion.clauses()) {
                checks.add(Check.onTrial(clause, first + checks.size()));
            }
            return checks;
        });
    }

    /** What the clauses declare by themselves may be more than what they need together. */
    private static Insertion withAllDeclared(Insertion insertion) {
        Map<String, Variable> variables = new LinkedHashMap<>();
        Map<String, ExitValue> exitValues = new LinkedHashMap<>();
        List<AssertionText> texts = new ArrayList<>(insertion.clauses());
        texts.add(0, insertion.assertion());
        for (AssertionText text : texts) {
            text.variables().forEach(variable -> variables.putIfAbsent(variable.name(), variable));
            text.exitValues().forEach(value -> exitValues.putIfAbsent(value.name(), value));
        }
        AssertionText whole = insertion.assertion();
        AssertionText declared = new AssertionText(
                whole.assertion(), whole.java(), whole.size(), List.copyOf(variables.values()), List.copyOf(exitValues.values()));
        return new Insertion(insertion.method(), declared, insertion.clauses());
    }

    /** Says what checks an insertion, by the number of its first clause. */
    private interface Checks {
        List<Check> of(int firstClause, Insertion insertion);
    }

    private static SourcePatches insert(Path sources, List<Insertion> insertions, Exits exits, Checks checks) {
        Map<Path, SourceFile> files = new TreeMap<>();
        Map<Path, List<Edit>> edits = new TreeMap<>();
        List<String> notes = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        Set<Problem> problems = new LinkedHashSet<>();
        int clauses = 0;
        for (Insertion insertion : insertions) {
            try {
                SourcePatch.Found found = SourcePatch.find(sources, insertion.method());
                AssertionInsertion made = AssertionInsertion.into(
                        found.file(), found.tree(), found.parameters(), insertion.assertion(), checks.of(clauses, insertion), exits);
                files.put(found.file().path(), found.file());
                // Methods do not overlap, but for those of classes inside a method, whose text an edit never spans.
                edits.computeIfAbsent(found.file().path(), path -> new ArrayList<>()).addAll(made.edits());
                notes.addAll(made.notes());
            } catch (PatchException e) {
                failures.add(insertion.method() + ": " + e.getMessage());
                problems.add(e.problem());
            }
            clauses += insertion.clauses().size();
        }
        StringBuilder diff = new StringBuilder();
        Map<Path, String> texts = new LinkedHashMap<>();
        files.forEach((path, file) -> {
            texts.put(path, file.with(edits.get(path)));
            diff.append(UnifiedDiff.of(path, file.text(), texts.get(path)));
        });
        return new SourcePatches(diff.toString(), List.copyOf(files.keySet()), insertions.size() - failures.size(), notes, failures,
                List.copyOf(problems), texts);
    }
}
