package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Gives the static methods of assertion libraries a handler that hands an {@link AssertionError} to
 * {@code TestFailures.failed} and, if that returns, returns nothing or null. Fluent libraries (AssertJ, Truth), whose
 * failures come from the middle of a chain, are left as they are.
 */
final class FailureHandlers {
    private static final String TEST_FAILURES = "dev/oraculum/runtime/TestFailures";
    private static final String ASSERTION_ERROR = "java/lang/AssertionError";

    private static final Set<String> LIBRARIES = Set.of(
            "junit/framework/Assert",
            "junit/framework/TestCase",
            "org/junit/Assert",
            "org/junit/jupiter/api/Assertions",
            "org/hamcrest/MatcherAssert",
            "org/testng/Assert",
            "org/testng/AssertJUnit");

    private FailureHandlers() {}

    static boolean concern(String internalName) {
        return LIBRARIES.contains(internalName);
    }

    /** The woven class file; empty if there was nothing to weave. */
    static Optional<byte[]> weave(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
        boolean changed = false;
        for (MethodNode method : node.methods) {
            if (isAssertion(method)) {
                addHandler(node, method);
                changed = true;
            }
        }
        if (!changed) {
            return Optional.empty();
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return Optional.of(writer.toByteArray());
    }

    private static boolean isAssertion(MethodNode method) {
        int sort = Type.getReturnType(method.desc).getSort();
        return (method.access & Opcodes.ACC_PUBLIC) != 0
                && Bytecode.isStatic(method)
                && method.instructions.size() > 0
                && (sort == Type.VOID || sort == Type.OBJECT)
                && !Bytecode.hasSubroutines(method);
    }

    private static void addHandler(ClassNode owner, MethodNode method) {
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode handler = new LabelNode();
        InsnList code = method.instructions;
        code.insert(start);
        code.add(end);
        code.add(handler);
        if ((owner.version & 0xFFFF) >= Opcodes.V1_6) {
            // No local is read in the handler, so its frame needs none.
            code.add(new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {ASSERTION_ERROR}));
        }
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, TEST_FAILURES, "failed", "(L" + ASSERTION_ERROR + ";)V", false));
        if (Type.getReturnType(method.desc).getSort() == Type.VOID) {
            code.add(new InsnNode(Opcodes.RETURN));
        } else {
            code.add(new InsnNode(Opcodes.ACONST_NULL));
            code.add(new InsnNode(Opcodes.ARETURN));
        }
        // Last in the table: the method's own handlers come first.
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, ASSERTION_ERROR));
    }
}
