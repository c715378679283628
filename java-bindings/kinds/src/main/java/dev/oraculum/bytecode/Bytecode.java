package dev.oraculum.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Small pieces of woven code. */
public final class Bytecode {
    public static final String PROBES = "dev/oraculum/runtime/Probes";
    public static final String INVOCATION = "dev/oraculum/runtime/Invocation";

    private Bytecode() {}

    /** Of a method, for maps. A text, no record: where each JVM starts anew, it shows what the first hash code of a record costs. */
    public static String key(String className, String name, String descriptor) {
        return className + '.' + name + descriptor;
    }

    public static MethodInsnNode probe(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, PROBES, name, descriptor, false);
    }

    public static AbstractInsnNode push(int value) {
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
    public static boolean hasSubroutines(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.JSR || insn.getOpcode() == Opcodes.RET) {
                return true;
            }
        }
        return false;
    }

    /** Where an instruction may jump: the labels of a jump or switch; empty for any other. */
    public static List<LabelNode> jumpTargets(AbstractInsnNode insn) {
        List<LabelNode> targets = new ArrayList<>();
        if (insn instanceof JumpInsnNode jump) {
            targets.add(jump.label);
        } else if (insn instanceof TableSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        } else if (insn instanceof LookupSwitchInsnNode lookup) {
            targets.addAll(lookup.labels);
            targets.add(lookup.dflt);
        }
        return targets;
    }

    public static boolean isStatic(MethodNode method) {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    public static boolean isConstructor(MethodNode method) {
        return method.name.equals("<init>");
    }

    /** Opcode that loads a local variable of that type. */
    public static int load(String descriptor) {
        return Type.getType(descriptor).getOpcode(Opcodes.ILOAD);
    }

    /**
     * Inserts code that is run before an instruction. Frames know a new object by the label right before its NEW (JVMS 4.10.1.4), so there
     * the code comes behind the instruction.
     */
    public static void insertBefore(MethodNode method, AbstractInsnNode insn, InsnList code) {
        if (insn.getOpcode() == Opcodes.NEW) {
            method.instructions.insert(insn, code);
        } else {
            method.instructions.insertBefore(insn, code);
        }
    }
}
