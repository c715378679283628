package dev.oraculum.api.generate;

import java.nio.file.Path;
import java.util.List;

/**
 * Classes that one run generates tests of. Named classes are those; of packages and of everything, the top-level classes that are the
 * project's own and were not made by the compiler, whatever their visibility. What is nested in a class counts as part of it.
 *
 * @param classes {@code pkg.C} or {@code pkg.Outer.Nested}
 * @param packages packages whose classes are meant, their sub-packages included
 * @param entries jars and folders of the class path that are the project's own, for packages and everything; empty: its folders, or, if it
 *     has none, its first jar
 */
public record ClassSelection(List<String> classes, List<String> packages, List<Path> entries) {
    public ClassSelection {
        classes = List.copyOf(classes);
        packages = List.copyOf(packages);
        entries = List.copyOf(entries);
    }

    /** All of the project's own. */
    public static ClassSelection all() {
        return new ClassSelection(List.of(), List.of(), List.of());
    }

    public static ClassSelection ofClasses(List<String> names) {
        return new ClassSelection(names, List.of(), List.of());
    }

    public static ClassSelection ofPackage(String name) {
        return new ClassSelection(List.of(), List.of(name), List.of());
    }

    /** @param own empty: the folders of the class path, or, if it has none, its first jar */
    public ClassSelection withEntries(List<Path> own) {
        return new ClassSelection(classes, packages, own);
    }

    /** Whether nothing is named: all are meant. */
    public boolean isAll() {
        return classes.isEmpty() && packages.isEmpty();
    }
}
