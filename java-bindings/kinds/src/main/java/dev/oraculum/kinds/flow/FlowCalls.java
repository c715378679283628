package dev.oraculum.kinds.flow;

import static dev.oraculum.kinds.flow.FlowWeaving.probe;
import static dev.oraculum.kinds.flow.ShadowStack.NONE;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.runtime.FlowPlan.Form;
import dev.oraculum.runtime.FlowPlan.Site;
import dev.oraculum.runtime.flow.Names;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Weaves the labels of calls: before a call the labels of its operands, and the operands themselves where untracked code may keep or change
 * what they hold; after it the label of its result.
 */
final class FlowCalls {
    static final String CALLS = "Ldev/oraculum/runtime/flow/Calls;";

    private final FlowMethod method;
    private final FlowSites sites;
    private final FlowInstructions instructions;

    FlowCalls(FlowMethod method, FlowSites sites, FlowInstructions instructions) {
        this.method = method;
        this.sites = sites;
        this.instructions = instructions;
    }

    /** A call: its operands below the top of the stack, and the slots of scratch they wait in. */
    private final class Operands {
        private final boolean receiver;
        private final Type[] types;
        private final int[] slots;
        private int[] labels;

        Operands(String descriptor, boolean receiver) {
            this.receiver = receiver;
            types = Type.getArgumentTypes(descriptor);
            slots = new int[types.length];
            int slot = method.scratch + 1;
            for (int i = 0; i < types.length; i++) {
                slots[i] = slot;
                slot += types[i].getSize();
            }
            method.scratchUsed = Math.max(method.scratchUsed, slot - method.scratch);
        }

        int count() {
            return types.length + first();
        }

        int first() {
            return receiver ? 1 : 0;
        }

        void take() {
            labels = method.stack.pop(count());
        }

        void spill(InsnList code) {
            for (int i = types.length - 1; i >= 0; i--) {
                code.add(new VarInsnNode(types[i].getOpcode(Opcodes.ISTORE), slots[i]));
            }
        }

        void load(int argument, InsnList code) {
            code.add(new VarInsnNode(types[argument].getOpcode(Opcodes.ILOAD), slots[argument]));
        }

        void reload(InsnList code) {
            for (int i = 0; i < types.length; i++) {
                load(i, code);
            }
        }

        /** A slot behind all. */
        int spare() {
            int slot = slots.length == 0 ? method.scratch + 1 : slots[slots.length - 1] + types[slots.length - 1].getSize();
            method.scratchUsed = Math.max(method.scratchUsed, slot + 1 - method.scratch);
            return slot;
        }
    }

    void translate(MethodInsnNode call, Frame<BasicValue> frame) {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        Operands operands = new Operands(call.desc, !isStatic);
        use(call, operands);
        operands.take();
        Type result = Type.getReturnType(call.desc);
        Site site = sites.call(call);
        if (site != null) {
            assertion(site, call, operands, result);
        } else if (call.name.equals("<init>")) {
            constructor(call, operands, frame);
        } else if (call.owner.equals("java/lang/System") && call.name.equals("arraycopy")) {
            arraycopy(operands);
        } else if (UntrackedCalls.clones(call)) {
            copied(operands, operands.spare(), true);
        } else if (UntrackedCalls.copies(call)) {
            copied(operands, operands.slots[0], false);
        } else if (UntrackedCalls.isOfValues(call)) {
            value(operands.labels, result);
        } else {
            boolean untracked = !method.probes.tracks(call.owner);
            int number = Names.method(call.owner, call.name, call.desc, isStatic) | (
                    untracked && UntrackedCalls.isPure(call) ? Names.PURE : 0);
            boolean view = untracked && UntrackedCalls.isView(call) && (!isStatic || UntrackedCalls.holdsContents(operands.types[0]));
            if (view && !isStatic) {
                keepReceiver(operands);
            }
            begin(number, operands, !isStatic, untracked);
            if (view) {
                view(isStatic ? operands.slots[0] : operands.spare());
            }
            if (untracked && UntrackedCalls.assertsOfCode(call)) {
                method.before.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
                method.before.add(probe("collect", "(" + CALLS + ")V"));
            }
            end(number, result);
        }
    }

    /** The result is made of the operands alone. */
    private void value(int[] labels, Type result) {
        for (int label : labels) {
            method.stack.push(label);
        }
        if (result == Type.VOID_TYPE) {
            method.stack.pop(labels.length);
        } else {
            method.combine(labels.length);
        }
    }

    private void begin(int number, Operands operands, boolean handsReceiver, boolean handsArguments) {
        InsnList code = method.before;
        InsnList announcement = new InsnList();
        announcement.add(Bytecode.push(number));
        announcement.add(new VarInsnNode(Opcodes.ILOAD, method.depth));
        announcement.add(probe("begin", "(II)" + CALLS));
        announce(announcement, operands, handsReceiver, handsArguments, code);
    }

    /** Hands over labels and operands after an announcement, which leaves the calls on the stack. */
    private void announce(InsnList announcement, Operands operands, boolean handsReceiver, boolean handsArguments, InsnList code) {
        boolean anyArgument = false;
        for (Type type : operands.types) {
            anyArgument |= handsArguments && UntrackedCalls.holdsContents(type);
        }
        boolean spills = anyArgument || handsReceiver && operands.types.length > 0;
        if (spills) {
            operands.spill(code);
        }
        code.add(announcement);
        code.add(new VarInsnNode(Opcodes.ASTORE, method.scratch));
        labels(operands, code);
        if (handsReceiver) {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
            code.add(probe("receiver", "(Ljava/lang/Object;" + CALLS + ")V"));
        }
        for (int i = 0; anyArgument && i < operands.types.length; i++) {
            if (UntrackedCalls.holdsContents(operands.types[i])) {
                operands.load(i, code);
                code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
                code.add(Bytecode.push(i + operands.first()));
                code.add(probe("operand", "(Ljava/lang/Object;" + CALLS + "I)V"));
            }
        }
        if (spills) {
            operands.reload(code);
        }
    }

    private void labels(Operands operands, InsnList code) {
        for (int i = 0; i < operands.labels.length; i++) {
            if (operands.labels[i] != NONE) {
                code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
                ShadowStack.load(operands.labels[i], code);
                code.add(Bytecode.push(i));
                code.add(probe("label", "(" + CALLS + "II)V"));
            }
        }
    }

    private void end(int number, Type result) {
        InsnList code = method.after;
        code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
        code.add(new VarInsnNode(Opcodes.ILOAD, method.depth));
        code.add(Bytecode.push(number));
        code.add(probe("end", "(" + CALLS + "II)I"));
        store(result, code);
    }

    /** A copy of the receiver, which lies below the arguments. */
    private void keepReceiver(Operands operands) {
        operands.spill(method.before);
        method.before.add(new InsnNode(Opcodes.DUP));
        method.before.add(new VarInsnNode(Opcodes.ASTORE, operands.spare()));
        operands.reload(method.before);
    }

    /** The result, on the stack, is a view of what is in a slot. */
    private void view(int underlying) {
        method.after.add(new InsnNode(Opcodes.DUP));
        method.after.add(new VarInsnNode(Opcodes.ALOAD, underlying));
        method.after.add(probe("view", "(Ljava/lang/Object;Ljava/lang/Object;)V"));
    }

    /** The label of a result is on the stack. */
    private void store(Type result, InsnList code) {
        if (result == Type.VOID_TYPE) {
            code.add(new InsnNode(Opcodes.POP));
        } else {
            method.result(code);
        }
    }

    private void assertion(Site site, MethodInsnNode call, Operands operands, Type result) {
        InsnList announcement = new InsnList();
        announcement.add(Bytecode.push(site.id()));
        announcement.add(Bytecode.push(site.form() == Form.THROWS ? 1 : 0));
        announcement.add(new VarInsnNode(Opcodes.ILOAD, method.depth));
        announcement.add(probe("assertion", "(IZI)" + CALLS));
        announce(announcement, operands, operands.receiver, true, method.before);
        InsnList code = method.after;
        code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
        code.add(new VarInsnNode(Opcodes.ILOAD, method.depth));
        code.add(Bytecode.push(site.id()));
        code.add(probe("endAssertion", "(" + CALLS + "II)I"));
        store(result, code);
    }

    private void constructor(MethodInsnNode call, Operands operands, Frame<BasicValue> frame) {
        int place = frame.getStackSize() - operands.count();
        BasicValue created = frame.getStack(place);
        boolean ofThis = Bytecode.isConstructor(method.method) && frame.getLocal(0) == created;
        if (!call.owner.equals("java/lang/Object")) {
            int number = Names.method(call.owner, call.name, call.desc, false);
            begin(number, operands, false, !method.probes.tracks(call.owner));
            InsnList code = method.after;
            boolean onTop = place > 0 && frame.getStack(place - 1) == created;
            if (onTop && UntrackedCalls.isView(call)) {
                for (int i = 0; i < operands.types.length; i++) {
                    if (UntrackedCalls.holdsContents(operands.types[i])) {
                        view(operands.slots[i]);
                    }
                }
            }
            if (onTop) {
                code.add(new InsnNode(Opcodes.DUP));
            } else {
                code.add(ofThis ? new VarInsnNode(Opcodes.ALOAD, 0) : new InsnNode(Opcodes.ACONST_NULL));
            }
            code.add(new VarInsnNode(Opcodes.ALOAD, method.scratch));
            code.add(new VarInsnNode(Opcodes.ILOAD, method.depth));
            code.add(probe("endNew", "(Ljava/lang/Object;" + CALLS + "I)I"));
            label(created, frame, place, code);
        }
        if (ofThis) {
            instructions.deliverWaiting();
        }
    }

    /** The label of the reference to a new object is on the stack: every place that holds it gets it. */
    private void label(BasicValue created, Frame<BasicValue> frame, int place, InsnList code) {
        int slot = NONE;
        for (int i = 0; i < place; i++) {
            if (frame.getStack(i) == created) {
                slot = slot == NONE ? method.stack.free() : slot;
                method.stack.set(i, slot);
            }
        }
        for (int i = 0; i < frame.getLocals(); i++) {
            if (frame.getLocal(i) == created) {
                code.add(new InsnNode(Opcodes.DUP));
                code.add(new VarInsnNode(Opcodes.ISTORE, method.shadow(i)));
            }
        }
        code.add(slot == NONE ? new InsnNode(Opcodes.POP) : new VarInsnNode(Opcodes.ISTORE, slot));
    }

    private void arraycopy(Operands operands) {
        operands.spill(method.before);
        operands.reload(method.before);
        operands.reload(method.after);
        method.union(operands.labels, method.after);
        method.after.add(probe("arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;III)V"));
    }

    /** A copy of an array or object; the reference to it is labelled as the operands are. */
    private void copied(Operands operands, int original, boolean ofReceiver) {
        if (ofReceiver) {
            method.before.add(new InsnNode(Opcodes.DUP));
            method.before.add(new VarInsnNode(Opcodes.ASTORE, original));
        } else {
            operands.spill(method.before);
            operands.reload(method.before);
        }
        method.after.add(new InsnNode(Opcodes.DUP));
        method.after.add(new VarInsnNode(Opcodes.ALOAD, original));
        if (operands.types.length == 3) {
            operands.load(1, method.after);
        } else {
            method.after.add(Bytecode.push(0));
        }
        method.after.add(probe("copied", "(Ljava/lang/Object;Ljava/lang/Object;I)V"));
        value(operands.labels, Type.INT_TYPE);
    }

    void translate(InvokeDynamicInsnNode call) {
        Operands operands = new Operands(call.desc, false);
        use(call, operands);
        operands.take();
        switch (call.bsm.getOwner()) {
            case "java/lang/invoke/LambdaMetafactory" -> function(operands, (Handle) call.bsmArgs[1]);
            case "java/lang/runtime/ObjectMethods" -> components(operands);
            default -> {
                boolean values = call.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory");
                for (Type type : operands.types) {
                    values &= UntrackedCalls.isValue(type);
                }
                if (values) {
                    value(operands.labels, Type.INT_TYPE);
                } else {
                    begin(Names.PURE, operands, false, true);
                    end(Names.PURE, Type.getReturnType(call.desc));
                }
            }
        }
    }

    private void function(Operands operands, Handle target) {
        boolean tracked = method.probes.tracks(target.getOwner()) && target.getTag() != Opcodes.H_NEWINVOKESPECIAL;
        boolean isStatic = target.getTag() == Opcodes.H_INVOKESTATIC;
        int number = tracked ? Names.method(target.getOwner(), target.getName(), target.getDesc(), isStatic) : 0;
        boolean labelled = false;
        for (int label : operands.labels) {
            labelled |= label != NONE;
        }
        if (labelled) {
            begin(number, operands, false, false);
        }
        method.after.add(new InsnNode(Opcodes.DUP));
        method.after.add(labelled ? new VarInsnNode(Opcodes.ALOAD, method.scratch) : new InsnNode(Opcodes.ACONST_NULL));
        method.after.add(Bytecode.push(number));
        method.after.add(probe("function", "(Ljava/lang/Object;" + CALLS + "I)V"));
        method.stack.push(NONE);
    }

    /** What the compiler leaves to the JVM in records: their methods read all components. */
    private void components(Operands operands) {
        InsnList code = method.before;
        operands.spill(code);
        method.union(operands.labels, code);
        for (int i = 0; i < operands.types.length; i++) {
            if (operands.types[i].getSort() == Type.OBJECT) {
                operands.load(i, code);
                code.add(Bytecode.push(0));
                code.add(probe("used", "(ILjava/lang/Object;I)I"));
            }
        }
        method.result(code);
        operands.reload(code);
    }

    /** A call in a try block whose exception is asserted: that uses the operands. */
    private void use(AbstractInsnNode call, Operands operands) {
        List<FlowSites.Tried> around = sites.around(call);
        if (around.isEmpty()) {
            return;
        }
        InsnList code = method.before;
        boolean constructor = call instanceof MethodInsnNode invocation && invocation.name.equals("<init>");
        operands.spill(code);
        int receiver = operands.spare();
        if (operands.receiver && !constructor) {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new VarInsnNode(Opcodes.ASTORE, receiver));
        }
        for (FlowSites.Tried tried : around) {
            int slot = sites.slot(tried);
            code.add(new VarInsnNode(Opcodes.ILOAD, slot));
            for (int i = constructor ? 1 : 0; i < operands.count(); i++) {
                int argument = i - operands.first();
                if (argument < 0) {
                    code.add(new VarInsnNode(Opcodes.ALOAD, receiver));
                } else if (operands.types[argument].getSort() >= Type.ARRAY) {
                    operands.load(argument, code);
                } else {
                    code.add(new InsnNode(Opcodes.ACONST_NULL));
                }
                ShadowStack.load(method.stack.peek(operands.count() - 1 - i), code);
                code.add(probe("used", "(ILjava/lang/Object;I)I"));
            }
            code.add(new VarInsnNode(Opcodes.ISTORE, slot));
        }
        operands.reload(code);
    }
}
