package dev.oraculum.program;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** Abstract interpretation over {@link Sources}: what the values on the operand stack are computed from. Locals are left to the engine. */
final class SourcesInterpreter extends Interpreter<Sources> {
    /** What ASM's own interpreter computes from; only the sizes of its results are looked at. */
    private static final SourceValue ANY = new SourceValue(1);

    private final SourceInterpreter sizes = new SourceInterpreter();
    private final OperationNumbers numbers;

    SourcesInterpreter(OperationNumbers numbers) {
        super(Opcodes.ASM9);
        this.numbers = numbers;
    }

    @Override
    public Sources newValue(Type type) {
        return type == Type.VOID_TYPE ? null : Sources.none(type == null ? 1 : type.getSize());
    }

    @Override
    public Sources newOperation(AbstractInsnNode insn) {
        return result(insn, sizes.newOperation(insn).size, Sources.none(1));
    }

    /** Loads, stores, and the instructions that move values about the stack. */
    @Override
    public Sources copyOperation(AbstractInsnNode insn, Sources value) {
        int opcode = insn.getOpcode();
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            return Sources.none(value.size());
        }
        return result(insn, value.size(), value);
    }

    @Override
    public Sources unaryOperation(AbstractInsnNode insn, Sources value) {
        return insn.getOpcode() == Opcodes.IINC ? value : result(insn, sizes.unaryOperation(insn, ANY).size, value);
    }

    @Override
    public Sources binaryOperation(AbstractInsnNode insn, Sources left, Sources right) {
        return result(insn, sizes.binaryOperation(insn, ANY, ANY).size, left.with(right));
    }

    @Override
    public Sources ternaryOperation(AbstractInsnNode insn, Sources array, Sources index, Sources value) {
        return Sources.none(1);
    }

    @Override
    public Sources naryOperation(AbstractInsnNode insn, List<? extends Sources> values) {
        Sources all = values.stream().map(Sources.class::cast).reduce(Sources.none(1), Sources::with);
        return result(insn, sizes.naryOperation(insn, List.of()).size, all);
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Sources value, Sources expected) {}

    @Override
    public Sources merge(Sources a, Sources b) {
        return a.size() == b.size() ? a.with(b) : Sources.none(1).with(a).with(b);
    }

    /** What an instruction leaves on the stack: itself if it is an operation, else what it was computed from. */
    private Sources result(AbstractInsnNode insn, int size, Sources operands) {
        int first = numbers.first(insn);
        int count = numbers.count(insn);
        if (count == 0) {
            return operands.sized(size);
        }
        Sources result = Sources.of(size, first);
        if (insn instanceof InvokeDynamicInsnNode dynamic && Bootstraps.kind(dynamic) == Bootstraps.Kind.RECORD) {
            result = result.with(operands);
        }
        for (int i = 1; i < count; i++) {
            result = result.with(Sources.of(size, first + i));
        }
        return result;
    }
}
