package dev.oraculum.ranking;

import dev.oraculum.runtime.FlowPlan.Form;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Which methods are assertions, by owner and name; a class that inherits them is seen through. */
final class AssertionMethods {
    private static final Set<String> LIBRARIES = Set.of(
            "junit/framework/Assert",
            "junit/framework/TestCase",
            "org/junit/Assert",
            "org/junit/jupiter/api/Assertions",
            "org/hamcrest/MatcherAssert",
            "org/testng/Assert",
            "org/testng/AssertJUnit");

    /** Classes whose static methods begin a fluent assertion. */
    private static final Set<String> FLUENT = Set.of(
            "org/assertj/core/api/Assertions",
            "org/assertj/core/api/AssertionsForClassTypes",
            "org/assertj/core/api/AssertionsForInterfaceTypes",
            "org/assertj/core/api/BDDAssertions",
            "org/assertj/core/api/Java6Assertions",
            "com/google/common/truth/Truth",
            "com/google/common/truth/Truth8");

    /** What runs code that is handed to it and is about how that ends. */
    private static final Set<String> RUNS_CODE = Set.of(
            "assertThrows", "assertThrowsExactly", "assertDoesNotThrow", "assertTimeout", "assertTimeoutPreemptively", "expectThrows",
            "assertThatThrownBy", "assertThatCode",
            "isThrownBy");

    private static final String EVOSUITE = "org/evosuite/runtime/EvoAssertions";

    private final Function<String, Optional<byte[]>> classes;
    /** By call of a class that is no library: the superclass to look in. */
    private final Map<String, Optional<String>> superclasses = new HashMap<>();

    /** @param classes class files by internal name, as far as they are at hand */
    AssertionMethods(Function<String, Optional<byte[]>> classes) {
        this.classes = classes;
    }

    /** Whether a call is an assertion by itself; {@code fail} is none, nor is what only groups assertions. */
    boolean isAssertion(MethodInsnNode call) {
        boolean named = (call.name.startsWith("assert") || call.name.equals("expectThrows")) && !call.name.equals("assertAll");
        return named && isOfLibrary(call, LIBRARIES);
    }

    boolean isFail(MethodInsnNode call) {
        return call.name.startsWith("fail") && isOfLibrary(call, LIBRARIES);
    }

    /** EvoSuite's check of a caught exception. */
    static boolean isVerifyException(MethodInsnNode call) {
        return call.owner.equals(EVOSUITE) && call.name.equals("verifyException");
    }

    /** Whether a call begins a fluent assertion. */
    boolean beginsFluent(MethodInsnNode call) {
        boolean named = call.name.startsWith("assertThat") || call.name.startsWith("then") || call.name.equals("assertWithMessage")
                || call.name.equals("assertAbout");
        return named && isOfLibrary(call, FLUENT);
    }

    static Form form(String name) {
        return RUNS_CODE.contains(name) ? Form.THROWS : Form.CALL;
    }

    private boolean isOfLibrary(MethodInsnNode call, Set<String> libraries) {
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            return false;
        }
        String owner = call.owner;
        while (owner != null && !libraries.contains(owner)) {
            String asked = owner;
            owner = superclasses.computeIfAbsent(owner + "." + call.name + call.desc, key -> Optional.ofNullable(superclass(asked, call)))
                    .orElse(null);
        }
        return owner != null;
    }

    /** The superclass, unless the class is not at hand or has a method of its own by that name. */
    private String superclass(String owner, MethodInsnNode call) {
        Optional<byte[]> classFile = owner.startsWith("java/") ? Optional.empty() : classes.apply(owner);
        if (classFile.isEmpty()) {
            return null;
        }
        ClassNode node = new ClassNode();
        new ClassReader(classFile.get()).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        boolean own = node.methods.stream().anyMatch(method -> method.name.equals(call.name) && method.desc.equals(call.desc));
        return own ? null : node.superName;
    }
}
