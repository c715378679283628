package dev.oraculum.patch;

import com.sun.source.tree.MethodTree;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Form;
import java.nio.file.Path;
import java.util.List;

/**
 * A change of one source file that inserts an assertion.
 *
 * @param file the source file, relative to the folder of sources
 * @param diff unified diff, for {@code patch -p1} or {@code git apply} in the folder of sources
 * @param exits exits of the method that got the assertion
 * @param notes where the inserted assertion sees something else than it was found on, for a reader
 */
public record SourcePatch(Path file, String diff, int exits, List<String> notes) {
    public SourcePatch {
        notes = List.copyOf(notes);
    }

    /**
     * Inserts an assertion before the normal exits of a method.
     *
     * @param sources folder of sources: the class {@code pkg.C} is in {@code pkg/C.java} there
     * @param method {@code pkg.C$Nested#m(int,java.lang.String[])}; a constructor is called {@code <init>}
     * @throws PatchException the source file or the method is not there, or the method's form leaves no place for an assertion
     */
    public static SourcePatch insert(Path sources, String method, AssertionText assertion, Exits exits) throws PatchException {
        return insert(sources, method, assertion, exits, Form.ASSERT);
    }

    /**
     * The same in another form.
     *
     * @param form not {@link Form#TEST}, which leaves the sources as they are
     */
    public static SourcePatch insert(Path sources, String method, AssertionText assertion, Exits exits, Form form) throws PatchException {
        Found found = find(sources, method);
        AssertionInsertion insertion =
                AssertionInsertion.into(found.file(), found.tree(), found.parameters(), assertion, List.of(Check.of(assertion, form)),
                        exits);
        String changed = found.file().with(insertion.edits());
        return new SourcePatch(found.file().path(), UnifiedDiff.of(found.file().path(), found.file().text(), changed), insertion.exits(),
                insertion.notes());
    }

    /** A method in its source; {@code parameters} are those in the class file. */
    record Found(SourceFile file, MethodTree tree, int parameters) {}

    static Found find(Path sources, String method) throws PatchException {
        int hash = method.indexOf('#');
        int open = method.indexOf('(', hash);
        String className = method.substring(0, hash);
        String name = method.substring(hash + 1, open);
        String parameters = method.substring(open + 1, method.lastIndexOf(')'));
        SourceFile file = SourceFile.of(sources, className);
        List<String> types = parameters.isEmpty() ? List.of() : List.of(parameters.split(","));
        return new Found(file, SourceMethods.find(file, className, name, types), types.size());
    }
}
