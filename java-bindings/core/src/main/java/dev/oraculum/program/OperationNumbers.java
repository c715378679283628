package dev.oraculum.program;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which instructions of a method are operations, and their numbers: parameters first, then in the order of the code. */
final class OperationNumbers {
    private final MethodNode method;
    private final int[] first;
    private final int total;

    OperationNumbers(MethodNode method, int parameters) {
        this.method = method;
        this.first = new int[method.instructions.size() + 1];
        int next = parameters;
        for (int i = 0; i < first.length - 1; i++) {
            first[i] = next;
            next += operations(method.instructions.get(i));
        }
        first[first.length - 1] = next;
        this.total = next;
    }

    int first(AbstractInsnNode insn) {
        return first[method.instructions.indexOf(insn)];
    }

    int first(int index) {
        return first[index];
    }

    int count(AbstractInsnNode insn) {
        int index = method.instructions.indexOf(insn);
        return first[index + 1] - first[index];
    }

    int total() {
        return total;
    }

    private static int operations(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            return switch (Bootstraps.kind(dynamic)) {
                case LAMBDA, OPERATOR -> 1;
                case RECORD -> Bootstraps.components(dynamic).length;
            };
        }
        boolean operation = opcode >= Opcodes.ILOAD && opcode <= Opcodes.SALOAD
                || opcode >= Opcodes.ISTORE && opcode <= Opcodes.SASTORE
                || opcode == Opcodes.IINC
                || opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ACMPNE
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL
                || opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN
                || opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.INVOKEINTERFACE
                || opcode >= Opcodes.NEW && opcode <= Opcodes.ANEWARRAY
                || opcode == Opcodes.MULTIANEWARRAY
                || opcode == Opcodes.MONITORENTER
                || opcode == Opcodes.ATHROW;
        return operation ? 1 : 0;
    }
}
