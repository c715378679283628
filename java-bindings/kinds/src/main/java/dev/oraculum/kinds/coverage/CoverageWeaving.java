package dev.oraculum.kinds.coverage;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.kinds.coverage.CoveragePlan.Point;
import dev.oraculum.kinds.coverage.CoveragePlan.PointKind;
import dev.oraculum.runtime.Coverage.TextComparison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves the recording of coverage: a probe at a method's entry, at each handler, wherever a line begins or is jumped into, and one that
 * gets the operands of each conditional jump and switch. A comparison of longs, floats or doubles right before its jump is made by the
 * probe; of texts that are compared right before it, another gets the operands. {@link TextProbes} gets them where any texts are compared,
 * also in other code of the program. Where the plan has infections, {@link InfectionPoints} has their probes. Stack map frames stay as
 * they are. A method of a mutant that has other goals than the original's is left as it is; one that has other infections goes without
 * these.
 */
final class CoverageWeaving implements Weaving {
    private static final String COVERAGE = "dev/oraculum/runtime/Coverage";

    /**
     * A method of the plan.
     *
     * @param firstGoal number of its first goal
     * @param firstSwitch number of its first switch
     */
    private record Planned(List<Point> points, int firstGoal, int firstSwitch) {}

    private final Set<String> classes = new HashSet<>();
    private final Map<String, Planned> methods = new HashMap<>();

    CoverageWeaving(CoveragePlan plan) {
        int goal = 0;
        int switches = 0;
        for (CoveragePlan.Method method : plan.methods()) {
            classes.add(method.className());
            methods.put(Bytecode.key(method.className(), method.name(), method.descriptor()), new Planned(method.points(), goal, switches));
            goal += method.goals();
            switches += (int) method.points().stream().filter(point -> point.kind() == PointKind.SWITCH).count();
        }
    }

    @Override
    public boolean concerns(String className) {
        return classes.contains(className);
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return methods.containsKey(Bytecode.key(owner.name, methodName, descriptor));
    }

    @Override
    public void weaveBeside(ClassNode owner, MethodNode method) {
        if (!concerns(owner, method.name, method.desc)) {
            TextProbes.weave(method, TextProbes.comparisons(method), "comparedByOthers");
        }
        TextProbes.weave(method, TextProbes.questions(method), "asked");
    }

    @Override
    public boolean skipsInitializers() {
        return true;
    }

    @Override
    public String loss() {
        return "so none of its coverage can be recorded";
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        Planned planned = methods.get(Bytecode.key(owner.name, method.name, method.desc));
        if (planned == null) {
            return NOTHING;
        }
        List<CoveragePoints.Found> found = CoveragePoints.find(method);
        int coverage = (int) planned.points().stream().filter(point -> !point.kind().infects()).count();
        if (!isLike(planned.points().subList(0, coverage), found)) {
            return NOTHING;
        }
        List<Point> infections = planned.points().subList(coverage, planned.points().size());
        List<CoveragePoints.Found> infecting = infections.isEmpty() ? List.of() : InfectionPoints.find(method);
        boolean infects = isLike(infections, infecting);
        int firstInfection = planned.firstGoal() + planned.points().subList(0, coverage).stream().mapToInt(Point::goals).sum();
        List<AbstractInsnNode> comparisons = TextProbes.comparisons(method);
        return () -> {
            TextProbes.weave(method, comparisons, "compared");
            if (infects) {
                // Before the others, which replace comparisons.
                InfectionPoints.weave(method, infecting, firstInfection);
            }
            weave(method, found, planned);
        };
    }

    private static boolean isLike(List<Point> planned, List<CoveragePoints.Found> found) {
        for (int i = 0; i < planned.size() && i < found.size(); i++) {
            if (!planned.get(i).isLike(found.get(i).point())) {
                return false;
            }
        }
        return planned.size() == found.size();
    }

    private static void weave(MethodNode method, List<CoveragePoints.Found> found, Planned planned) {
        int goal = planned.firstGoal();
        int number = planned.firstSwitch();
        int entry = goal;
        List<AbstractInsnNode> replaced = new ArrayList<>();
        for (CoveragePoints.Found one : found) {
            for (AbstractInsnNode insn : one.instructions()) {
                switch (one.point().kind()) {
                    case JUMP -> jump(method, insn, goal, replaced);
                    case SWITCH -> {
                        InsnList code = new InsnList();
                        code.add(new InsnNode(Opcodes.DUP));
                        code.add(Bytecode.push(number++));
                        code.add(probe("choose", "(II)V"));
                        method.instructions.insertBefore(insn, code);
                    }
                    default -> Bytecode.insertBefore(method, insn, reached("reached", goal));
                }
            }
            goal += one.point().goals();
        }
        method.instructions.insert(reached("entered", entry));
        // Only now: other probes stand before them.
        replaced.forEach(method.instructions::remove);
    }

    private static InsnList reached(String probe, int goal) {
        InsnList code = new InsnList();
        code.add(Bytecode.push(goal));
        code.add(probe(probe, "(I)V"));
        return code;
    }

    private static void jump(MethodNode method, AbstractInsnNode jump, int goal, List<AbstractInsnNode> replaced) {
        int opcode = jump.getOpcode();
        AbstractInsnNode before = straightBefore(jump);
        InsnList code = new InsnList();
        if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
            code.add(new InsnNode(Opcodes.DUP2));
            compare(code, "IIII", "V", opcode - Opcodes.IF_ICMPEQ, goal);
        } else if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
            code.add(new InsnNode(Opcodes.DUP2));
            compare(code, "Ljava/lang/Object;Ljava/lang/Object;II", "V", opcode - Opcodes.IF_ACMPEQ, goal);
        } else if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new InsnNode(Opcodes.ACONST_NULL));
            compare(code, "Ljava/lang/Object;Ljava/lang/Object;II", "V", opcode - Opcodes.IFNULL, goal);
        } else if (before != null && before.getOpcode() >= Opcodes.LCMP && before.getOpcode() <= Opcodes.DCMPG) {
            wide(method, before, opcode - Opcodes.IFEQ, goal);
            replaced.add(before);
            return;
        } else if (isBoolean(before)) {
            if (before instanceof MethodInsnNode call && textComparison(call) != null) {
                texts(method, call, textComparison(call), opcode == Opcodes.IFEQ ? goal + 1 : goal);
            }
            code.add(new InsnNode(Opcodes.DUP));
            compare(code, "ZII", "V", opcode - Opcodes.IFEQ, goal);
        } else {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(Bytecode.push(0));
            compare(code, "IIII", "V", opcode - Opcodes.IFEQ, goal);
        }
        method.instructions.insertBefore(jump, code);
    }

    /** What a call of two operands compares texts for, if its result is a boolean; null: it does something else. */
    private static TextComparison textComparison(MethodInsnNode call) {
        if (!call.desc.endsWith(")Z") || !TextProbes.comparesTexts(call)) {
            return null;
        }
        return switch (call.name) {
            case "equals", "contentEquals" -> TextComparison.EQUAL;
            case "equalsIgnoreCase" -> TextComparison.EQUAL_IGNORING_CASE;
            case "startsWith" -> TextComparison.START;
            case "endsWith" -> TextComparison.END;
            case "contains" -> TextComparison.PART;
            default -> null;
        };
    }

    private static void texts(MethodNode method, MethodInsnNode call, TextComparison comparison, int goal) {
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.DUP2));
        code.add(Bytecode.push(comparison.ordinal()));
        code.add(Bytecode.push(goal));
        code.add(probe("texts", "(Ljava/lang/Object;Ljava/lang/Object;II)V"));
        method.instructions.insertBefore(call, code);
    }

    /** The comparison, whose result the jump takes, is made by the probe. */
    private static void wide(MethodNode method, AbstractInsnNode comparison, int relation, int goal) {
        InsnList code = new InsnList();
        switch (comparison.getOpcode()) {
            case Opcodes.LCMP -> compare(code, "JJII", "I", relation, goal);
            case Opcodes.FCMPL, Opcodes.FCMPG -> {
                code.add(Bytecode.push(comparison.getOpcode() == Opcodes.FCMPL ? -1 : 1));
                compare(code, "FFIII", "I", relation, goal);
            }
            default -> {
                code.add(Bytecode.push(comparison.getOpcode() == Opcodes.DCMPL ? -1 : 1));
                compare(code, "DDIII", "I", relation, goal);
            }
        }
        method.instructions.insertBefore(comparison, code);
    }

    private static void compare(InsnList code, String operands, String result, int relation, int goal) {
        code.add(Bytecode.push(relation));
        code.add(Bytecode.push(goal));
        code.add(probe("compare", "(" + operands + ")" + result));
    }

    private static MethodInsnNode probe(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, COVERAGE, name, descriptor, false);
    }

    /** The instruction before, if nothing but debug information stands between: a label could be jumped to. Null: there is none. */
    static AbstractInsnNode straightBefore(AbstractInsnNode insn) {
        AbstractInsnNode before = insn.getPrevious();
        return before != null && before.getOpcode() >= 0 ? before : null;
    }

    /** Whether what an instruction leaves on the stack is a boolean for sure. */
    private static boolean isBoolean(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode call) {
            return call.desc.endsWith(")Z");
        }
        return insn instanceof FieldInsnNode field ? field.desc.equals("Z") : insn != null && insn.getOpcode() == Opcodes.INSTANCEOF;
    }
}
