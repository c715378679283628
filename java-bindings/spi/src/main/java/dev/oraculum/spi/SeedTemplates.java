package dev.oraculum.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Seed templates for test generators: for a branch, the graph of the objects that it looks at, and a test with slots that builds them
 * (Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit testing", ESEC/FSE 2021: EvoObj). No search
 * runs, and no class of the class path is loaded: all is read from class files.
 *
 * <pre>{@code
 * try (SeedTemplates templates = SeedTemplates.on(List.of(Path.of("target/classes")))) {
 *     for (Branch branch : templates.branches("pkg.C")) {
 *         try {
 *             SeedTemplate template = templates.forBranch(branch, 1);
 *             System.out.println(String.join("\n", templates.java(template, Map.of())));
 *         } catch (UnreachableBranchException e) {
 *             System.out.println(branch + ": " + e.getMessage());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>The first question about a class takes longest: its program is analysed, the class and what it refers to, up to 500 classes. What is
 * known of the last classes that were asked about is kept.
 *
 * <p>Any number of threads may use an instance; it answers one call at a time. Answers depend on nothing but the class path, the settings
 * and the arguments.
 *
 * <p>All methods throw {@link IllegalStateException} when it is closed, and {@link SeedTemplatesException} for a fault that is not the
 * caller's.
 */
public interface SeedTemplates extends AutoCloseable {
    /**
     * Opens a class path, with all settings at their defaults.
     *
     * @param classPath jars and folders of the classes under test and of what these need, the JDK not included
     * @throws SeedTemplatesException there is no implementation beside this artifact, it cannot be loaded, or an entry of the class path
     *     cannot be read
     */
    static SeedTemplates on(List<Path> classPath) {
        return on(classPath, Map.of());
    }

    /**
     * Opens a class path.
     *
     * @param settings values by name, as text: those of the group {@code seed} of docs/settings.md, such as {@code callDepth}
     * @throws IllegalArgumentException there is no such setting, or its value is out of range
     * @throws SeedTemplatesException as {@link #on(List)}
     */
    static SeedTemplates on(List<Path> classPath, Map<String, String> settings) {
        SeedTemplatesProvider provider = Implementation.find(SeedTemplatesProvider.class, SeedTemplates.class,
                (message, cause) -> new SeedTemplatesException(SeedTemplatesException.Code.NO_IMPLEMENTATION, message, cause));
        return provider.open(List.copyOf(classPath), Map.copyOf(settings));
    }

    /**
     * The branches of a class and of those nested in it, method by method, in the order of the code. Within a method, the first is that of
     * its first conditional jump or switch instruction, and so on: a generator with numbers of its own finds its branches by that.
     *
     * @param className {@code pkg.Outer.Nested}, {@code pkg.Outer$Nested} or {@code pkg/Outer$Nested}
     * @throws IllegalArgumentException there is no such class, or its class file cannot be read
     */
    List<Branch> branches(String className);

    /**
     * The branches of a method of a class, in the order of the code; of all methods of that name, if no parameters are given.
     *
     * @param className as {@link #branches(String)}
     * @param method {@code name}, or {@code name(int,java.lang.String)}; types may be simple names
     * @throws IllegalArgumentException there is no such class, or the class has no such method with code
     */
    List<Branch> branches(String className, String method);

    /**
     * The graph of what a branch looks at (EvoObj, section 3.1). It is one for all outcomes of the branch.
     *
     * @throws IllegalArgumentException there is no such branch, or the line has several; the message has the choice
     * @throws UnreachableBranchException no method that a test in the package can call leads to it
     */
    ObjectConstructionGraph graph(Branch branch);

    /**
     * A test with slots that builds what a branch looks at (EvoObj, section 3.2).
     *
     * @param seed the same seed gives the same template; another one draws other setters, subclasses and values; not negative
     * @throws IllegalArgumentException the seed is negative, there is no such branch, or the line has several; the message has the choice
     * @throws UnreachableBranchException no method that a test in the package can call leads to it
     */
    SeedTemplate forBranch(Branch branch, long seed);

    /**
     * The same for the only branch of a line of a method.
     *
     * @param className as {@link #branches(String)}
     * @param method as {@link #branches(String, String)}
     * @param line in the source, from 1
     * @throws IllegalArgumentException there is no such class or method, or the line has no branch or several; the message has the choice
     * @throws UnreachableBranchException no method that a test in the package can call leads to it
     */
    default SeedTemplate forBranch(String className, String method, int line, long seed) {
        List<Branch> all = branches(className, method);
        List<Branch> fitting = all.stream().filter(branch -> branch.line() != null && branch.line() == line).toList();
        if (fitting.size() != 1) {
            throw new IllegalArgumentException(Implementation.choice(className + "#" + method, line, fitting, all));
        }
        return forBranch(fitting.get(0), seed);
    }

    /**
     * A template of this instance as Java statements that compile in a method that {@code throws Throwable}, of a class in the package of
     * the entry's class: one line by statement, at the same place in the list. Types have their full names. Raw types are used, so
     * javac may warn.
     *
     * @param values by number of a slot, a Java expression for it; slots that are not in it have the template's own value
     * @throws IllegalArgumentException a number is not that of a slot
     */
    List<String> java(SeedTemplate template, Map<Integer, String> values);

    /** Forgets what is known of the classes, and frees its memory. Closing again does nothing. */
    @Override
    void close();
}
