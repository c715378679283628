package dev.oraculum.pipeline;

import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.facts.ClassInfo;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.EnclosedCode;
import dev.oraculum.facts.GeneratedCode;
import dev.oraculum.facts.MethodList;
import dev.oraculum.generation.TestPackage;
import dev.oraculum.generation.TestWriter;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.kinds.coverage.CoveragePlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;

/** Which classes a selection means, and how much there is to do in each. */
final class TestableClasses {
    /** A class without a branch takes some time, too: JVMs start, the compiler runs. So many branches more are reckoned for each. */
    private static final int BRANCHES_OF_A_START = 10;

    /**
     * A class that is meant.
     *
     * @param name binary
     * @param branches outcomes of its branches, and so many more as it takes to begin with any class; 0: it has no code, or none that
     *     people wrote
     * @param generated whether it has code, all of it annotated as generated
     * @param fault why its class file cannot be read; null: it can
     * @param tests the package that its tests are in
     */
    record Candidate(String name, int branches, boolean generated, String fault, TestPackage tests) {
        /** Where its tests belong in a folder of sources. */
        String testPath() {
            return TestWriter.path(tests, name.replace('.', '/'));
        }

        /** The same of those that show its faults. */
        String faultsPath() {
            return TestWriter.faultsPath(tests, name.replace('.', '/'));
        }
    }

    private final ClassPath classPath;
    private final Set<Path> own;

    private TestableClasses(ClassPath classPath, Set<Path> own) {
        this.classPath = classPath;
        this.own = own;
    }

    /**
     * The classes that are meant, sorted by name.
     *
     * @throws ProjectException a named class is not there, or a package or everything has no class
     * @throws IllegalArgumentException an entry is none of the class path
     */
    static List<Candidate> of(Project project, ClassSelection selection) {
        try (ClassPath classPath = ClassPath.open(ProjectRun.paths(project))) {
            return new TestableClasses(classPath, own(project, selection)).find(selection);
        }
    }

    private static Set<Path> own(Project project, ClassSelection selection) {
        List<Path> all = project.classPath();
        if (!selection.entries().isEmpty()) {
            Set<Path> known = all.stream().map(TestableClasses::key).collect(Collectors.toSet());
            for (Path entry : selection.entries()) {
                if (!known.contains(key(entry))) {
                    throw new IllegalArgumentException("entries has " + entry + ", which is no entry of the class path: " + text(all));
                }
            }
            return selection.entries().stream().map(TestableClasses::key).collect(Collectors.toCollection(LinkedHashSet::new));
        }
        List<Path> folders = all.stream().filter(Files::isDirectory).toList();
        return (folders.isEmpty() ? all.subList(0, 1) : folders).stream().map(TestableClasses::key)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Path key(Path entry) {
        return entry.toAbsolutePath().normalize();
    }

    private static String text(Iterable<Path> entries) {
        List<String> texts = new ArrayList<>();
        entries.forEach(entry -> texts.add(entry.toString()));
        return String.join(", ", texts);
    }

    private List<Candidate> find(ClassSelection selection) {
        TreeSet<String> names = new TreeSet<>();
        for (String name : selection.classes()) {
            names.add(ClassUnderTest.internalName(classPath, name));
        }
        for (String name : selection.packages()) {
            List<String> found = MethodList.classesOf(classPath, name).stream().filter(this::isOwnTopLevel).toList();
            if (found.isEmpty()) {
                throw new ProjectException(
                        Problem.Code.PACKAGE_WITHOUT_CLASSES.problem(),
                        "package " + name + " has no class of the project's own, which are those in " + text(own), List.of());
            }
            names.addAll(found);
        }
        if (selection.isAll()) {
            classPath.projectClasses().stream().filter(this::isOwnTopLevel).forEach(names::add);
            if (names.isEmpty()) {
                throw new ProjectException(Problem.Code.PACKAGE_WITHOUT_CLASSES.problem(), "there is no class in " + text(own), List.of());
            }
        }
        return names.stream().map(this::candidate).toList();
    }

    private boolean isOwnTopLevel(String name) {
        if (!MethodList.isNamed(name) || classPath.origin(name).map(TestableClasses::key).filter(own::contains).isEmpty()) {
            return false;
        }
        byte[] file = classPath.findInProject(name).orElse(null);
        if (file == null) {
            // Of what is nested in a class nobody misses it.
            return !name.contains("$");
        }
        ClassInfo info = ClassInfo.read(file);
        return info.outer() == null && info.simpleName() != null && !info.is(Opcodes.ACC_SYNTHETIC);
    }

    private Candidate candidate(String internalName) {
        String name = internalName.replace('/', '.');
        TestPackage tests = TestPackage.of(classPath, internalName);
        if (classPath.findInProject(internalName).isEmpty()) {
            String fault = classPath.unreadable().getOrDefault(internalName, "it is not there any more");
            return new Candidate(name, BRANCHES_OF_A_START, false, fault, tests);
        }
        List<byte[]> files = TypeFacts.classFiles(classPath, internalName);
        Set<EnclosedCode.Method> generated = new EnclosedCode(files).with(GeneratedCode.methods(files));
        CoveragePlan plan = CoveragePlan.of(files);
        List<CoveragePlan.Method> written = plan.methods().stream()
                .filter(method -> !generated.contains(new EnclosedCode.Method(method.className(), method.name(), method.descriptor())))
                .toList();
        long branches = written.stream().flatMap(method -> method.points().stream())
                .filter(point -> point.kind() == CoveragePlan.PointKind.JUMP || point.kind() == CoveragePlan.PointKind.SWITCH)
                .mapToInt(CoveragePlan.Point::goals).sum();
        return new Candidate(name, written.isEmpty() ? 0 : BRANCHES_OF_A_START + (int) branches,
                written.isEmpty() && !plan.methods().isEmpty(), null, tests);
    }
}
