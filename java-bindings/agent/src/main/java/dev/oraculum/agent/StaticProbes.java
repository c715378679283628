package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.runtime.StaticState;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Tells {@link StaticState} which classes have static fields that may change, and when they are ready. */
final class StaticProbes {
    private StaticProbes() {}

    /** Whether the end of its static initializer is to be told. Before version 49 no class file names its own class as a constant. */
    static boolean concerns(ClassNode owner) {
        return (owner.version & 0xffff) >= Opcodes.V1_5 && owner.fields.stream().anyMatch(StaticProbes::mayChange);
    }

    /** Constants of primitive types and texts never do. */
    private static boolean mayChange(FieldNode field) {
        boolean isFinal = (field.access & Opcodes.ACC_FINAL) != 0;
        boolean constant = isFinal && (field.desc.length() == 1 || field.desc.equals("Ljava/lang/String;"));
        return (field.access & Opcodes.ACC_STATIC) != 0 && (field.access & Opcodes.ACC_SYNTHETIC) == 0 && !constant;
    }

    static void weave(ClassNode owner, MethodNode initializer) {
        for (AbstractInsnNode insn : initializer.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.RETURN) {
                InsnList told = new InsnList();
                told.add(new LdcInsnNode(Type.getObjectType(owner.name)));
                told.add(Bytecode.probe("classReady", "(Ljava/lang/Class;)V"));
                initializer.instructions.insertBefore(insn, told);
            }
        }
    }

    /**
     * Of a class without a static initializer. To look at its fields makes the JVM run those of its superclasses, if it has not yet: only
     * where these are the JDK's own that is nobody's business.
     */
    static void tell(ClassNode owner) {
        boolean initializer = owner.methods.stream().anyMatch(method -> method.name.equals("<clinit>"));
        boolean alone = owner.superName != null && owner.superName.startsWith("java/");
        if (!initializer && alone && (owner.access & Opcodes.ACC_INTERFACE) == 0 && concerns(owner)) {
            StaticState.defined(owner.name.replace('/', '.'));
        }
    }
}
