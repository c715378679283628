package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;

/**
 * The package that the tests of a class are in: its own, so that they may use what is not public. Of a class that is signed, or whose
 * package is sealed, the JVM would refuse them there ({@link ClassPath#isClosed}): these are in one below it, and use what is public.
 *
 * @param name with a slash at its end; empty: the unnamed package
 * @param isOwn whether it is that of the class
 */
public record TestPackage(String name, boolean isOwn) {
    private static final String BELOW = "generated/";

    /** @param target internal name of the class under test */
    public static TestPackage of(ClassPath classPath, String target) {
        return classPath.isClosed(target) ? new TestPackage(Declarations.packageOf(target) + BELOW, false) : ownOf(target);
    }

    /** That of the class itself. */
    public static TestPackage ownOf(String target) {
        return new TestPackage(Declarations.packageOf(target), true);
    }

    /** As Java has it; empty: the unnamed package. */
    public String binaryName() {
        return name.isEmpty() ? "" : name.substring(0, name.length() - 1).replace('/', '.');
    }
}
