package dev.oraculum.kinds.states;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.bytecode.LocalTypes;
import dev.oraculum.bytecode.MethodExits;
import dev.oraculum.kinds.Roots;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.StatePlan;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Weaves the recording of states into the method of a plan.
 *
 * <p>The invocation lives in a new local variable behind all others, assigned first thing, so every stack map frame grows
 * by that one entry and nothing else of it changes. In a constructor, too, the entry is recorded first thing, before
 * {@code super(..)}: parameters are as the caller gave them, and {@code this} has no state yet.
 */
final class StateWeaving implements Weaving {
    private final StatePlan plan;
    private final int place;

    /** @param place of the plan in its set */
    StateWeaving(StatePlan plan, int place) {
        this.plan = plan;
        this.place = place;
    }

    @Override
    public boolean concerns(String className) {
        return className.equals(plan.className());
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return owner.name.equals(plan.className()) && methodName.equals(plan.methodName()) && descriptor.equals(plan.descriptor());
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        if (!concerns(owner, method.name, method.desc)) {
            return NOTHING;
        }
        List<MethodExits.Site> sites = MethodExits.sites(owner, method);
        boolean sameReturns = LocalTypes.returns(method).size() == plan.returnInstructions();
        return () -> weave(method, sites, sameReturns);
    }

    private void weave(MethodNode method, List<MethodExits.Site> sites, boolean sameReturns) {
        int invocation = method.maxLocals;
        for (MethodExits.Site site : sites) {
            StatePlan.Exit exit = planned(plan, site.exit(), sameReturns);
            if (exit != null) {
                method.instructions.insertBefore(site.instruction(), exitProbe(plan, site, exit, invocation));
            }
        }
        method.instructions.insert(entryProbe(method, invocation));
        method.maxLocals++;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode frame) {
                Roots.addLocal(frame, invocation);
            }
        }
    }

    private static StatePlan.Exit planned(StatePlan plan, MethodExits.Exit exit, boolean sameReturns) {
        for (StatePlan.Exit planned : plan.exits()) {
            boolean same = sameReturns || exit.line() < 0
                    ? planned.ordinal() == exit.ordinal()
                    : planned.line() == exit.line() && planned.ordinalInLine() == exit.ordinalInLine();
            if (same) {
                return planned;
            }
        }
        return null;
    }

    private InsnList entryProbe(MethodNode method, int invocation) {
        InsnList code = new InsnList();
        code.add(Bytecode.push(place));
        code.add(Bytecode.probe("enterPlanned", "(I)L" + Bytecode.INVOCATION + ";"));
        code.add(new VarInsnNode(Opcodes.ASTORE, invocation));
        for (int i = 0; i < plan.entryRoots().size(); i++) {
            StatePlan.Root root = plan.entryRoots().get(i);
            if (root.kind() == StatePlan.RootKind.THIS && Bytecode.isConstructor(method)) {
                continue;
            }
            code.add(new VarInsnNode(Bytecode.load(root.descriptor()), root.slot()));
            Roots.handOver(code, root.descriptor(), invocation, i);
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, invocation));
        code.add(Bytecode.probe("entered", "(L" + Bytecode.INVOCATION + ";)V"));
        return code;
    }

    private static InsnList exitProbe(
            StatePlan plan, MethodExits.Site site, StatePlan.Exit exit, int invocation) {
        InsnList code = new InsnList();
        for (int i = 0; i < plan.exitRoots().size(); i++) {
            StatePlan.Root root = plan.exitRoots().get(i);
            if (root.kind() == StatePlan.RootKind.RESULT) {
                boolean wide = Type.getType(root.descriptor()).getSize() == 2;
                code.add(new InsnNode(wide ? Opcodes.DUP2 : Opcodes.DUP));
            } else {
                int slot = slot(root, site);
                if (slot < 0) {
                    continue;
                }
                code.add(new VarInsnNode(Bytecode.load(root.descriptor()), slot));
            }
            Roots.handOver(code, root.descriptor(), invocation, i);
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, invocation));
        code.add(Bytecode.push(exit.ordinal()));
        code.add(Bytecode.probe("exit", "(L" + Bytecode.INVOCATION + ";I)V"));
        return code;
    }

    /** The slot a root can be loaded from at an exit, or -1 if it cannot be (a mutant may differ from the original). */
    private static int slot(StatePlan.Root root, MethodExits.Site site) {
        if (root.kind() == StatePlan.RootKind.LOCAL) {
            return site.exit().locals().stream()
                    .filter(local ->
                            local.name().equals(root.name()) && local.descriptor().equals(root.descriptor()))
                    .mapToInt(MethodExits.Local::slot)
                    .findFirst()
                    .orElse(-1);
        }
        char sort = LocalTypes.sort(Type.getType(root.descriptor()));
        return site.slots()[root.slot()] == sort ? root.slot() : -1;
    }
}
