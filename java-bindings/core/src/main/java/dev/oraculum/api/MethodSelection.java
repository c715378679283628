package dev.oraculum.api;

import java.util.List;

/**
 * Methods that one run is about.
 *
 * @param methods single methods, {@code pkg.C#m(int)}
 * @param classes classes whose methods are meant, {@code pkg.C} or {@code pkg.Outer.Nested}
 * @param packages packages whose classes' methods are meant, their sub-packages included
 * @param constructors whether constructors are meant too
 */
public record MethodSelection(List<String> methods, List<String> classes, List<String> packages, boolean constructors) {
    public MethodSelection {
        methods = List.copyOf(methods);
        classes = List.copyOf(classes);
        packages = List.copyOf(packages);
    }

    /** The methods of every class of the class path that a test class refers to. */
    public static MethodSelection all() {
        return new MethodSelection(List.of(), List.of(), List.of(), false);
    }

    public static MethodSelection ofMethod(String name) {
        return new MethodSelection(List.of(name), List.of(), List.of(), false);
    }

    public static MethodSelection ofClass(String name) {
        return new MethodSelection(List.of(), List.of(name), List.of(), false);
    }

    public static MethodSelection ofPackage(String name) {
        return new MethodSelection(List.of(), List.of(), List.of(name), false);
    }

    public MethodSelection withConstructors(boolean included) {
        return new MethodSelection(methods, classes, packages, included);
    }

    /** Whether nothing is named: all are meant. */
    public boolean isAll() {
        return methods.isEmpty() && classes.isEmpty() && packages.isEmpty();
    }
}
