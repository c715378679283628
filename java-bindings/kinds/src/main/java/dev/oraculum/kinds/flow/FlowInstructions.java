package dev.oraculum.kinds.flow;

import static dev.oraculum.kinds.flow.FlowWeaving.probe;
import static dev.oraculum.kinds.flow.ShadowStack.NONE;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.runtime.flow.Names;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Weaves the labels of single instructions (JVMS 6.5), of which what an instruction makes has those of all that it uses: of {@code a[i]}
 * the element's, the array reference's and the index's.
 */
final class FlowInstructions {
    private final FlowMethod method;
    private final FlowSites sites;
    private final FlowBounds bounds;
    private final FlowCalls calls;
    /** In a constructor, labels of fields that were assigned before the constructor of the superclass was called, by slot. */
    private final Map<Integer, Integer> waiting = new LinkedHashMap<>();
    private final int firstWaiting;
    private final ConditionalValues conditions;
    private final Map<LabelNode, Integer> meetings;
    private final int firstCondition;
    /** The label that has just been passed, if a value with conditions is complete there. */
    private LabelNode passed;

    /** @param firstSlot the first of as many as {@link #slots} says */
    FlowInstructions(FlowMethod method, FlowSites sites, FlowBounds bounds, int firstSlot) {
        this.method = method;
        this.sites = sites;
        this.bounds = bounds;
        calls = new FlowCalls(method, sites, this);
        conditions = new ConditionalValues(method.method.instructions, method.frames);
        meetings = conditions.numbers();
        firstWaiting = firstSlot;
        firstCondition = firstWaiting + assignmentsBeforeConstructor();
    }

    int slots() {
        return firstCondition - firstWaiting + meetings.size();
    }

    private int assignmentsBeforeConstructor() {
        int count = 0;
        for (int i = 0; i < method.frames.length; i++) {
            if (method.method.instructions.get(i).getOpcode() == Opcodes.PUTFIELD && method.frames[i] != null
                    && FlowMethod.isUninitialized(method.frames[i], 1)) {
                count++;
            }
        }
        return count;
    }

    /** Weaves what goes method.before and method.after an instruction. */
    void translate(AbstractInsnNode insn, Frame<BasicValue> frame) {
        int opcode = insn.getOpcode();
        if (passed != null) {
            // Frames name a new object by the label right method.before its instruction, so nothing goes between.
            useConditions(opcode == Opcodes.NEW ? method.after : method.before);
        }
        sites.before(insn);
        if (opcode <= Opcodes.LDC) {
            if (opcode != Opcodes.NOP) {
                method.stack.push(NONE);
            }
        } else if (opcode <= Opcodes.ALOAD) {
            method.stack.push(method.shadow(((VarInsnNode) insn).var));
        } else if (opcode <= Opcodes.SALOAD) {
            int[] operands = method.stack.pop(2);
            method.before.add(new InsnNode(Opcodes.DUP2));
            method.union(operands, method.before);
            method.before.add(probe("element", "(Ljava/lang/Object;II)I"));
            method.result(method.before);
        } else if (opcode <= Opcodes.ASTORE) {
            int local = method.shadow(((VarInsnNode) insn).var);
            int label = method.stack.pop();
            method.stack.vacate(local, method.before);
            ShadowStack.move(label, local, method.before);
        } else if (opcode <= Opcodes.SASTORE) {
            storeElement(opcode);
        } else if (opcode <= Opcodes.SWAP) {
            StackInstructions.apply(opcode, method.stack, frame);
        } else if (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG || opcode >= Opcodes.I2L && opcode <= Opcodes.I2S
                || opcode == Opcodes.IINC) {
            // The label stays where it is.
        } else if (opcode <= Opcodes.DCMPG) {
            method.combine(2);
        } else {
            translateOther(insn, opcode, frame);
        }
    }

    private void translateOther(AbstractInsnNode insn, int opcode, Frame<BasicValue> frame) {
        switch (opcode) {
            case Opcodes.IFEQ, Opcodes.IFNE, Opcodes.IFLT, Opcodes.IFGE, Opcodes.IFGT, Opcodes.IFLE, Opcodes.IFNULL, Opcodes.IFNONNULL,
            Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH -> branch(insn, method.stack.pop(1));
            case Opcodes.GOTO -> method.stack.settle(method.before);
            case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN, Opcodes.ARETURN,
            Opcodes.RETURN -> bounds.exit(insn, frame);
            case Opcodes.GETSTATIC -> getStatic((FieldInsnNode) insn);
            case Opcodes.PUTSTATIC -> putStatic((FieldInsnNode) insn);
            case Opcodes.GETFIELD -> getField((FieldInsnNode) insn);
            case Opcodes.PUTFIELD -> putField((FieldInsnNode) insn, frame);
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC,
            Opcodes.INVOKEINTERFACE -> calls.translate((MethodInsnNode) insn, frame);
            case Opcodes.INVOKEDYNAMIC -> calls.translate((InvokeDynamicInsnNode) insn);
            case Opcodes.NEW -> method.stack.push(NONE);
            case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> newArray(1);
            case Opcodes.MULTIANEWARRAY -> newArray(((MultiANewArrayInsnNode) insn).dims);
            case Opcodes.ARRAYLENGTH -> {
                method.before.add(new InsnNode(Opcodes.DUP));
                ShadowStack.load(method.stack.pop(), method.before);
                method.before.add(probe("length", "(Ljava/lang/Object;I)I"));
                method.result(method.before);
            }
            case Opcodes.ATHROW -> {
                int label = method.stack.pop();
                if (label != NONE) {
                    method.before.add(new InsnNode(Opcodes.DUP));
                    ShadowStack.load(label, method.before);
                    method.before.add(probe("addContents", "(Ljava/lang/Object;I)V"));
                }
            }
            case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> method.stack.pop();
            case Opcodes.CHECKCAST, Opcodes.INSTANCEOF -> {
                // The label stays where it is.
            }
            // Comparing jumps are all that is left.
            default -> branch(insn, method.stack.pop(2));
        }
    }

    private void branch(AbstractInsnNode insn, int[] operands) {
        LabelNode meeting = conditions.meeting(insn);
        if (meeting != null) {
            int slot = firstCondition + meetings.get(meeting);
            method.assigned.add(slot);
            method.union(conditions.isFirst(insn) ? operands : and(operands, slot), method.before);
            method.before.add(new VarInsnNode(Opcodes.ISTORE, slot));
        }
        method.stack.settle(method.before);
    }

    private static int[] and(int[] labels, int another) {
        int[] all = Arrays.copyOf(labels, labels.length + 1);
        all[labels.length] = another;
        return all;
    }

    /** A label is passed: where a value with conditions is complete there, the next instruction finds it so. */
    void passes(LabelNode label) {
        passed = meetings.containsKey(label) ? label : null;
    }

    /** The value on top is complete: it uses its conditions. */
    private void useConditions(InsnList code) {
        int value = method.stack.peek(0);
        method.union(new int[] {value, firstCondition + meetings.get(passed)}, code);
        code.add(new VarInsnNode(Opcodes.ISTORE, value));
        passed = null;
    }

    private void newArray(int dimensions) {
        int[] lengths = method.stack.pop(dimensions);
        method.stack.push(NONE);
        for (int length : lengths) {
            if (length != NONE) {
                method.after.add(new InsnNode(Opcodes.DUP));
                method.union(lengths, method.after);
                method.after.add(probe("setLength", "(Ljava/lang/Object;I)V"));
                return;
            }
        }
    }

    private void storeElement(int opcode) {
        int[] operands = method.stack.pop(3);
        char sort = "IJFDLIII".charAt(opcode - Opcodes.IASTORE);
        int load = Bytecode.load(sort == 'L' ? "Ljava/lang/Object;" : String.valueOf(sort));
        method.scratchUsed = Math.max(method.scratchUsed, 2);
        method.before.add(new VarInsnNode(load + Opcodes.ISTORE - Opcodes.ILOAD, method.scratch));
        method.before.add(new InsnNode(Opcodes.DUP2));
        method.union(operands, method.before);
        method.before.add(probe("setElement", "(Ljava/lang/Object;II)V"));
        method.before.add(new VarInsnNode(load, method.scratch));
    }

    private void getStatic(FieldInsnNode field) {
        if (!method.probes.tracks(field.owner)) {
            method.stack.push(NONE);
            return;
        }
        // Afterwards: reading it may have initialized the class.
        method.after.add(Bytecode.push(Names.staticField(field.owner, field.name, field.desc)));
        method.after.add(probe("staticField", "(I)I"));
        method.result(method.after);
    }

    private void putStatic(FieldInsnNode field) {
        int label = method.stack.pop();
        if (method.probes.tracks(field.owner)) {
            method.before.add(Bytecode.push(Names.staticField(field.owner, field.name, field.desc)));
            ShadowStack.load(label, method.before);
            method.before.add(probe("setStaticField", "(II)V"));
        }
    }

    private void getField(FieldInsnNode field) {
        method.before.add(new InsnNode(Opcodes.DUP));
        method.before.add(Bytecode.push(Names.field(field.name, field.desc)));
        ShadowStack.load(method.stack.pop(), method.before);
        method.before.add(probe("field", "(Ljava/lang/Object;II)I"));
        method.result(method.before);
    }

    private void putField(FieldInsnNode field, Frame<BasicValue> frame) {
        int number = Names.field(field.name, field.desc);
        boolean waits = FlowMethod.isUninitialized(frame, 1);
        int[] operands = method.stack.pop(2);
        if (waits) {
            int slot = firstWaiting + waiting.size();
            waiting.put(slot, number);
            method.assigned.add(slot);
            method.union(operands, method.before);
            method.before.add(new VarInsnNode(Opcodes.ISTORE, slot));
            return;
        }
        Type type = Type.getType(field.desc);
        if (type.getSize() == 1) {
            method.before.add(new InsnNode(Opcodes.DUP2));
            method.before.add(new InsnNode(Opcodes.POP));
        } else {
            method.scratchUsed = Math.max(method.scratchUsed, 2);
            method.before.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), method.scratch));
            method.before.add(new InsnNode(Opcodes.DUP));
        }
        method.before.add(Bytecode.push(number));
        method.union(operands, method.before);
        method.before.add(probe("setField", "(Ljava/lang/Object;II)V"));
        if (type.getSize() == 2) {
            method.before.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), method.scratch));
        }
    }

    /** The constructor of this or of the superclass has returned: labels that waited find their object. */
    void deliverWaiting() {
        waiting.forEach((slot, field) -> {
            method.after.add(new VarInsnNode(Opcodes.ALOAD, 0));
            method.after.add(Bytecode.push(field));
            ShadowStack.load(slot, method.after);
            method.after.add(probe("setField", "(Ljava/lang/Object;II)V"));
        });
    }
}
