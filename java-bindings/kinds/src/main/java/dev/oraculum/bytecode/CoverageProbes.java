package dev.oraculum.bytecode;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What JaCoCo's agent, which sees a class before ours does, has put into a method: an array of booleans in a local variable, and stores
 * into it. None of that is a definition of the program's.
 *
 * <p>JaCoCo 0.8.14, {@code internal.instr.ProbeInserter} and {@code ProbeArrayStrategyFactory}: the array comes from the method {@code
 * $jacocoInit}, in class files of Java 11 and newer by way of a dynamic constant.
 */
final class CoverageProbes {
    private static final String INITIALIZER = "$jacocoInit";
    private static final String CONSTANT = "$jacocoData";

    /** The local that holds the array; -1: there is none. */
    private final int slot;
    /** The first local behind the parameters: what the array and its neighbours push up. */
    private final int firstPushed;

    private CoverageProbes(int slot, int firstPushed) {
        this.slot = slot;
        this.firstPushed = firstPushed;
    }

    /** @param parameterSlots how many locals the parameters take, {@code this} among them */
    static CoverageProbes of(MethodNode method, int parameterSlots) {
        return new CoverageProbes(slot(method), parameterSlots);
    }

    private static int slot(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (isArray(insn)) {
                AbstractInsnNode next = next(insn);
                if (next != null && next.getOpcode() == Opcodes.CHECKCAST) {
                    next = next(next);
                }
                if (next instanceof VarInsnNode store && store.getOpcode() == Opcodes.ASTORE) {
                    return store.var;
                }
            }
        }
        return -1;
    }

    /** The number that a local of the program had before; releases of JaCoCo differ in how many they put below it. */
    int original(int local) {
        return slot >= 0 && local > slot ? local - (slot - firstPushed + 1) : local;
    }

    private static boolean isArray(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call && call.name.equals(INITIALIZER)
                || insn instanceof LdcInsnNode load && load.cst instanceof ConstantDynamic constant && constant.getName().equals(CONSTANT);
    }

    /** Whether an instruction stores the array, or into it. */
    boolean defines(AbstractInsnNode insn) {
        if (slot < 0) {
            return false;
        }
        if (insn.getOpcode() == Opcodes.ASTORE) {
            return ((VarInsnNode) insn).var == slot;
        }
        // array, index, true
        AbstractInsnNode array = insn.getOpcode() == Opcodes.BASTORE ? previous(previous(previous(insn))) : null;
        return array instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD && load.var == slot;
    }

    /** The last instruction of the probes that follow an instruction; itself if none does. */
    AbstractInsnNode lastBehind(AbstractInsnNode insn) {
        AbstractInsnNode last = insn;
        while (true) {
            AbstractInsnNode array = next(last);
            AbstractInsnNode store = array == null ? null : next(next(next(array)));
            boolean probe = store != null && store.getOpcode() == Opcodes.BASTORE && defines(store);
            if (!probe) {
                return last;
            }
            last = store;
        }
    }

    private static AbstractInsnNode next(AbstractInsnNode insn) {
        AbstractInsnNode next = insn == null ? null : insn.getNext();
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next;
    }

    private static AbstractInsnNode previous(AbstractInsnNode insn) {
        AbstractInsnNode before = insn == null ? null : insn.getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        return before;
    }
}
