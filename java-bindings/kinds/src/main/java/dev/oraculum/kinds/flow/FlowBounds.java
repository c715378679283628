package dev.oraculum.kinds.flow;

import static dev.oraculum.kinds.flow.FlowWeaving.probe;
import static dev.oraculum.kinds.flow.ShadowStack.NONE;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.flow.Names;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Weaves the beginning and the ends of a method: labels of parameters and of the result, and, if it is planned, those that begin there. */
final class FlowBounds {
    private final FlowMethod method;
    private final int planned;
    private final FlowPlan.Method roots;
    /** Slot of the number of the invocation. */
    private final int invocation;
    private final int number;
    /** Copies of parameters that the method assigns and anomalies at its exits speak of, by slot of the parameter. */
    private final Map<Integer, Integer> copies = new LinkedHashMap<>();

    /** @param planned its place in the plan, or -1 */
    FlowBounds(FlowMethod method, int planned, FlowPlan.Method roots, int invocation, int firstCopy) {
        this.method = method;
        this.planned = planned;
        this.roots = roots;
        this.invocation = invocation;
        number = Names.method(method.owner.name, method.method.name, method.method.desc, Bytecode.isStatic(method.method));
        if (planned >= 0) {
            copyParameters(firstCopy);
        }
    }

    /** How many slots the copies take. */
    int slots() {
        return copies.size();
    }

    boolean isInvocation(int slot) {
        return planned >= 0 && slot == invocation;
    }

    boolean isCopy(int slot) {
        return copies.containsValue(slot);
    }

    private void copyParameters(int first) {
        Set<Integer> stored = new HashSet<>();
        for (AbstractInsnNode insn : method.method.instructions) {
            if (insn instanceof VarInsnNode variable && insn.getOpcode() >= Opcodes.ISTORE && insn.getOpcode() <= Opcodes.ASTORE) {
                stored.add(variable.var);
                stored.add(variable.var - 1);
            }
        }
        for (int i = 0; i < roots.exitRoots().size(); i++) {
            Root root = roots.exitRoots().get(i);
            if (root.kind() == RootKind.PARAMETER && root.descriptor().length() > 1 && stored.contains(root.slot())
                    && isUsed(i, Moment.EXIT)) {
                copies.put(root.slot(), first + copies.size());
            }
        }
    }

    /** Takes the labels of the parameters, and begins those of anomalies at the entry. */
    InsnList prologue() {
        InsnList code = new InsnList();
        boolean isStatic = Bytecode.isStatic(method.method);
        code.add(Bytecode.push(number));
        code.add(isStatic || Bytecode.isConstructor(method.method) ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(probe("enter", "(ILjava/lang/Object;)" + FlowCalls.CALLS));
        code.add(new VarInsnNode(Opcodes.ASTORE, method.scratch));
        method.scratchUsed = Math.max(method.scratchUsed, 1);
        code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
        code.add(probe("depth", "(" + FlowCalls.CALLS + ")I"));
        code.add(new VarInsnNode(Opcodes.ISTORE, method.depth));
        int slot = 0;
        int index = 0;
        if (!isStatic) {
            parameter(code, slot++, index++);
        }
        for (Type type : Type.getArgumentTypes(method.method.desc)) {
            parameter(code, slot, index++);
            slot += type.getSize();
        }
        for (int i = slot; i < method.depth; i++) {
            if (method.assigned.contains(method.shadows + i)) {
                ShadowStack.move(NONE, method.shadows + i, code);
            }
        }
        for (int other : method.assigned) {
            if (other >= method.shadows + method.depth) {
                ShadowStack.move(NONE, other, code);
            }
        }
        copies.forEach((from, to) -> {
            code.add(new VarInsnNode(Opcodes.ALOAD, from));
            code.add(new VarInsnNode(Opcodes.ASTORE, to));
        });
        if (planned >= 0) {
            code.add(Bytecode.push(planned));
            code.add(probe("invocation", "(I)I"));
            code.add(new VarInsnNode(Opcodes.ISTORE, invocation));
            entryRoots(code);
        }
        return code;
    }

    /** A shadow that no instruction uses needs no label; those between are method.assigned all the same, which costs nothing. */
    private void parameter(InsnList code, int slot, int index) {
        if (!method.assigned.contains(method.shadows + slot)) {
            return;
        }
        if (slot == 0 && Bytecode.isConstructor(method.method)) {
            ShadowStack.move(NONE, method.shadows, code);
            return;
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
        code.add(Bytecode.push(index));
        code.add(probe("parameter", "(" + FlowCalls.CALLS + "I)I"));
        code.add(new VarInsnNode(Opcodes.ISTORE, method.shadows + slot));
    }

    private void entryRoots(InsnList code) {
        for (int i = 0; i < roots.entryRoots().size(); i++) {
            Root root = roots.entryRoots().get(i);
            if (!isUsed(i, Moment.ENTRY) || root.slot() < 0 || root.kind() == RootKind.THIS && Bytecode.isConstructor(method.method)) {
                continue;
            }
            boolean reference = root.descriptor().length() > 1;
            if (reference) {
                code.add(new VarInsnNode(Opcodes.ALOAD, root.slot()));
            }
            code.add(new VarInsnNode(Opcodes.ILOAD, invocation));
            code.add(Bytecode.push(i));
            code.add(probe("entryRoot", reference ? "(Ljava/lang/Object;II)I" : "(II)I"));
            if (method.assigned.contains(method.shadows + root.slot())) {
                ShadowStack.load(method.shadows + root.slot(), code);
                code.add(probe("union", "(II)I"));
                code.add(new VarInsnNode(Opcodes.ISTORE, method.shadows + root.slot()));
            } else {
                code.add(new InsnNode(Opcodes.POP));
            }
        }
    }

    private boolean isUsed(int root, Moment moment) {
        return roots.variables().stream().anyMatch(variable -> variable.root() == root && variable.moment() == moment);
    }

    /** Begins the labels of anomalies at an exit, and leaves that of the result to the caller. */
    void exit(AbstractInsnNode insn, Frame<BasicValue> frame) {
        int result = insn.getOpcode() == Opcodes.RETURN ? NONE : method.stack.pop();
        boolean labelled = result != NONE;
        if (labelled) {
            ShadowStack.load(result, method.before);
        }
        for (int i = 0; planned >= 0 && i < roots.exitRoots().size(); i++) {
            Root root = roots.exitRoots().get(i);
            boolean reference = root.descriptor().length() > 1;
            if (!isUsed(i, Moment.EXIT)) {
                continue;
            }
            if (root.kind() == RootKind.RESULT && insn.getOpcode() != Opcodes.RETURN) {
                if (reference) {
                    // The label lies above the result, if there is one yet: the result goes by way of method.scratch.
                    InsnList copy = new InsnList();
                    copy.add(new InsnNode(Opcodes.DUP));
                    copy.add(new VarInsnNode(Opcodes.ASTORE, method.scratch));
                    method.before.insert(copy);
                    method.scratchUsed = Math.max(method.scratchUsed, 1);
                    method.before.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
                }
                exitRoot(i, reference);
                if (labelled) {
                    method.before.add(probe("union", "(II)I"));
                }
                labelled = true;
            } else if (reference && root.slot() >= 0 && (copies.containsKey(root.slot()) || holdsReference(frame, root.slot()))) {
                method.before.add(new VarInsnNode(Opcodes.ALOAD, copies.getOrDefault(root.slot(), root.slot())));
                exitRoot(i, true);
                method.before.add(new InsnNode(Opcodes.POP));
            }
        }
        if (labelled) {
            method.before.add(new VarInsnNode(Opcodes.ILOAD, method.depth));
            method.before.add(Bytecode.push(number));
            method.before.add(probe("leave", "(III)V"));
        }
    }

    private void exitRoot(int root, boolean reference) {
        method.before.add(new VarInsnNode(Opcodes.ILOAD, invocation));
        method.before.add(Bytecode.push(root));
        method.before.add(probe("exitRoot", reference ? "(Ljava/lang/Object;II)I" : "(II)I"));
    }

    private static boolean holdsReference(Frame<BasicValue> frame, int slot) {
        BasicValue value = frame.getLocal(slot);
        return value.isReference() && !(value instanceof ObjectOrigins.Uninitialized);
    }
}
