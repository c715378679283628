package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Puts a tick at a method's entry and before every backward jump, so that whatever runs for ever, loop or recursion, runs
 * into the tick budget.
 */
final class TickProbes {
    private TickProbes() {}

    static void weave(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (jumpsBackward(method, insn)) {
                method.instructions.insertBefore(insn, Bytecode.probe("tick", "()V"));
            }
        }
        method.instructions.insert(Bytecode.probe("tick", "()V"));
    }

    private static boolean jumpsBackward(MethodNode method, AbstractInsnNode insn) {
        if (insn instanceof JumpInsnNode jump) {
            return jump.getOpcode() != Opcodes.JSR && isBefore(method, jump.label, insn);
        }
        if (insn instanceof TableSwitchInsnNode table) {
            return anyBefore(method, table.labels, table.dflt, insn);
        }
        if (insn instanceof LookupSwitchInsnNode lookup) {
            return anyBefore(method, lookup.labels, lookup.dflt, insn);
        }
        return false;
    }

    private static boolean anyBefore(MethodNode method, List<LabelNode> labels, LabelNode other, AbstractInsnNode insn) {
        return isBefore(method, other, insn) || labels.stream().anyMatch(label -> isBefore(method, label, insn));
    }

    private static boolean isBefore(MethodNode method, LabelNode label, AbstractInsnNode insn) {
        return method.instructions.indexOf(label) < method.instructions.indexOf(insn);
    }
}
