package dev.oraculum.mutation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The code of a method that a mutant names. */
final class MutatedMethod {
    private MutatedMethod() {}

    /** The method with a name and parameters as a mutant has them; empty: there is none, or there are several. */
    static Optional<MethodNode> find(byte[] classFile, String wanted) {
        return find(classFile, wanted, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    /** The same with its frames, which say all of theirs, and its line numbers. */
    static Optional<MethodNode> whole(byte[] classFile, String wanted) {
        return find(classFile, wanted, ClassReader.EXPAND_FRAMES);
    }

    private static Optional<MethodNode> find(byte[] classFile, String wanted, int how) {
        List<MethodNode> found = new ArrayList<>();
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                if ((access & Opcodes.ACC_BRIDGE) != 0 || !text(name, descriptor).equals(wanted)) {
                    return null;
                }
                found.add(new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions));
                return found.get(0);
            }
        }, how);
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** As a mutant names a method. */
    static String text(String name, String descriptor) {
        return Arrays.stream(Type.getArgumentTypes(descriptor)).map(Type::getClassName).collect(Collectors.joining(",", name + "(", ")"));
    }

    /** Its instructions, without labels, line numbers and frames. */
    static List<AbstractInsnNode> instructions(MethodNode method) {
        List<AbstractInsnNode> instructions = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() >= 0) {
                instructions.add(insn);
            }
        }
        return instructions;
    }

    /** Whether two instructions do the same, but for where they jump. */
    static boolean alike(AbstractInsnNode one, AbstractInsnNode other) {
        return one.getOpcode() == other.getOpcode() && CodeGraph.operands(one).equals(CodeGraph.operands(other));
    }
}
