package dev.oraculum.generation.carving;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods of a test class are tests, and which run before them: JUnit 3, 4, 5 and 6. */
final class TestMethods {
    private static final Set<String> ONCE = Set.of("BeforeClass", "BeforeAll");
    private static final Set<String> EACH = Set.of("Before", "BeforeEach");
    private static final Set<String> TESTS = Set.of("Test", "ParameterizedTest", "RepeatedTest", "Theory");

    private TestMethods() {}

    /** Static fixtures of a class and its superclasses, the topmost first. */
    static List<MethodNode> once(ClassNode type) {
        return type.methods.stream().filter(method -> isAnnotated(method, ONCE)).toList();
    }

    /** Fixtures of each test. */
    static List<MethodNode> each(ClassNode type, boolean junit3) {
        return type.methods.stream()
                .filter(method -> isAnnotated(method, EACH) || junit3 && method.name.equals("setUp") && method.desc.equals("()V"))
                .toList();
    }

    /** Tests of a class and its superclasses, the one that overrides another in its place; by name and descriptor. */
    static List<TestCode.Found> tests(List<ClassNode> chain, boolean junit3) {
        Map<String, TestCode.Found> found = new LinkedHashMap<>();
        for (ClassNode type : chain) {
            for (MethodNode method : type.methods) {
                boolean named = junit3 && method.name.startsWith("test") && method.desc.equals("()V");
                if ((named || isAnnotated(method, TESTS)) && (method.access & Opcodes.ACC_ABSTRACT) == 0) {
                    found.put(method.name + method.desc, new TestCode.Found(type, method));
                }
            }
        }
        List<String> keys = new ArrayList<>(found.keySet());
        keys.sort(null);
        return keys.stream().map(found::get).toList();
    }

    /** Whether the topmost class of the tests' own is a JUnit 3 test. */
    static boolean isJunit3(List<ClassNode> chain) {
        return !chain.isEmpty() && "junit/framework/TestCase".equals(chain.get(0).superName);
    }

    private static boolean isAnnotated(MethodNode method, Set<String> names) {
        return annotations(method).stream().anyMatch(annotation -> names.contains(simpleName(annotation)));
    }

    static List<AnnotationNode> annotations(MethodNode method) {
        return method.visibleAnnotations == null ? List.of() : method.visibleAnnotations;
    }

    static String simpleName(AnnotationNode annotation) {
        String name = annotation.desc.substring(annotation.desc.lastIndexOf('/') + 1, annotation.desc.length() - 1);
        return name.substring(name.lastIndexOf('$') + 1);
    }
}
