package dev.oraculum.api;

import java.util.List;

/**
 * Methods to improve in one run.
 *
 * @param classes classes whose methods are meant, {@code pkg.C} or {@code pkg.Outer.Nested}
 * @param packages packages whose classes' methods are meant, without their sub-packages
 * @param constructors whether constructors are meant too
 */
public record MethodSelection(List<String> classes, List<String> packages, boolean constructors) {
    public MethodSelection {
        classes = List.copyOf(classes);
        packages = List.copyOf(packages);
    }

    /** The methods of every class of the class path that a test class refers to. */
    public static MethodSelection all() {
        return new MethodSelection(List.of(), List.of(), false);
    }

    public static MethodSelection ofClass(String name) {
        return new MethodSelection(List.of(name), List.of(), false);
    }

    public static MethodSelection ofPackage(String name) {
        return new MethodSelection(List.of(), List.of(name), false);
    }

    public MethodSelection withConstructors(boolean included) {
        return new MethodSelection(classes, packages, included);
    }

    /** Whether neither classes nor packages are named: all are meant. */
    public boolean isAll() {
        return classes.isEmpty() && packages.isEmpty();
    }
}
