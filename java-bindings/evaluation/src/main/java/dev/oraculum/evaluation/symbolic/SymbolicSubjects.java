package dev.oraculum.evaluation.symbolic;

import dev.oraculum.evaluation.Fixtures;
import dev.oraculum.evaluation.generation.SubjectRule;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** Which classes tests are searched for. */
final class SymbolicSubjects {
    /** Of libraries: a jar of the evaluation, and the folder of it that counts. */
    private static final Map<String, String> LIBRARIES =
            Map.of("commons-cli-1.2.jar", "org/apache/commons/cli/", "commons-lang3.jar", "org/apache/commons/lang3/math/");
    static final int LEAST_BRANCHES = 20;

    private SymbolicSubjects() {}

    /**
     * A class under test.
     *
     * @param className binary name
     * @param classPath of the class and of what it needs
     */
    record Subject(String className, List<Path> classPath) {
        String internalName() {
            return className.replace('.', '/');
        }

        /** What is known of the class. */
        TypeFacts facts() throws IOException {
            try (ClassPath opened = ClassPath.open(classPath)) {
                return TypeFacts.collect(opened, internalName());
            }
        }
    }

    /** The fixtures, compiled. */
    static List<Subject> fixtures(Path checkout) throws IOException {
        Path sources = checkout.resolve("java-bindings/e2e/src/test/subjects/conditions/main/conditions");
        Path classes = checkout.resolve("java-bindings/evaluation/target/symbolic/classes");
        Fixtures.compile(sources, classes);
        return Fixtures.names(sources, "conditions").stream().map(name -> new Subject(name, List.of(classes))).toList();
    }

    /** Public top-level classes of two libraries with so many branches. */
    static List<Subject> ofLibraries(Path checkout) throws IOException {
        Map<String, Subject> subjects = new TreeMap<>();
        for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
            Path file = checkout.resolve("java-bindings/evaluation/target/libraries").resolve(library.getKey());
            List<String> names;
            try (ZipFile jar = new ZipFile(file.toFile())) {
                names = jar.stream().map(ZipEntry::getName)
                        .filter(name -> name.startsWith(library.getValue()) && name.endsWith(".class") && !name.contains("$"))
                        .map(name -> name.replace(".class", "")).filter(name -> !name.endsWith("package-info")).toList();
            }
            try (ClassPath classPath = ClassPath.open(List.of(file))) {
                for (String name : names) {
                    int access = new ClassReader(TypeFacts.classFiles(classPath, name).get(0)).getAccess();
                    if ((access & Opcodes.ACC_PUBLIC) != 0 && (access & Opcodes.ACC_INTERFACE) == 0
                            && branches(TypeFacts.collect(classPath, name)).size() >= LEAST_BRANCHES) {
                        subjects.put(name, new Subject(name.replace('/', '.'), List.of(file)));
                    }
                }
            }
        }
        return List.copyOf(subjects.values());
    }

    /** Those of {@link SubjectRule.SubjectSet#ENGINES}. */
    static List<Subject> byTime(Path checkout) throws IOException, InterruptedException {
        Path libraries = checkout.resolve("java-bindings/evaluation/target/generation/libraries");
        return SubjectRule.draw(SubjectRule.SubjectSet.ENGINES, libraries).stream()
                .map(drawn -> new Subject(drawn.className(), drawn.jars())).toList();
    }

    /**
     * The goals that are branches.
     *
     * @return by number of the goal the branch's name: method, line and outcome
     */
    static Map<Integer, String> branches(TypeFacts facts) {
        Map<Integer, String> branches = new TreeMap<>();
        int goal = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            String owner = method.className().replaceFirst("^.*/", "");
            for (TypeFacts.Point point : method.points()) {
                for (int outcome = 0; outcome < point.goals(); outcome++, goal++) {
                    if (point.operation() != null) {
                        branches.put(goal, owner + "." + method.name() + ", line " + point.line() + ", outcome " + outcome);
                    }
                }
            }
        }
        return branches;
    }
}
