package dev.oraculum.kinds.flow;

import static dev.oraculum.kinds.flow.FlowWeaving.probe;
import static dev.oraculum.kinds.flow.ShadowStack.NONE;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.bytecode.LocalTypes;
import dev.oraculum.runtime.FlowPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Weaves the labels of one method. Its new local variables, ints but for the copies, and all assigned first thing, lie behind its own in
 * this order: the depth at which it was entered, the invocation, the shadows of its local variables, what try blocks have used so far,
 * copies of parameters, labels that wait for a constructor, labels of conditions, the pool of the {@link ShadowStack}. Every stack map
 * frame grows by them. Behind them is scratch for straight-line code, which no frame knows.
 */
final class FlowMethod {
    final FlowWeaving probes;
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

    final int shadows;
    private final int pool;
    private final FlowBounds bounds;
    private final FlowInstructions translation;

    FlowMethod(FlowWeaving probes, ClassNode owner, MethodNode method, int planned, FlowPlan.Method roots, Map<Integer,
            FlowPlan.Site> planSites) throws AnalyzerException {
        this.probes = probes;
        this.owner = owner;
        this.method = method;
        frames = ObjectOrigins.of(owner, method);
        depth = method.maxLocals;
        shadows = depth + 2;
        int firstTry = shadows + method.maxLocals;
        FlowSites sites = new FlowSites(this, planSites, firstTry);
        bounds = new FlowBounds(this, planned, roots, depth + 1, firstTry + sites.slots());
        translation = new FlowInstructions(this, sites, bounds, firstTry + sites.slots() + bounds.slots());
        pool = firstTry + sites.slots() + bounds.slots() + translation.slots();
        stack = new ShadowStack(pool);
        scratch = pool + method.maxStack + 1;
    }

    static boolean isUninitialized(Frame<BasicValue> frame, int fromTop) {
        return frame.getStack(frame.getStackSize() - 1 - fromTop) instanceof ObjectOrigins.Uninitialized;
    }

    void weave() {
        Set<LabelNode> targets = new HashSet<>();
        Set<LabelNode> handlers = new HashSet<>();
        AbstractInsnNode[] instructions = method.instructions.toArray();
        for (AbstractInsnNode insn : instructions) {
            targets.addAll(Bytecode.jumpTargets(insn));
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
                        translation.passes(label);
                    } else {
                        stack.atHandler();
                    }
                }
            } else if (insn.getOpcode() >= 0 && frames[i] != null) {
                if (stack.size() != frames[i].getStackSize()) {
                    throw new IllegalStateException("labels of " + owner.name + "." + method.name + method.desc
                            + " are out of step at instruction " + i);
                }
                before = new InsnList();
                after = new InsnList();
                translation.translate(insn, frames[i]);
                method.instructions.insertBefore(insn, before);
                method.instructions.insert(insn, after);
            }
            flows = frames[i] != null && fallsThrough(insn);
        }
        for (int i = 0; i < stack.used(); i++) {
            assigned.add(pool + i);
        }
        method.instructions.insert(bounds.prologue());
        int end = pool + stack.used();
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

    private void extend(FrameNode frame, int end) {
        List<Object> locals = new ArrayList<>(frame.local);
        int used = locals.stream().mapToInt(type -> LocalTypes.isWide(type) ? 2 : 1).sum();
        for (; used < end; used++) {
            boolean known = used == depth || bounds.isInvocation(used) || assigned.contains(used);
            locals.add(bounds.isCopy(used) ? "java/lang/Object" : known ? Opcodes.INTEGER : Opcodes.TOP);
        }
        frame.local = locals;
    }

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
}
