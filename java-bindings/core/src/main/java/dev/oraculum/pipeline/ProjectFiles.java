package dev.oraculum.pipeline;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestSelection;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodList;
import dev.oraculum.facts.MethodReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The files of a project, opened and read once for however many methods; for use by several threads. */
final class ProjectFiles implements AutoCloseable {
    private final Project project;
    private final Jvm jvm;
    private final List<Path> paths;
    private final ClassPath classPath;
    private final ClassPath tests;
    private final TestSelection selection;
    private final Map<String, List<String>> referring = new HashMap<>();
    private final Map<String, List<String>> reaching = new HashMap<>();
    private Fingerprint.Contents digests;

    private ProjectFiles(Project project, Jvm jvm, List<Path> paths, ClassPath classPath, ClassPath tests) {
        this.project = project;
        this.jvm = jvm;
        this.paths = paths;
        this.classPath = classPath;
        this.tests = tests;
        this.selection = new TestSelection(tests, classPath);
    }

    static ProjectFiles open(Project project) {
        Jvm jvm = ProjectRun.jvm(project);
        List<Path> paths = ProjectRun.paths(project);
        ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()));
        try {
            return new ProjectFiles(project, jvm, paths, classPath, ClassPath.open(project.tests(), Optional.of(jvm.home())));
        } catch (RuntimeException e) {
            classPath.close();
            throw e;
        }
    }

    Jvm jvm() {
        return jvm;
    }

    /** Of the code under test and the tests together. */
    List<Path> paths() {
        return paths;
    }

    ClassPath classPath() {
        return classPath;
    }

    /** The classes met so far whose class files cannot be read, sorted. */
    List<LeftOut> classesLeftOut() {
        SortedMap<String, String> all = new TreeMap<>(tests.unreadable());
        all.putAll(classPath.unreadable());
        return UnreadableClasses.of(all);
    }

    /** Meets all classes, so that which are left out depends on no method's turn. */
    void meetAll() {
        classPath.projectClasses().forEach(classPath::findInProject);
    }

    /**
     * Fails where a class that the user names cannot be read.
     *
     * @param className binary name; nothing is said of one that is not there
     */
    void requireReadable(String className) {
        UnreadableClasses.require(classPath, className.replace('.', '/'));
    }

    /** Digests of what is in the files, computed once. */
    synchronized Fingerprint.Contents digests() {
        if (digests == null) {
            digests = Fingerprint.Contents.of(project);
        }
        return digests;
    }

    /**
     * Test classes of the tests path that refer to a class.
     *
     * @param owner internal name
     */
    synchronized List<String> referringTo(String owner) {
        return referring.computeIfAbsent(owner, selection::referringTo);
    }

    /** Test classes that may reach a class, through whatever other classes: a superset of {@link #referringTo}. */
    synchronized List<String> reaching(String owner) {
        return reaching.computeIfAbsent(owner, selection::reaching);
    }

    /** Those of them that call a method. */
    synchronized List<String> calling(List<String> testClasses, String owner, String method) {
        return selection.calling(testClasses, owner, method);
    }

    /** The methods that are meant, by class, then as in the class file. */
    List<String> methods(MethodSelection methods) {
        Collection<String> classes = new TreeSet<>();
        for (String name : methods.classes()) {
            classes.add(MethodReference.classNamed(classPath, name));
        }
        // The tests are in the packages of the code that they test, and are not meant.
        try (ClassPath code = ClassPath.open(project.classPath(), Optional.of(jvm.home()))) {
            for (String name : methods.packages()) {
                List<String> found = MethodList.classesOf(code, name);
                if (found.isEmpty()) {
                    throw new ProjectException(
                            Problem.Code.PACKAGE_WITHOUT_CLASSES.problem(),
                            "no class of package " + name + " is on the class path: "
                                    + code.entries().stream().map(Path::toString).reduce((a, b) -> a + ", " + b).orElse("(empty)"),
                            List.of());
                }
                classes.addAll(found);
            }
            if (methods.isAll()) {
                code.projectClasses().stream().filter(MethodList::isNamed).filter(name -> !referringTo(name).isEmpty())
                        .forEach(classes::add);
            }
        }
        List<String> found = new ArrayList<>();
        methods.methods().forEach(name -> found.add(MethodReference.parse(name).resolve(classPath).toString()));
        found.addAll(MethodList.of(classPath, classes, methods.constructors()));
        if (found.isEmpty()) {
            throw nothingFound(methods);
        }
        return found;
    }

    private static ProjectException nothingFound(MethodSelection methods) {
        if (methods.isAll()) {
            return new ProjectException(
                    Problem.Code.NOTHING_TESTED.problem(),
                    "no test class (setting tests) refers to a class of the class path that has a method with code",
                    List.of());
        }
        String nothing = "the classes selected have no method with code that people wrote";
        return methods.constructors() ? new ProjectException(nothing)
                : new ProjectException(Problem.Code.NO_METHODS.problem(), nothing + " (constructors are left out)", List.of());
    }

    @Override
    public void close() {
        tests.close();
        classPath.close();
    }
}
