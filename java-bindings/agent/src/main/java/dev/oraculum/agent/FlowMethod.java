package dev.oraculum.agent;

import static dev.oraculum.agent.FlowProbes.probe;
import static dev.oraculum.agent.ShadowStack.NONE;

import dev.oraculum.runtime.CapturePlan.Moment;
import dev.oraculum.runtime.CapturePlan.Root;
import dev.oraculum.runtime.CapturePlan.RootKind;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.flow.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Weaves the labels of one method. Its new local variables, all but the copies ints, and all assigned first thing, lie behind its own in this order: the depth at
 * which it was entered, the invocation, the shadows of its local variables, what try blocks have used so far, labels that wait for a constructor,
 * copies of parameters, labels of conditions, the pool of the {@link ShadowStack}. Every stack map frame grows by them. Behind them is scratch for straight-line code, which no frame knows.
 */
final class FlowMethod {
    final FlowPlan plan;
    final ClassNode owner;
    final MethodNode method;
    final Frame<BasicValue>[] frames;
    final ShadowStack stack;
    /** Slot of the depth. */
    final int depth;
    /** First slot of scratch; wide values take two. */
    final int scratch;
    /** What goes before and after the instruction at hand. */
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    /** Slots that have to be assigned first thing. */
    final Set<Integer> assigned = new TreeSet<>();
    int scratchUsed;

    private final int planned;
    private final FlowPlan.Method roots;
    private final int invocation;
    private final int shadows;
    private final int pool;
    private final FlowSites sites;
    private final FlowCalls calls;
    private final int number;
    /** Copies of parameters that the method assigns and anomalies at its exits speak of, by slot of the parameter. */
    private final Map<Integer, Integer> copies = new LinkedHashMap<>();
    /** In a constructor, labels of fields that were assigned before the constructor of the superclass was called, by slot. */
    private final Map<Integer, Integer> waiting = new LinkedHashMap<>();
    private final int firstWaiting;
    private final ConditionalValues conditions;
    private final Map<LabelNode, Integer> meetings;
    private final int firstCondition;
    /** The label that has just been passed, if a value with conditions is complete there. */
    private LabelNode passed;

    FlowMethod(FlowPlan plan, ClassNode owner, MethodNode method, int planned, FlowPlan.Method roots, Map<Integer, FlowPlan.Site> planSites) throws AnalyzerException {
        this.plan = plan;
        this.owner = owner;
        this.method = method;
        this.planned = planned;
        this.roots = roots;
        frames = ObjectOrigins.of(owner, method);
        depth = method.maxLocals;
        invocation = depth + 1;
        shadows = invocation + 1;
        int firstTry = shadows + method.maxLocals;
        sites = new FlowSites(this, planSites, firstTry);
        firstWaiting = firstTry + sites.slots();
        int firstCopy = firstWaiting + assignmentsBeforeConstructor();
        if (planned >= 0) {
            copyParameters(firstCopy);
        }
        conditions = new ConditionalValues(method.instructions, frames);
        firstCondition = firstCopy + copies.size();
        meetings = conditions.numbers();
        pool = firstCondition + meetings.size();
        stack = new ShadowStack(pool);
        scratch = pool + method.maxStack + 1;
        calls = new FlowCalls(this, sites);
        number = Names.method(owner.name, method.name, method.desc, Bytecode.isStatic(method));
    }

    private void copyParameters(int first) {
        Set<Integer> stored = new HashSet<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof VarInsnNode variable && insn.getOpcode() >= Opcodes.ISTORE && insn.getOpcode() <= Opcodes.ASTORE) {
                stored.add(variable.var);
                stored.add(variable.var - 1);
            }
        }
        for (int i = 0; i < roots.exitRoots().size(); i++) {
            Root root = roots.exitRoots().get(i);
            if (root.kind() == RootKind.PARAMETER && root.descriptor().length() > 1 && stored.contains(root.slot()) && isUsed(i, Moment.EXIT)) {
                copies.put(root.slot(), first + copies.size());
            }
        }
    }

    private int assignmentsBeforeConstructor() {
        int count = 0;
        for (int i = 0; i < frames.length; i++) {
            if (method.instructions.get(i).getOpcode() == Opcodes.PUTFIELD && frames[i] != null && isUninitialized(frames[i], 1)) {
                count++;
            }
        }
        return count;
    }

    static boolean isUninitialized(Frame<BasicValue> frame, int fromTop) {
        return frame.getStack(frame.getStackSize() - 1 - fromTop) instanceof ObjectOrigins.Uninitialized;
    }

    void weave() {
        Set<LabelNode> targets = new HashSet<>();
        Set<LabelNode> handlers = new HashSet<>();
        AbstractInsnNode[] instructions = method.instructions.toArray();
        for (AbstractInsnNode insn : instructions) {
            targets.addAll(targets(insn));
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            handlers.add(block.handler);
        }
        boolean flows = true;
        for (int i = 0; i < instructions.length; i++) {
            AbstractInsnNode insn = instructions[i];
            if (insn instanceof LabelNode label && (targets.contains(label) || handlers.contains(label))) {
                if (flows) {
                    stack.settle(before);
                    method.instructions.insertBefore(insn, before);
                }
                if (frames[i] != null) {
                    if (targets.contains(label)) {
                        stack.settled(frames[i].getStackSize());
                        passed = meetings.containsKey(label) ? label : null;
                    } else {
                        stack.atHandler();
                    }
                }
            } else if (insn.getOpcode() >= 0 && frames[i] != null) {
                if (stack.size() != frames[i].getStackSize()) {
                    throw new IllegalStateException("labels of " + owner.name + "." + method.name + method.desc + " are out of step at instruction " + i);
                }
                translate(insn, frames[i]);
                method.instructions.insertBefore(insn, before);
                method.instructions.insert(insn, after);
            }
            flows = frames[i] != null && fallsThrough(insn);
        }
        method.instructions.insert(prologue());
        int end = stack.used() == 0 ? pool : pool + stack.used();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode frame) {
                extend(frame, end);
            }
        }
        method.maxLocals = scratch + scratchUsed;
    }

    static boolean fallsThrough(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return opcode != Opcodes.GOTO
                && opcode != Opcodes.ATHROW
                && opcode != Opcodes.TABLESWITCH
                && opcode != Opcodes.LOOKUPSWITCH
                && !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
    }

    static List<LabelNode> targets(AbstractInsnNode insn) {
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

    // ---- the beginning and the ends of the method

    private InsnList prologue() {
        InsnList code = new InsnList();
        boolean isStatic = Bytecode.isStatic(method);
        code.add(Bytecode.push(number));
        code.add(isStatic || Bytecode.isConstructor(method) ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(probe("enter", "(ILjava/lang/Object;)" + FlowCalls.CALLS));
        code.add(new VarInsnNode(Opcodes.ASTORE, scratch));
        scratchUsed = Math.max(scratchUsed, 1);
        code.add(new VarInsnNode(Opcodes.ALOAD, scratch));
        code.add(probe("depth", "(" + FlowCalls.CALLS + ")I"));
        code.add(new VarInsnNode(Opcodes.ISTORE, depth));
        int slot = 0;
        int index = 0;
        if (!isStatic) {
            parameter(code, slot++, index++);
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            parameter(code, slot, index++);
            slot += type.getSize();
        }
        for (int i = 0; i < stack.used(); i++) {
            assigned.add(pool + i);
        }
        for (int i = slot; i < depth; i++) {
            if (assigned.contains(shadows + i)) {
                ShadowStack.move(NONE, shadows + i, code);
            }
        }
        for (int other : assigned) {
            if (other >= shadows + depth) {
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

    /** A shadow that no instruction uses needs no label; those between are assigned all the same, which costs nothing. */
    private void parameter(InsnList code, int slot, int index) {
        if (!assigned.contains(shadows + slot)) {
            return;
        }
        if (slot == 0 && Bytecode.isConstructor(method)) {
            ShadowStack.move(NONE, shadows, code);
            return;
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, scratch));
        code.add(Bytecode.push(index));
        code.add(probe("parameter", "(" + FlowCalls.CALLS + "I)I"));
        code.add(new VarInsnNode(Opcodes.ISTORE, shadows + slot));
    }

    private void entryRoots(InsnList code) {
        for (int i = 0; i < roots.entryRoots().size(); i++) {
            Root root = roots.entryRoots().get(i);
            if (!isUsed(i, Moment.ENTRY) || root.slot() < 0 || root.kind() == RootKind.THIS && Bytecode.isConstructor(method)) {
                continue;
            }
            boolean reference = root.descriptor().length() > 1;
            if (reference) {
                code.add(new VarInsnNode(Opcodes.ALOAD, root.slot()));
            }
            code.add(new VarInsnNode(Opcodes.ILOAD, invocation));
            code.add(Bytecode.push(i));
            code.add(probe("entryRoot", reference ? "(Ljava/lang/Object;II)I" : "(II)I"));
            if (assigned.contains(shadows + root.slot())) {
                ShadowStack.load(shadows + root.slot(), code);
                code.add(probe("union", "(II)I"));
                code.add(new VarInsnNode(Opcodes.ISTORE, shadows + root.slot()));
            } else {
                code.add(new InsnNode(Opcodes.POP));
            }
        }
    }

    private boolean isUsed(int root, Moment moment) {
        return roots.variables().stream().anyMatch(variable -> variable.root() == root && variable.moment() == moment);
    }

    private void exit(AbstractInsnNode insn, Frame<BasicValue> frame) {
        int result = insn.getOpcode() == Opcodes.RETURN ? NONE : stack.pop();
        boolean labelled = result != NONE;
        if (labelled) {
            ShadowStack.load(result, before);
        }
        for (int i = 0; planned >= 0 && i < roots.exitRoots().size(); i++) {
            Root root = roots.exitRoots().get(i);
            boolean reference = root.descriptor().length() > 1;
            if (!isUsed(i, Moment.EXIT)) {
                continue;
            }
            if (root.kind() == RootKind.RESULT && insn.getOpcode() != Opcodes.RETURN) {
                if (reference) {
                    // The label lies above the result, if there is one yet: the result goes by way of scratch.
                    InsnList copy = new InsnList();
                    copy.add(new InsnNode(Opcodes.DUP));
                    copy.add(new VarInsnNode(Opcodes.ASTORE, scratch));
                    before.insert(copy);
                    scratchUsed = Math.max(scratchUsed, 1);
                    before.add(new VarInsnNode(Opcodes.ALOAD, scratch));
                }
                exitRoot(i, reference);
                if (labelled) {
                    before.add(probe("union", "(II)I"));
                }
                labelled = true;
            } else if (reference && root.slot() >= 0 && (copies.containsKey(root.slot()) || holdsReference(frame, root.slot()))) {
                before.add(new VarInsnNode(Opcodes.ALOAD, copies.getOrDefault(root.slot(), root.slot())));
                exitRoot(i, true);
                before.add(new InsnNode(Opcodes.POP));
            }
        }
        if (labelled) {
            before.add(new VarInsnNode(Opcodes.ILOAD, depth));
            before.add(Bytecode.push(number));
            before.add(probe("leave", "(III)V"));
        }
    }

    private void exitRoot(int root, boolean reference) {
        before.add(new VarInsnNode(Opcodes.ILOAD, invocation));
        before.add(Bytecode.push(root));
        before.add(probe("exitRoot", reference ? "(Ljava/lang/Object;II)I" : "(II)I"));
    }

    private static boolean holdsReference(Frame<BasicValue> frame, int slot) {
        BasicValue value = frame.getLocal(slot);
        return value.isReference() && !(value instanceof ObjectOrigins.Uninitialized);
    }

    private void extend(FrameNode frame, int end) {
        List<Object> locals = new ArrayList<>(frame.local);
        int used = locals.stream().mapToInt(type -> LocalTypes.isWide(type) ? 2 : 1).sum();
        for (; used < end; used++) {
            if (copies.containsValue(used)) {
                locals.add("java/lang/Object");
            } else {
                boolean known = used == depth || used == invocation && planned >= 0 || assigned.contains(used);
                locals.add(known ? Opcodes.INTEGER : Opcodes.TOP);
            }
        }
        frame.local = locals;
    }

    // ---- instructions

    /** The shadow of a local variable. */
    int shadow(int local) {
        assigned.add(shadows + local);
        return shadows + local;
    }

    /** Loads the union of labels. */
    void union(int[] labels, InsnList code) {
        Set<Integer> distinct = new TreeSet<>();
        for (int label : labels) {
            distinct.add(label);
        }
        distinct.remove(NONE);
        if (distinct.isEmpty()) {
            code.add(Bytecode.push(0));
        }
        boolean first = true;
        for (int label : distinct) {
            ShadowStack.load(label, code);
            if (!first) {
                code.add(probe("union", "(II)I"));
            }
            first = false;
        }
    }

    /** The uppermost values become one. */
    void combine(int count) {
        int[] labels = stack.pop(count);
        Set<Integer> distinct = new TreeSet<>();
        for (int label : labels) {
            distinct.add(label);
        }
        distinct.remove(NONE);
        if (distinct.size() < 2) {
            stack.push(distinct.isEmpty() ? NONE : distinct.iterator().next());
        } else {
            union(labels, before);
            result(before);
        }
    }

    /** A label is on the stack: that of a new value. */
    void result(InsnList code) {
        int slot = stack.free();
        code.add(new VarInsnNode(Opcodes.ISTORE, slot));
        stack.push(slot);
    }

    private void translate(AbstractInsnNode insn, Frame<BasicValue> frame) {
        before = new InsnList();
        after = new InsnList();
        int opcode = insn.getOpcode();
        if (passed != null) {
            // Frames name a new object by the label right before its instruction, so nothing goes between.
            useConditions(opcode == Opcodes.NEW ? after : before);
        }
        sites.before(insn);
        if (opcode <= Opcodes.LDC) {
            if (opcode != Opcodes.NOP) {
                stack.push(NONE);
            }
        } else if (opcode <= Opcodes.ALOAD) {
            stack.push(shadow(((VarInsnNode) insn).var));
        } else if (opcode <= Opcodes.SALOAD) {
            int[] operands = stack.pop(2);
            before.add(new InsnNode(Opcodes.DUP2));
            union(operands, before);
            before.add(probe("element", "(Ljava/lang/Object;II)I"));
            result(before);
        } else if (opcode <= Opcodes.ASTORE) {
            int local = shadow(((VarInsnNode) insn).var);
            int label = stack.pop();
            stack.vacate(local, before);
            ShadowStack.move(label, local, before);
        } else if (opcode <= Opcodes.SASTORE) {
            storeElement(opcode);
        } else if (opcode <= Opcodes.SWAP) {
            StackInstructions.apply(opcode, stack, frame);
        } else if (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG || opcode >= Opcodes.I2L && opcode <= Opcodes.I2S || opcode == Opcodes.IINC) {
            // The label stays where it is.
        } else if (opcode <= Opcodes.DCMPG) {
            combine(2);
        } else {
            translateOther(insn, opcode, frame);
        }
    }

    private void translateOther(AbstractInsnNode insn, int opcode, Frame<BasicValue> frame) {
        switch (opcode) {
            case Opcodes.IFEQ, Opcodes.IFNE, Opcodes.IFLT, Opcodes.IFGE, Opcodes.IFGT, Opcodes.IFLE, Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH -> branch(insn, stack.pop(1));
            case Opcodes.GOTO -> stack.settle(before);
            case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN, Opcodes.ARETURN, Opcodes.RETURN -> exit(insn, frame);
            case Opcodes.GETSTATIC -> getStatic((FieldInsnNode) insn);
            case Opcodes.PUTSTATIC -> putStatic((FieldInsnNode) insn);
            case Opcodes.GETFIELD -> getField((FieldInsnNode) insn);
            case Opcodes.PUTFIELD -> putField((FieldInsnNode) insn, frame);
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC, Opcodes.INVOKEINTERFACE -> calls.translate((MethodInsnNode) insn, frame);
            case Opcodes.INVOKEDYNAMIC -> calls.translate((InvokeDynamicInsnNode) insn);
            case Opcodes.NEW -> stack.push(NONE);
            case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> newArray(1);
            case Opcodes.MULTIANEWARRAY -> newArray(((MultiANewArrayInsnNode) insn).dims);
            case Opcodes.ARRAYLENGTH -> {
                before.add(new InsnNode(Opcodes.DUP));
                ShadowStack.load(stack.pop(), before);
                before.add(probe("length", "(Ljava/lang/Object;I)I"));
                result(before);
            }
            case Opcodes.ATHROW -> {
                int label = stack.pop();
                if (label != NONE) {
                    before.add(new InsnNode(Opcodes.DUP));
                    ShadowStack.load(label, before);
                    before.add(probe("addContents", "(Ljava/lang/Object;I)V"));
                }
            }
            case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> stack.pop();
            case Opcodes.CHECKCAST, Opcodes.INSTANCEOF -> {
                // The label stays where it is.
            }
            // Comparing jumps are all that is left.
            default -> branch(insn, stack.pop(2));
        }
    }

    private void branch(AbstractInsnNode insn, int[] operands) {
        LabelNode meeting = conditions.meeting(insn);
        if (meeting != null) {
            int slot = firstCondition + meetings.get(meeting);
            assigned.add(slot);
            union(conditions.isFirst(insn) ? operands : and(operands, slot), before);
            before.add(new VarInsnNode(Opcodes.ISTORE, slot));
        }
        stack.settle(before);
    }

    private static int[] and(int[] labels, int another) {
        int[] all = java.util.Arrays.copyOf(labels, labels.length + 1);
        all[labels.length] = another;
        return all;
    }

    /** The value on top is complete: it uses its conditions. */
    private void useConditions(InsnList code) {
        int value = stack.peek(0);
        union(new int[] {value, firstCondition + meetings.get(passed)}, code);
        code.add(new VarInsnNode(Opcodes.ISTORE, value));
        passed = null;
    }

    private void newArray(int dimensions) {
        int[] lengths = stack.pop(dimensions);
        stack.push(NONE);
        for (int length : lengths) {
            if (length != NONE) {
                after.add(new InsnNode(Opcodes.DUP));
                union(lengths, after);
                after.add(probe("setLength", "(Ljava/lang/Object;I)V"));
                return;
            }
        }
    }

    private void storeElement(int opcode) {
        int[] operands = stack.pop(3);
        char sort = "IJFDLIII".charAt(opcode - Opcodes.IASTORE);
        int load = Bytecode.load(sort == 'L' ? "Ljava/lang/Object;" : String.valueOf(sort));
        scratchUsed = Math.max(scratchUsed, 2);
        before.add(new VarInsnNode(load + Opcodes.ISTORE - Opcodes.ILOAD, scratch));
        before.add(new InsnNode(Opcodes.DUP2));
        union(operands, before);
        before.add(probe("setElement", "(Ljava/lang/Object;II)V"));
        before.add(new VarInsnNode(load, scratch));
    }

    private void getStatic(FieldInsnNode field) {
        if (!plan.tracks(field.owner)) {
            stack.push(NONE);
            return;
        }
        // Afterwards: reading it may have initialized the class.
        after.add(Bytecode.push(Names.staticField(field.owner, field.name, field.desc)));
        after.add(probe("staticField", "(I)I"));
        result(after);
    }

    private void putStatic(FieldInsnNode field) {
        int label = stack.pop();
        if (plan.tracks(field.owner)) {
            before.add(Bytecode.push(Names.staticField(field.owner, field.name, field.desc)));
            ShadowStack.load(label, before);
            before.add(probe("setStaticField", "(II)V"));
        }
    }

    private void getField(FieldInsnNode field) {
        before.add(new InsnNode(Opcodes.DUP));
        before.add(Bytecode.push(Names.field(field.name, field.desc)));
        ShadowStack.load(stack.pop(), before);
        before.add(probe("field", "(Ljava/lang/Object;II)I"));
        result(before);
    }

    private void putField(FieldInsnNode field, Frame<BasicValue> frame) {
        int number = Names.field(field.name, field.desc);
        boolean waits = isUninitialized(frame, 1);
        int[] operands = stack.pop(2);
        if (waits) {
            int slot = firstWaiting + waiting.size();
            waiting.put(slot, number);
            assigned.add(slot);
            union(operands, before);
            before.add(new VarInsnNode(Opcodes.ISTORE, slot));
            return;
        }
        Type type = Type.getType(field.desc);
        if (type.getSize() == 1) {
            before.add(new InsnNode(Opcodes.DUP2));
            before.add(new InsnNode(Opcodes.POP));
        } else {
            scratchUsed = Math.max(scratchUsed, 2);
            before.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), scratch));
            before.add(new InsnNode(Opcodes.DUP));
        }
        before.add(Bytecode.push(number));
        union(operands, before);
        before.add(probe("setField", "(Ljava/lang/Object;II)V"));
        if (type.getSize() == 2) {
            before.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), scratch));
        }
    }

    /** The constructor of this or of the superclass has returned: labels that waited find their object. */
    void deliverWaiting() {
        waiting.forEach((slot, field) -> {
            after.add(new VarInsnNode(Opcodes.ALOAD, 0));
            after.add(Bytecode.push(field));
            ShadowStack.load(slot, after);
            after.add(probe("setField", "(Ljava/lang/Object;II)V"));
        });
    }
}
