package dev.oraculum.facts;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Abstract interpretation over {@link Origin}: which values are arguments, which were created here. */
final class OriginInterpreter extends Interpreter<Origin> {
    private static final Origin NARROW = new Origin(Origin.OTHER, 1);
    private static final Origin WIDE = new Origin(Origin.OTHER, 2);
    private static final Origin CREATED = new Origin(Origin.FRESH, 1);

    private final int[] argumentBySlot;

    OriginInterpreter(int[] argumentBySlot) {
        super(Opcodes.ASM9);
        this.argumentBySlot = argumentBySlot;
    }

    private static Origin other(int size) {
        return size == 2 ? WIDE : NARROW;
    }

    @Override
    public Origin newValue(Type type) {
        return type == Type.VOID_TYPE ? null : other(type == null ? 1 : type.getSize());
    }

    @Override
    public Origin newParameterValue(boolean isInstanceMethod, int local, Type type) {
        return new Origin(argumentBySlot[local], type.getSize());
    }

    @Override
    public Origin newOperation(AbstractInsnNode insn) {
        return switch (insn.getOpcode()) {
            case Opcodes.NEW -> CREATED;
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> WIDE;
            case Opcodes.LDC -> {
                Object constant = ((LdcInsnNode) insn).cst;
                boolean wide = constant instanceof Long || constant instanceof Double
                        || (constant instanceof org.objectweb.asm.ConstantDynamic dynamic && dynamic.getSize() == 2);
                yield other(wide ? 2 : 1);
            }
            case Opcodes.GETSTATIC -> other(Type.getType(((FieldInsnNode) insn).desc).getSize());
            default -> NARROW;
        };
    }

    @Override
    public Origin copyOperation(AbstractInsnNode insn, Origin value) {
        return value;
    }

    @Override
    public Origin unaryOperation(AbstractInsnNode insn, Origin value) {
        return switch (insn.getOpcode()) {
            case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> CREATED;
            case Opcodes.CHECKCAST -> value;
            case Opcodes.GETFIELD -> other(Type.getType(((FieldInsnNode) insn).desc).getSize());
            case Opcodes.LNEG, Opcodes.DNEG, Opcodes.I2L, Opcodes.I2D, Opcodes.L2D, Opcodes.F2L, Opcodes.F2D, Opcodes.D2L -> WIDE;
            default -> NARROW;
        };
    }

    @Override
    public Origin binaryOperation(AbstractInsnNode insn, Origin left, Origin right) {
        return switch (insn.getOpcode()) {
            case Opcodes.LALOAD,
                    Opcodes.DALOAD,
                    Opcodes.LADD,
                    Opcodes.DADD,
                    Opcodes.LSUB,
                    Opcodes.DSUB,
                    Opcodes.LMUL,
                    Opcodes.DMUL,
                    Opcodes.LDIV,
                    Opcodes.DDIV,
                    Opcodes.LREM,
                    Opcodes.DREM,
                    Opcodes.LSHL,
                    Opcodes.LSHR,
                    Opcodes.LUSHR,
                    Opcodes.LAND,
                    Opcodes.LOR,
                    Opcodes.LXOR -> WIDE;
            default -> NARROW;
        };
    }

    @Override
    public Origin ternaryOperation(AbstractInsnNode insn, Origin a, Origin b, Origin c) {
        return NARROW;
    }

    @Override
    public Origin naryOperation(AbstractInsnNode insn, List<? extends Origin> values) {
        if (insn.getOpcode() == Opcodes.MULTIANEWARRAY) {
            return CREATED;
        }
        if (insn instanceof MethodInsnNode call) {
            // The clone of an array is a new array.
            boolean copy = call.owner.startsWith("[") && call.name.equals("clone");
            return copy ? CREATED : newValue(Type.getReturnType(call.desc));
        }
        return newValue(Type.getReturnType(((InvokeDynamicInsnNode) insn).desc));
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Origin value, Origin expected) {}

    @Override
    public Origin merge(Origin a, Origin b) {
        return a.equals(b) ? a : other(a.getSize() == b.getSize() ? a.getSize() : 1);
    }
}
