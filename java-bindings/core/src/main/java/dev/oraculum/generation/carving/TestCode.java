package dev.oraculum.generation.carving;

import dev.oraculum.facts.ClassPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes of the tests, with code: not those of the code under test, and not those of test libraries. */
final class TestCode {
    /** What tests are written with; what it does is no part of them. */
    private static final List<String> LIBRARIES = List.of(
            "org/junit/", "junit/", "org/hamcrest/", "org/assertj/", "org/mockito/", "com/google/common/truth/", "org/testng/",
            "org/opentest4j/", "kotlin/test/");

    private final ClassPath tests;
    private final ClassPath code;
    private final Map<String, Optional<ClassNode>> nodes = new HashMap<>();

    TestCode(ClassPath tests, ClassPath code) {
        this.tests = tests;
        this.code = code;
    }

    static boolean isLibrary(String internalName) {
        return LIBRARIES.stream().anyMatch(internalName::startsWith);
    }

    /** Empty: it is none of the tests' own classes. */
    Optional<ClassNode> find(String internalName) {
        return nodes.computeIfAbsent(internalName, name -> {
            if (isLibrary(name) || name.startsWith("[") || code.origin(name).isPresent()) {
                return Optional.empty();
            }
            return tests.findInProject(name).map(bytes -> {
                ClassNode node = new ClassNode();
                new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                return node;
            });
        });
    }

    /** The class and its superclasses among the tests' own, the topmost first. */
    List<ClassNode> chain(String internalName) {
        List<ClassNode> chain = new ArrayList<>();
        for (String name = internalName; name != null && chain.size() < 100; ) {
            Optional<ClassNode> node = find(name);
            node.ifPresent(found -> chain.add(0, found));
            name = node.map(found -> found.superName).orElse(null);
        }
        return chain;
    }

    /** A method with code. */
    record Found(ClassNode owner, MethodNode method) {}

    /** The method that a call of that class runs, the nearest first; empty: it is in no class of the tests. */
    Optional<Found> method(String internalName, String name, String descriptor) {
        List<ClassNode> chain = chain(internalName);
        for (int i = chain.size() - 1; i >= 0; i--) {
            for (MethodNode method : chain.get(i).methods) {
                if (method.name.equals(name) && method.desc.equals(descriptor) && method.instructions.size() > 0) {
                    return Optional.of(new Found(chain.get(i), method));
                }
            }
        }
        return Optional.empty();
    }
}
