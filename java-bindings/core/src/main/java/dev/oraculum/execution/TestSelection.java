package dev.oraculum.execution;

import dev.oraculum.facts.ClassPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Chooses the test classes worth running for a class under test, from class files: those that refer to it. Of these only
 * the tests that reach the method are run on mutants, which the original run tells.
 */
public final class TestSelection {
    private static final String TEST_CASE = "junit/framework/TestCase";
    private static final Set<String> OTHER_TEST_ANNOTATIONS = Set.of(
            "Lorg/junit/Test;",
            "Lorg/junit/runner/RunWith;",
            "Lorg/junit/experimental/theories/Theory;",
            "Lorg/junit/platform/suite/api/Suite;");
    private static final String JUPITER = "Lorg/junit/jupiter/";

    /** The tests path, for what is looked for, and the whole class path, for superclasses. */
    private final ClassPath tests;

    private final ClassPath project;
    private final Map<String, Optional<ClassNode>> nodes = new HashMap<>();

    private List<String> all;
    private Map<String, Set<String>> referring;

    /**
     * For several questions about the same tests; for use by one thread at a time.
     *
     * @param tests the tests path alone
     * @param project the whole class path
     */
    public TestSelection(ClassPath tests, ClassPath project) {
        this.tests = tests;
        this.project = project;
    }

    /**
     * Test classes of the tests path that refer to the class under test, themselves or through a superclass or nested
     * class; if none does, those that refer to it through other classes of the tests path.
     *
     * @param tests the tests path alone
     * @param project the whole class path
     * @param classUnderTest internal name
     * @return binary names, sorted; empty if no test class refers to it at all
     */
    public static List<String> referringTo(ClassPath tests, ClassPath project, String classUnderTest) {
        return new TestSelection(tests, project).referringTo(classUnderTest);
    }

    /** As above. */
    public List<String> referringTo(String classUnderTest) {
        List<String> direct = new ArrayList<>();
        for (String testClass : testClasses()) {
            if (refers(testClass, classUnderTest, false)) {
                direct.add(testClass.replace('/', '.'));
            }
        }
        if (!direct.isEmpty()) {
            return direct;
        }
        return testClasses().stream().filter(testClass -> refers(testClass, classUnderTest, true)).map(name -> name.replace('/', '.'))
                .toList();
    }

    /**
     * Test classes of the tests path that refer to a class, themselves or through any other classes of the class path: all whose tests may
     * reach it, but for what reflection and services find.
     *
     * @param owner internal name
     * @return binary names, sorted
     */
    public List<String> reaching(String owner) {
        Map<String, Set<String>> referring = referring();
        Set<String> reaching = new HashSet<>(Set.of(owner));
        Deque<String> open = new ArrayDeque<>(reaching);
        while (!open.isEmpty()) {
            referring.getOrDefault(open.remove(), Set.of()).stream().filter(reaching::add).forEach(open::add);
        }
        return testClasses().stream().filter(test -> reaching.contains(test) || refers(test, owner, true))
                .map(name -> name.replace('/', '.')).toList();
    }

    /** By class, the classes of the class path that refer to it; a class refers to those nested in it, whose tests run with its own. */
    private Map<String, Set<String>> referring() {
        if (referring == null) {
            referring = new HashMap<>();
            for (ClassPath part : List.of(tests, project)) {
                for (String name : part.projectClasses()) {
                    part.findInProject(name).ifPresent(bytes -> ClassFiles.classesOf(bytes).forEach(
                            used -> referring.computeIfAbsent(used, key -> new HashSet<>()).add(name)));
                }
            }
        }
        return referring;
    }

    /**
     * Those of the test classes that call a method of that name, themselves or in a superclass or nested class: the ones to run first, as
     * what reaches the method through other code alone says less of it and takes longer.
     *
     * @param testClasses binary names
     * @param classUnderTest internal name
     */
    public List<String> calling(List<String> testClasses, String classUnderTest, String method) {
        return testClasses.stream()
                .filter(name -> anyPart(name.replace('.', '/'), false, bytes -> ClassFiles.callsMethod(bytes, classUnderTest, method)))
                .toList();
    }

    /** All test classes of a tests path: binary names, sorted. */
    public static List<String> allIn(ClassPath tests, ClassPath project) {
        return new TestSelection(tests, project)
                .testClasses().stream().map(name -> name.replace('/', '.')).toList();
    }

    private List<String> testClasses() {
        if (all == null) {
            all = tests.projectClasses().stream().filter(this::isTestClass).toList();
        }
        return all;
    }

    /** Nested test classes of Jupiter run with their outer class, so only static ones count for themselves. */
    private boolean isTestClass(String name) {
        ClassNode type = node(name).orElse(null);
        if (type == null || (type.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE | Opcodes.ACC_SYNTHETIC)) != 0) {
            return false;
        }
        boolean inner = type.innerClasses.stream()
                .anyMatch(entry -> entry.name.equals(name) && (entry.access & Opcodes.ACC_STATIC) == 0);
        return !inner && (type.outerMethod == null) && hasTests(type);
    }

    private boolean hasTests(ClassNode type) {
        for (ClassNode next = type; next != null; next = superclass(next)) {
            if (next.name.equals(TEST_CASE)) {
                return true;
            }
            if (isTestAnnotated(next.visibleAnnotations)) {
                return true;
            }
            for (MethodNode method : next.methods) {
                if (isTestAnnotated(method.visibleAnnotations) || isSuite(method)) {
                    return true;
                }
            }
        }
        // Jupiter's tests may be in nested classes only.
        return type.innerClasses.stream()
                .filter(entry -> type.name.equals(entry.outerName) && (entry.access & Opcodes.ACC_STATIC) == 0)
                .flatMap(entry -> node(entry.name).stream())
                .anyMatch(nested -> nested.methods.stream().anyMatch(method -> isTestAnnotated(method.visibleAnnotations)));
    }

    /** {@code public static junit.framework.Test suite()} of JUnit 3. */
    private static boolean isSuite(MethodNode method) {
        return method.name.equals("suite")
                && method.desc.equals("()Ljunit/framework/Test;")
                && (method.access & Opcodes.ACC_STATIC) != 0;
    }

    private boolean isTestAnnotated(List<AnnotationNode> annotations) {
        return annotations != null
                && annotations.stream().anyMatch(annotation -> isTestAnnotation(annotation.desc, new HashSet<>()));
    }

    /** JUnit's own, or one that carries one of them, as composed annotations of Jupiter do. */
    private boolean isTestAnnotation(String descriptor, Set<String> seen) {
        if (OTHER_TEST_ANNOTATIONS.contains(descriptor)) {
            return true;
        }
        if (descriptor.startsWith(JUPITER)) {
            return descriptor.endsWith("Test;")
                    || descriptor.endsWith("/TestFactory;")
                    || descriptor.endsWith("/TestTemplate;");
        }
        if (!seen.add(descriptor) || descriptor.startsWith("Ljava/")) {
            return false;
        }
        return node(descriptor.substring(1, descriptor.length() - 1))
                .filter(annotation -> annotation.visibleAnnotations != null)
                .filter(annotation -> annotation.visibleAnnotations.stream().anyMatch(meta -> isTestAnnotation(meta.desc, seen)))
                .isPresent();
    }

    /** Whether a test class reaches the class under test over superclasses and nested classes, or any reference. */
    private boolean refers(String testClass, String classUnderTest, boolean overAnyReference) {
        return anyPart(testClass, overAnyReference, bytes -> ClassFiles.refersTo(bytes, classUnderTest));
    }

    /** Whether a test class, or what it reaches over superclasses and nested classes, or any reference, passes a test. */
    private boolean anyPart(String testClass, boolean overAnyReference, Predicate<byte[]> test) {
        Set<String> seen = new HashSet<>(Set.of(testClass));
        Deque<String> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            String name = open.remove();
            byte[] bytes = tests.findInProject(name).orElse(null);
            if (bytes == null) {
                continue;
            }
            if (test.test(bytes)) {
                return true;
            }
            ClassNode type = node(name).orElse(null);
            if (type == null) {
                continue;
            }
            List<String> next = new ArrayList<>();
            if (type.superName != null) {
                next.add(type.superName);
            }
            next.addAll(type.interfaces);
            type.innerClasses.stream().filter(entry -> name.equals(entry.outerName)).forEach(entry -> next.add(entry.name));
            if (overAnyReference) {
                next.addAll(ClassFiles.classesOf(bytes));
            }
            next.stream().filter(seen::add).forEach(open::add);
        }
        return false;
    }

    private ClassNode superclass(ClassNode type) {
        return type.superName == null || type.superName.equals("java/lang/Object")
                ? null
                : node(type.superName).orElse(null);
    }

    private Optional<ClassNode> node(String name) {
        return nodes.computeIfAbsent(name, key -> tests.findInProject(key)
                .or(() -> project.findInProject(key))
                .map(TestSelection::parse));
    }

    private static ClassNode parse(byte[] bytes) {
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return type;
    }
}
