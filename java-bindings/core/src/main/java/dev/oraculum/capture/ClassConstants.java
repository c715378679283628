package dev.oraculum.capture;

import dev.oraculum.api.evidence.Constants;
import dev.oraculum.facts.ResolvedMethod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** The constants that a method's instructions have, then those of the other methods and of the fields of its class. */
final class ClassConstants {
    /** Constants of a kind: a table of a class would drown the others. */
    private static final int MAX = 64;

    private static final int MAX_TEXT = 100;

    private final Set<Long> integers = new LinkedHashSet<>();
    private final Set<Double> reals = new LinkedHashSet<>();
    private final Set<String> texts = new LinkedHashSet<>();

    private ClassConstants() {}

    static Constants of(ResolvedMethod method) {
        ClassNode node = new ClassNode();
        new ClassReader(method.classFile()).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        ClassConstants found = new ClassConstants();
        List<MethodNode> methods = new ArrayList<>(node.methods);
        // A stable sort: the method first, the others as they are.
        methods.sort((a, b) -> Boolean.compare(isThe(method, b), isThe(method, a)));
        List<Integer> ofMethod = List.of(0, 0);
        for (MethodNode each : methods) {
            for (AbstractInsnNode instruction : each.instructions) {
                found.add(instruction);
            }
            if (isThe(method, each)) {
                ofMethod = List.of(Math.min(MAX, found.integers.size()), Math.min(MAX, found.reals.size()));
            }
        }
        for (FieldNode field : node.fields) {
            found.add(field.value);
        }
        return new Constants(
                first(found.integers), first(found.reals), first(found.texts), List.of(), ofMethod, List.of(), List.of());
    }

    private static boolean isThe(ResolvedMethod method, MethodNode candidate) {
        // What is written in its lambdas is written in it.
        return candidate.name.equals(method.name()) && candidate.desc.equals(method.descriptor())
                || candidate.name.startsWith("lambda$" + method.name() + "$");
    }

    private static <T> List<T> first(Set<T> constants) {
        return constants.stream().limit(MAX).toList();
    }

    private void add(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        if (instruction instanceof LdcInsnNode constant) {
            add(constant.cst);
        } else if (instruction instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY) {
            add(push.operand);
        } else if (instruction instanceof IincInsnNode increment) {
            add(increment.incr);
        } else if (instruction instanceof TableSwitchInsnNode table) {
            for (int key = table.min; key <= table.max && key - table.min < MAX; key++) {
                add(key);
            }
        } else if (instruction instanceof LookupSwitchInsnNode lookup) {
            lookup.keys.forEach(this::add);
        } else if (instruction instanceof InvokeDynamicInsnNode call && call.name.equals("makeConcatWithConstants")) {
            // The recipe of a concatenation: constant text between the places of its operands (JDK's StringConcatFactory).
            for (String part : ((String) call.bsmArgs[0]).split("[\1\2]")) {
                add(part);
            }
        } else if (instruction instanceof InsnNode) {
            addShort(opcode);
        }
    }

    /** The instructions that push a constant of their own. */
    private void addShort(int opcode) {
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            add(opcode - Opcodes.ICONST_0);
        } else if (opcode >= Opcodes.LCONST_0 && opcode <= Opcodes.LCONST_1) {
            add(opcode - Opcodes.LCONST_0);
        } else if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            add((double) (opcode - Opcodes.FCONST_0));
        } else if (opcode >= Opcodes.DCONST_0 && opcode <= Opcodes.DCONST_1) {
            add((double) (opcode - Opcodes.DCONST_0));
        }
    }

    private void add(Object constant) {
        if (constant instanceof Integer || constant instanceof Long) {
            integers.add(((Number) constant).longValue());
        } else if (constant instanceof Float || constant instanceof Double) {
            double real = ((Number) constant).doubleValue();
            if (Double.isFinite(real)) {
                reals.add(real);
            }
        } else if (constant instanceof String text && !text.isEmpty() && text.length() <= MAX_TEXT && isUnicode(text)) {
            texts.add(text);
        }
    }

    /** Text with a surrogate that has no partner is no JSON. */
    private static boolean isUnicode(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
