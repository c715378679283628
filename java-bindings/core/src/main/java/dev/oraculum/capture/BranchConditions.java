package dev.oraculum.capture;

import dev.oraculum.bytecode.MethodExits;
import dev.oraculum.facts.ResolvedMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * What the code of a method asks before it goes one way or the other, in the words of its states: {@code x > 0}, {@code this.size ==
 * this.elements.length}; as far as the operands are parameters, fields, lengths, calls without arguments, and constants.
 *
 * <p>They are only proposed: whoever uses them holds them against what was seen. So it does not matter that a field may have been written
 * before it was asked about, nor which way of a jump a relation stands for.
 */
final class BranchConditions {
    /** Of a class with large tables the first. */
    private static final int MAX = 64;
    /** Keys of a switch, each a condition of its own. */
    private static final int MAX_KEYS = 16;
    /** Of a chain of fields and calls, or of copies from one local variable to another. */
    private static final int MAX_DEPTH = 6;
    /** Methods with more instructions are not looked into. */
    private static final int MAX_INSTRUCTIONS = 20_000;

    private final MethodNode method;
    private final Frame<SourceValue>[] frames;
    private final Map<Integer, String> parameters;
    private final Set<String> found;

    private BranchConditions(MethodNode method, Frame<SourceValue>[] frames, Map<Integer, String> parameters, Set<String> found) {
        this.method = method;
        this.frames = frames;
        this.parameters = parameters;
        this.found = found;
    }

    /** Those of the method, and then what the other methods of its class ask about its fields. */
    static List<String> of(ResolvedMethod method, MethodVariables names) {
        ClassNode owner = new ClassNode();
        new ClassReader(method.classFile()).accept(owner, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        Map<Integer, String> parameters = new TreeMap<>();
        names.parameters().forEach(parameter -> parameters.put(parameter.slot(), parameter.name()));
        Set<String> conditions = new LinkedHashSet<>();
        for (MethodNode each : owner.methods) {
            if (each.name.equals(method.name()) && each.desc.equals(method.descriptor())) {
                collect(owner, each, parameters, conditions);
            }
        }
        if (!method.isStatic()) {
            for (MethodNode each : owner.methods) {
                boolean isThis = each.name.equals(method.name()) && each.desc.equals(method.descriptor());
                if (!isThis && (each.access & Opcodes.ACC_STATIC) == 0) {
                    collect(owner, each, Map.of(), conditions);
                }
            }
        }
        return conditions.stream().limit(MAX).toList();
    }

    private static void collect(ClassNode owner, MethodNode method, Map<Integer, String> parameters, Set<String> found) {
        if (method.instructions.size() == 0 || method.instructions.size() > MAX_INSTRUCTIONS) {
            return;
        }
        try {
            Frame<SourceValue>[] frames = new Analyzer<>(new SourceInterpreter()).analyze(owner.name, method);
            new BranchConditions(method, frames, parameters, found).collect();
        } catch (AnalyzerException | RuntimeException e) {
            // Code that makes no sense, or subroutines: nothing is proposed.
        }
    }

    private void collect() {
        for (AbstractInsnNode instruction : method.instructions) {
            Frame<SourceValue> frame = frames[method.instructions.indexOf(instruction)];
            if (frame == null) {
                continue;
            }
            int opcode = instruction.getOpcode();
            if (instruction instanceof TableSwitchInsnNode table) {
                for (int key = table.min; key <= table.max && key - table.min < MAX_KEYS; key++) {
                    add(top(frame, 0, 0), "==", String.valueOf(key));
                }
            } else if (instruction instanceof LookupSwitchInsnNode lookup) {
                lookup.keys.stream().limit(MAX_KEYS).forEach(key -> add(top(frame, 0, 0), "==", String.valueOf(key)));
            } else if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE) {
                withZero(frame, relation(opcode - Opcodes.IFEQ));
            } else if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
                add(top(frame, 1, 0), relation(opcode - Opcodes.IF_ICMPEQ), top(frame, 0, 0));
            } else if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
                add(top(frame, 1, 0), "==", top(frame, 0, 0));
            } else if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
                add(top(frame, 0, 0), "==", "null");
            }
        }
    }

    /** The relation of a jump, or its negation: the opcodes are in the order eq, ne, lt, ge, gt, le. */
    private static String relation(int place) {
        return place < 2 ? "==" : place < 4 ? "<" : ">";
    }

    /** A jump on what a comparison of longs or reals gave, or on a value as it is. */
    private void withZero(Frame<SourceValue> frame, String relation) {
        AbstractInsnNode producer = producer(frame, 0);
        int opcode = producer == null ? -1 : producer.getOpcode();
        if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
            Frame<SourceValue> compared = frames[method.instructions.indexOf(producer)];
            add(top(compared, 1, 0), relation, top(compared, 0, 0));
        } else {
            add(top(frame, 0, 0), relation, "0");
        }
    }

    private void add(String left, String relation, String right) {
        if (left == null || right == null || isConstant(left) && isConstant(right)) {
            return;
        }
        boolean mirrored = isConstant(left);
        String turned = mirrored ? relation.equals("<") ? ">" : relation.equals(">") ? "<" : relation : relation;
        found.add(mirrored ? right + " " + turned + " " + left : left + " " + relation + " " + right);
    }

    private static boolean isConstant(String operand) {
        char first = operand.charAt(0);
        return first == '-' || Character.isDigit(first) || operand.equals("null");
    }

    /** The only instruction that the value so deep in the stack comes from; null: there are several. */
    private static AbstractInsnNode producer(Frame<SourceValue> frame, int depth) {
        SourceValue value = frame.getStack(frame.getStackSize() - 1 - depth);
        return value.insns.size() == 1 ? value.insns.iterator().next() : null;
    }

    private String top(Frame<SourceValue> frame, int place, int depth) {
        AbstractInsnNode producer = producer(frame, place);
        return producer == null || depth > MAX_DEPTH ? null : operand(producer, depth);
    }

    /** What an instruction leaves on the stack, or in a local variable; null: there are no words for it. */
    private String operand(AbstractInsnNode producer, int depth) {
        Frame<SourceValue> frame = frames[method.instructions.indexOf(producer)];
        int opcode = producer.getOpcode();
        if (producer instanceof VarInsnNode local) {
            if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
                return top(frame, 0, depth + 1);
            }
            SourceValue held = frame.getLocal(local.var);
            if (held.insns.isEmpty()) {
                return local.var == 0 && (method.access & Opcodes.ACC_STATIC) == 0 ? "this" : parameters.get(local.var);
            }
            boolean once = held.insns.size() == 1 && depth < MAX_DEPTH;
            return once ? operand(held.insns.iterator().next(), depth + 1) : null;
        }
        if (producer instanceof FieldInsnNode field && opcode == Opcodes.GETFIELD) {
            return member(top(frame, 0, depth + 1), field.name, "");
        }
        if (producer instanceof MethodInsnNode call && opcode != Opcodes.INVOKESTATIC && call.desc.startsWith("()")) {
            return Type.getReturnType(call.desc).getSort() < Type.ARRAY ? member(top(frame, 0, depth + 1), call.name, "()") : null;
        }
        return switch (opcode) {
            case Opcodes.ARRAYLENGTH -> member(top(frame, 0, depth + 1), "length", "");
            case Opcodes.ACONST_NULL -> "null";
            // As wide as it gets, and the same number.
            case Opcodes.I2L, Opcodes.F2D, Opcodes.CHECKCAST -> top(frame, 0, depth + 1);
            default -> constant(producer);
        };
    }

    private static String member(String of, String name, String call) {
        boolean plain = of != null && !isConstant(of) && name.indexOf(' ') < 0;
        return plain ? of + "." + name + call : null;
    }

    private static String constant(AbstractInsnNode producer) {
        int opcode = producer.getOpcode();
        if (producer instanceof LdcInsnNode constant && constant.cst instanceof Number number) {
            return text(number);
        }
        if (producer instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY) {
            return String.valueOf(push.operand);
        }
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return String.valueOf(opcode - Opcodes.ICONST_0);
        }
        if (opcode >= Opcodes.LCONST_0 && opcode <= Opcodes.LCONST_1) {
            return String.valueOf(opcode - Opcodes.LCONST_0);
        }
        if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return text((double) (opcode - Opcodes.FCONST_0));
        }
        return opcode >= Opcodes.DCONST_0 && opcode <= Opcodes.DCONST_1 ? text((double) (opcode - Opcodes.DCONST_0)) : null;
    }

    private static String text(Number number) {
        if (number instanceof Float || number instanceof Double) {
            return Double.isFinite(number.doubleValue()) ? String.valueOf(number.doubleValue()) : null;
        }
        return number.toString();
    }

    /** The lines of the method's return instructions, in the order of the code; 0: not known, or never reached. */
    static List<Integer> exitLines(int returns, List<MethodExits.Exit> exits) {
        List<Integer> lines = new ArrayList<>(Collections.nCopies(returns, 0));
        exits.forEach(exit -> lines.set(exit.ordinal(), Math.max(0, exit.line())));
        return lines;
    }
}
