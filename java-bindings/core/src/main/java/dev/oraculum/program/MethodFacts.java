package dev.oraculum.program;

import dev.oraculum.program.Bootstraps.Kind;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** Writes the facts of one method: its blocks, and the operations in them. */
final class MethodFacts {
    /** Cells of all frames together that an analysis may fill: some hundred megabytes. */
    private static final long MOST_CELLS = 20_000_000;

    /** Kinds of operations as they are written; the engine's src/program/facts.rs reads them. */
    private static final int PARAMETER = 1;
    private static final int LOAD = 2;
    private static final int STORE = 3;
    private static final int INCREMENT = 4;
    private static final int GET_FIELD = 5;
    private static final int PUT_FIELD = 6;
    private static final int ARRAY_LOAD = 7;
    private static final int ARRAY_STORE = 8;
    private static final int NEW = 9;
    private static final int NEW_ARRAY = 10;
    private static final int CALL = 11;
    private static final int LAMBDA = 12;
    private static final int RETURN = 13;
    private static final int THROW = 14;
    private static final int BRANCH = 15;
    private static final int LOCK = 16;

    private final FactsWriter out;
    private final MethodNode method;
    private final LocalNames names;
    private final OperationNumbers numbers;
    private final ControlFlow flow;
    private int line;

    private MethodFacts(FactsWriter out, MethodNode method, LocalNames names, OperationNumbers numbers, ControlFlow flow) {
        this.out = out;
        this.method = method;
        this.names = names;
        this.numbers = numbers;
        this.flow = flow;
    }

    /**
     * Writes the code of a method.
     *
     * @return why the method cannot be analysed, and nothing is written; else null
     */
    static String write(String owner, MethodNode method, boolean debugTables, FactsWriter out) {
        long cells = (long) method.instructions.size() * (method.maxLocals + method.maxStack);
        if (cells > MOST_CELLS) {
            return "is too large (" + method.instructions.size() + " instructions)";
        }
        OperationNumbers numbers = new OperationNumbers(method, Type.getArgumentTypes(method.desc).length);
        ControlFlow flow;
        try {
            flow = ControlFlow.of(owner, method, numbers);
        } catch (AnalyzerException | RuntimeException e) {
            return "has code that cannot be analysed (" + e.getMessage() + ")";
        }
        new MethodFacts(out, method, new LocalNames(method, debugTables), numbers, flow).write();
        return null;
    }

    private boolean isStatic() {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    private void write() {
        List<ControlFlow.Block> blocks = flow.blocks();
        out.number(numbers.total());
        out.number(blocks.size());
        for (ControlFlow.Block block : blocks) {
            out.number(block.entry().ordinal());
            out.number(block.successors().size());
            block.successors().forEach(out::number);
            out.number(block.handlers().size());
            block.handlers().forEach(out::number);
            List<Integer> instructions = new ArrayList<>();
            for (int i = block.begin(); i < block.end(); i++) {
                if (numbers.first(i + 1) > numbers.first(i)) {
                    instructions.add(i);
                }
            }
            if (block == blocks.get(0)) {
                parameters();
            } else {
                out.number(numbers.first(block.end()) - numbers.first(block.begin()));
                out.number(numbers.first(block.begin()));
                line = lineAt(block.begin());
                int next = block.begin();
                for (int i : instructions) {
                    for (; next <= i; next++) {
                        if (method.instructions.get(next) instanceof LineNumberNode number) {
                            line = number.line;
                        }
                    }
                    operation(i);
                }
            }
        }
    }

    /** The line of the code before a block, where the block does not begin with its own. */
    private int lineAt(int instruction) {
        for (int i = instruction; i >= 0; i--) {
            if (method.instructions.get(i) instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    private void parameters() {
        Type[] types = Type.getArgumentTypes(method.desc);
        out.number(types.length);
        out.number(0);
        line = firstLine();
        int slot = isStatic() ? 0 : 1;
        for (int i = 0; i < types.length; i++) {
            kind(PARAMETER);
            out.number(slot);
            out.optional(names.parameter(i, slot));
            slot += types[i].getSize();
        }
    }

    private int firstLine() {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    private void kind(int kind) {
        out.number(kind);
        out.number(line);
    }

    private void operation(int index) {
        AbstractInsnNode insn = method.instructions.get(index);
        Frame<Sources> frame = flow.frames()[index];
        int opcode = insn.getOpcode();
        if (insn instanceof VarInsnNode variable) {
            if (opcode <= Opcodes.ALOAD) {
                kind(LOAD);
                out.number(variable.var);
            } else {
                kind(STORE);
                out.number(variable.var);
                out.optional(names.stored(index, variable.var, !isStatic()));
                top(frame, 1);
            }
        } else if (insn instanceof IincInsnNode increment) {
            kind(INCREMENT);
            out.number(increment.var);
            out.optional(names.stored(index, increment.var, !isStatic()));
        } else if (insn instanceof FieldInsnNode field) {
            field(field, frame);
        } else if (insn instanceof MethodInsnNode call) {
            call(call, frame);
        } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
            dynamic(dynamic, frame);
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            kind(ARRAY_LOAD);
            top(frame, 2);
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            kind(ARRAY_STORE);
            top(frame, 3);
        } else if (opcode == Opcodes.NEW) {
            kind(NEW);
            out.text(((TypeInsnNode) insn).desc);
        } else if (opcode == Opcodes.NEWARRAY || opcode == Opcodes.ANEWARRAY) {
            kind(NEW_ARRAY);
            out.number(1);
            top(frame, 1);
        } else if (opcode == Opcodes.MULTIANEWARRAY) {
            int dimensions = ((MultiANewArrayInsnNode) insn).dims;
            kind(NEW_ARRAY);
            out.number(dimensions);
            top(frame, dimensions);
        } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
            kind(RETURN);
            top(frame, 1);
        } else if (opcode == Opcodes.ATHROW) {
            kind(THROW);
            top(frame, 1);
        } else if (opcode == Opcodes.MONITORENTER) {
            kind(LOCK);
            top(frame, 1);
        } else {
            int operands = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE ? 2 : 1;
            kind(BRANCH);
            out.number(operands);
            top(frame, operands);
        }
    }

    /** The operands on top of the stack, the deepest first. */
    private void top(Frame<Sources> frame, int operands) {
        for (int i = operands; i > 0; i--) {
            out.sources(frame.getStack(frame.getStackSize() - i));
        }
    }

    private void field(FieldInsnNode field, Frame<Sources> frame) {
        boolean isStatic = field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC;
        boolean reads = field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.GETFIELD;
        kind(reads ? GET_FIELD : PUT_FIELD);
        out.text(field.owner);
        out.text(field.name);
        out.text(field.desc);
        out.number(isStatic ? 1 : 0);
        if (!isStatic) {
            out.sources(frame.getStack(frame.getStackSize() - (reads ? 1 : 2)));
        }
        if (!reads) {
            top(frame, 1);
        }
    }

    private void call(MethodInsnNode call, Frame<Sources> frame) {
        int operands = Type.getArgumentTypes(call.desc).length + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
        kind(CALL);
        out.number(call.getOpcode() - Opcodes.INVOKEVIRTUAL);
        out.text(call.owner);
        out.text(call.name);
        out.text(call.desc);
        out.number(operands);
        top(frame, operands);
    }

    private void dynamic(InvokeDynamicInsnNode insn, Frame<Sources> frame) {
        if (Bootstraps.kind(insn) == Kind.RECORD) {
            Sources record = frame.getStack(frame.getStackSize() - Type.getArgumentTypes(insn.desc).length);
            for (Handle component : Bootstraps.components(insn)) {
                kind(GET_FIELD);
                out.text(component.getOwner());
                out.text(component.getName());
                out.text(component.getDesc());
                out.number(0);
                out.sources(record);
            }
            return;
        }
        int captured = Type.getArgumentTypes(insn.desc).length;
        if (Bootstraps.kind(insn) == Kind.OPERATOR) {
            kind(CALL);
            out.number(Opcodes.INVOKESTATIC - Opcodes.INVOKEVIRTUAL);
            out.text(insn.bsm.getOwner());
            out.text(insn.name);
            out.text(insn.desc);
            out.number(captured);
            top(frame, captured);
            return;
        }
        Handle target = Bootstraps.implementation(insn);
        kind(LAMBDA);
        out.text(Type.getReturnType(insn.desc).getInternalName());
        out.text(insn.name);
        out.text(insn.bsmArgs[0] instanceof Type sam ? sam.getDescriptor() : "()V");
        out.number(target.getTag());
        out.text(target.getOwner());
        out.text(target.getName());
        out.text(target.getDesc());
        out.number(captured);
        top(frame, captured);
    }
}
