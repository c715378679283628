package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.select.Select;
import dev.oraculum.execution.TestSelection;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.SimilarNames;
import dev.oraculum.program.ProgramFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The classes that a selection is about.
 *
 * @param tests null: the selection is for any client
 */
public record SelectFacts(ProgramFacts program, Tests tests) {
    /**
     * Reads them and gives them to an engine.
     *
     * @throws ProjectException a class that the request names is not there, or none could be read
     */
    public static SelectFacts of(Select request, ClassPath classPath, Engine engine) {
        SortedSet<String> analysed = analysed(request);
        Tests tests = request.project().tests().isEmpty() ? null : Tests.of(request.project(), classPath, analysed);
        ProgramFacts facts = ProgramFacts.collect(classPath, analysed, tests == null ? List.of() : tests.code(), engine::addClass);
        if (facts.classes() == 0) {
            throw new ProjectException("none of the class files could be read", facts.problems());
        }
        return new SelectFacts(facts, tests);
    }

    /** Internal names of the test classes; null: the selection is for any client. */
    public List<String> testClasses() {
        return tests == null ? null : tests.classes();
    }

    String describe() {
        return program.classes() + (program.classes() == 1 ? " class" : " classes");
    }

    /** Internal names of the classes that the user means. */
    private static SortedSet<String> analysed(Select request) {
        Project project = request.project();
        boolean everything = request.classes().isEmpty() && request.packages().isEmpty();
        List<Path> searched = everything ? project.classPath().subList(0, 1) : project.classPath();
        try (ClassPath scope = ClassPath.open(searched)) {
            SortedSet<String> all = scope.projectClasses();
            SortedSet<String> found = new TreeSet<>();
            if (everything) {
                // What a manifest adds to the first entry is a library.
                Path first = scope.entries().get(0);
                all.stream().filter(name -> scope.origin(name).filter(first::equals).isPresent()).forEach(found::add);
                if (found.isEmpty()) {
                    throw new ProjectException("there are no classes in " + project.classPath().get(0)
                            + ", the first entry of the class path; name the jar or folder of the classes first");
                }
            }
            for (String name : request.classes()) {
                UnreadableClasses.require(scope, internalName(name, all));
                found.addAll(classAndNested(name, all));
            }
            request.packages().forEach(name -> found.addAll(packageClasses(name, all)));
            return found;
        }
    }

    private static Collection<String> classAndNested(String name, SortedSet<String> all) {
        String internal = internalName(name, all);
        if (internal == null) {
            List<String> similar = SimilarNames.of(name, all);
            throw new ProjectException("there is no class " + name + " on the class path" + (similar.isEmpty() ? "" : "; similar names"),
                    similar);
        }
        return all.stream().filter(other -> other.equals(internal) || other.startsWith(internal + "$")).toList();
    }

    /** A nested class may be written with dots: {@code pkg.Outer.Inner}. */
    private static String internalName(String name, SortedSet<String> all) {
        String internal = name.replace('.', '/');
        while (!all.contains(internal)) {
            int slash = internal.lastIndexOf('/');
            if (slash < 0) {
                return null;
            }
            internal = internal.substring(0, slash) + "$" + internal.substring(slash + 1);
        }
        return internal;
    }

    private static Collection<String> packageClasses(String name, SortedSet<String> all) {
        String prefix = name.replace('.', '/') + "/";
        List<String> found = all.stream().filter(other -> other.startsWith(prefix)).toList();
        if (found.isEmpty()) {
            throw new ProjectException("there is no class of package " + name + " on the class path");
        }
        return found;
    }

    /**
     * The tests that a selection is for.
     *
     * @param classes internal names of the test classes
     * @param code internal names of all classes beside them: fixtures and helpers
     */
    record Tests(List<String> classes, SortedSet<String> code) {
        static Tests of(Project project, ClassPath classPath, SortedSet<String> analysed) {
            try (ClassPath tests = ClassPath.open(project.tests())) {
                SortedSet<String> all = tests.projectClasses();
                List<String> classes = new ArrayList<>();
                for (String name : project.testClasses()) {
                    String internal = internalName(name, all);
                    if (internal == null) {
                        List<String> similar = SimilarNames.of(name, all);
                        throw new ProjectException("there is no test class " + name + " under the tests path"
                                + (similar.isEmpty() ? "" : "; similar names"), similar);
                    }
                    UnreadableClasses.require(tests, internal);
                    classes.add(internal);
                }
                if (classes.isEmpty()) {
                    TestSelection.allIn(tests, classPath).forEach(name -> classes.add(name.replace('.', '/')));
                }
                if (classes.isEmpty()) {
                    throw new ProjectException("there is no test class under the tests path; it should hold compiled JUnit tests: "
                            + project.tests(), UnreadableClasses.lines(tests));
                }
                List<Path> origins = classes.stream().flatMap(name -> tests.origin(name).stream()).distinct().toList();
                SortedSet<String> code = new TreeSet<>();
                all.stream()
                        .filter(name -> !analysed.contains(name) && tests.origin(name).filter(origins::contains).isPresent())
                        .forEach(code::add);
                return new Tests(classes, code);
            }
        }
    }
}
