package dev.oraculum.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * What one method does to objects it did not create, apart from what its callees do.
 *
 * @param impurity why it is impure whatever its arguments are, or null
 * @param written bit i: it writes to a field or element of argument i (the receiver is argument 0 of an instance method)
 * @param calls the calls it makes
 */
record MethodEffects(String impurity, long written, List<Call> calls) {
    /** Arguments from this index on are not told apart. */
    private static final int TRACKED_ARGUMENTS = 64;

    private static final Set<String> HARMLESS_BOOTSTRAPS = Set.of(
            "java/lang/invoke/LambdaMetafactory", "java/lang/runtime/SwitchBootstraps", "java/lang/invoke/ConstantBootstraps");

    /**
     * A call.
     *
     * @param opcode the invoke instruction
     * @param arguments where each argument comes from, the receiver first: an index of the caller's arguments, or
     *     {@link Origin#FRESH} or {@link Origin#OTHER}
     */
    record Call(int opcode, String owner, String name, String descriptor, int[] arguments) {}

    static MethodEffects impure(String why) {
        return new MethodEffects(why, 0, List.of());
    }

    /** Reads the effects off a method's code. */
    static MethodEffects of(String owner, MethodNode method) {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            return impure("takes a monitor");
        }
        Frame<Origin>[] frames;
        try {
            frames = new Analyzer<>(new OriginInterpreter(argumentIndexBySlot(method))).analyze(owner, method);
        } catch (AnalyzerException | RuntimeException e) {
            return impure("cannot be analysed: " + e.getMessage());
        }
        Collector collector = new Collector();
        for (int i = 0; i < frames.length && collector.impurity == null; i++) {
            if (frames[i] != null) {
                collector.visit(method.instructions.get(i), frames[i]);
            }
        }
        return collector.impurity != null
                ? impure(collector.impurity)
                : new MethodEffects(null, collector.written, List.copyOf(collector.calls));
    }

    private static int[] argumentIndexBySlot(MethodNode method) {
        int[] index = new int[method.maxLocals];
        int argument = 0;
        int slot = 0;
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            index[slot++] = argument++;
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            index[slot] = argument < TRACKED_ARGUMENTS ? argument : Origin.OTHER;
            argument++;
            slot += type.getSize();
        }
        return index;
    }

    private static final class Collector {
        private String impurity;
        private long written;
        private final List<Call> calls = new ArrayList<>();

        void visit(AbstractInsnNode insn, Frame<Origin> frame) {
            int top = frame.getStackSize() - 1;
            switch (insn.getOpcode()) {
                case Opcodes.PUTSTATIC -> impurity = "writes the static field " + field(insn);
                case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> impurity = "takes a monitor";
                case Opcodes.PUTFIELD -> write(frame.getStack(top - 1), "the field " + field(insn));
                case Opcodes.IASTORE,
                        Opcodes.LASTORE,
                        Opcodes.FASTORE,
                        Opcodes.DASTORE,
                        Opcodes.AASTORE,
                        Opcodes.BASTORE,
                        Opcodes.CASTORE,
                        Opcodes.SASTORE -> write(frame.getStack(top - 2), "an array element");
                default -> {
                    if (insn instanceof MethodInsnNode call) {
                        call(call, frame);
                    } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
                        dynamic(dynamic);
                    }
                }
            }
        }

        private static String field(AbstractInsnNode insn) {
            FieldInsnNode field = (FieldInsnNode) insn;
            return field.owner.replace('/', '.') + "." + field.name;
        }

        private void write(Origin target, String what) {
            if (target.from() >= 0) {
                written |= 1L << target.from();
            } else if (target.from() == Origin.OTHER) {
                impurity = "writes " + what + " of an object that it did not create";
            }
        }

        private void call(MethodInsnNode call, Frame<Origin> frame) {
            int count = Type.getArgumentTypes(call.desc).length + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
            int[] arguments = new int[count];
            for (int i = 0; i < count; i++) {
                arguments[i] = frame.getStack(frame.getStackSize() - count + i).from();
            }
            calls.add(new Call(call.getOpcode(), call.owner, call.name, call.desc, arguments));
        }

        /** Creating a lambda is harmless; concatenation calls toString of what it joins. */
        private void dynamic(InvokeDynamicInsnNode insn) {
            Handle bootstrap = insn.bsm;
            boolean joins = bootstrap.getOwner().equals("java/lang/invoke/StringConcatFactory");
            if (joins) {
                for (Type type : Type.getArgumentTypes(insn.desc)) {
                    boolean harmless = type.getSort() < Type.ARRAY || type.getDescriptor().equals("Ljava/lang/String;");
                    if (!harmless) {
                        impurity = "makes a string of " + type.getClassName();
                    }
                }
            } else if (!HARMLESS_BOOTSTRAPS.contains(bootstrap.getOwner())) {
                impurity = "uses invokedynamic of " + bootstrap.getOwner().replace('/', '.');
            }
        }
    }
}
