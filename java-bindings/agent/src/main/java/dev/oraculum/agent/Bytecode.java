package dev.oraculum.agent;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Small pieces of woven code. */
final class Bytecode {
    static final String PROBES = "dev/oraculum/runtime/Probes";
    static final String INVOCATION = "dev/oraculum/runtime/Invocation";

    private Bytecode() {}

    static MethodInsnNode probe(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, PROBES, name, descriptor, false);
    }

    static AbstractInsnNode push(int value) {
        if (value >= -1 && value <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + value);
        }
        if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
            return new IntInsnNode(Opcodes.BIPUSH, value);
        }
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            return new IntInsnNode(Opcodes.SIPUSH, value);
        }
        return new LdcInsnNode(value);
    }

    /** Whether the method uses the subroutines of class files before version 51, which we do not weave. */
    static boolean hasSubroutines(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.JSR || insn.getOpcode() == Opcodes.RET) {
                return true;
            }
        }
        return false;
    }

    static boolean isStatic(MethodNode method) {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    static boolean isConstructor(MethodNode method) {
        return method.name.equals("<init>");
    }

    /** Opcode that loads a local variable of that type. */
    static int load(String descriptor) {
        return Type.getType(descriptor).getOpcode(Opcodes.ILOAD);
    }
}
