package dev.oraculum.kinds.coverage;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.coverage.CoveragePlan.Point;
import dev.oraculum.kinds.coverage.CoveragePlan.PointKind;
import dev.oraculum.kinds.coverage.CoveragePoints.Found;
import dev.oraculum.runtime.Infections.Operator;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where a mutant of one instruction may make another state, and the probes that tell whether it would (weak mutation; Howden, TSE 1982):
 * for the operators of PIT's default mutators. An instruction that every test infects which comes to it has no point: x + 1 is never
 * x - 1, and what returns a constant returns it always.
 */
final class InfectionPoints {
    private static final String INFECTIONS = "dev/oraculum/runtime/Infections";
    /** The JVM compiles no method of more than 8000 bytes; of so many instructions, coverage's probes may bring one near to that. */
    private static final int MOST_INSTRUCTIONS = 1200;
    /** By opcode from that of the addition, four types in turn; then two types in turn. */
    private static final List<Operator> ARITHMETIC = List.of(
            Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER, Operator.NEGATE);
    private static final List<Operator> BITS = List.of(
            Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT, Operator.SHIFT_RIGHT_UNSIGNED, Operator.AND, Operator.OR, Operator.XOR);

    private static final List<Operator> SHIFTS = BITS.subList(0, 3);

    private InfectionPoints() {}

    static List<Found> find(MethodNode method) {
        List<Found> found = new ArrayList<>();
        int line = -1;
        int count = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                line = number.line;
            } else if (insn.getOpcode() >= 0) {
                count++;
                Point point = point(method, insn, line);
                if (point != null) {
                    found.add(new Found(point, List.of(insn)));
                }
            }
        }
        return count > MOST_INSTRUCTIONS ? List.of() : found;
    }

    private static Point point(MethodNode method, AbstractInsnNode insn, int line) {
        int opcode = insn.getOpcode();
        if (isOrdered(opcode)) {
            return new Point(PointKind.BOUNDARY, line);
        }
        Operator operator = operator(opcode);
        AbstractInsnNode before = CoverageWeaving.straightBefore(insn);
        if (operator != null) {
            boolean always = (operator == Operator.ADD || operator == Operator.SUBTRACT) && isConstant(before) && !isZero(before);
            return always ? null : new Point(PointKind.ARITHMETIC, line);
        }
        if (opcode < Opcodes.IRETURN || opcode > Opcodes.ARETURN || isConstant(before) || isNew(before)) {
            return null;
        }
        return new Point(PointKind.RETURNED, line, Type.getReturnType(method.desc) == Type.BOOLEAN_TYPE ? 2 : 1, List.of(), List.of());
    }

    private static boolean isOrdered(int opcode) {
        return opcode >= Opcodes.IFLT && opcode <= Opcodes.IFLE || opcode >= Opcodes.IF_ICMPLT && opcode <= Opcodes.IF_ICMPLE;
    }

    /** Null: it is none. */
    private static Operator operator(int opcode) {
        if (opcode >= Opcodes.IADD && opcode <= Opcodes.DNEG) {
            return ARITHMETIC.get((opcode - Opcodes.IADD) / 4);
        }
        return opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR ? BITS.get((opcode - Opcodes.ISHL) / 2) : null;
    }

    /** I, J, F or D: what an operator works on. */
    private static char operand(int opcode) {
        return opcode <= Opcodes.DNEG ? "IJFD".charAt((opcode - Opcodes.IADD) % 4) : "IJ".charAt((opcode - Opcodes.ISHL) % 2);
    }

    private static boolean isConstant(AbstractInsnNode insn) {
        return insn != null && insn.getOpcode() >= Opcodes.ACONST_NULL && insn.getOpcode() <= Opcodes.LDC;
    }

    private static boolean isZero(AbstractInsnNode constant) {
        int opcode = constant.getOpcode();
        return opcode == Opcodes.ICONST_0 || opcode == Opcodes.LCONST_0 || opcode == Opcodes.FCONST_0 || opcode == Opcodes.DCONST_0
                || constant instanceof LdcInsnNode load && !(load.cst instanceof Number);
    }

    private static boolean isNew(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call && call.name.equals("<init>");
    }

    // ---- probes -----------------------------------------------------------------------------------------------------

    /** @param goal the first one */
    static void weave(MethodNode method, List<Found> found, int goal) {
        // Two operands of two words can be copied by way of a variable only; it is read where it was written.
        int scratch = method.maxLocals;
        int next = goal;
        for (Found one : found) {
            AbstractInsnNode insn = one.instructions().get(0);
            switch (one.point().kind()) {
                case BOUNDARY -> boundary(method, insn, next, scratch);
                case ARITHMETIC -> arithmetic(method, insn, next, scratch);
                default -> returned(method, insn, next);
            }
            next += one.point().goals();
        }
        if (!found.isEmpty()) {
            method.maxLocals += 2;
        }
    }

    private static void boundary(MethodNode method, AbstractInsnNode jump, int goal, int scratch) {
        AbstractInsnNode before = CoverageWeaving.straightBefore(jump);
        InsnList code = new InsnList();
        if (jump.getOpcode() >= Opcodes.IF_ICMPLT) {
            code.add(new InsnNode(Opcodes.DUP2));
            probe(code, "boundary", "II", goal);
        } else if (before != null && before.getOpcode() >= Opcodes.LCMP && before.getOpcode() <= Opcodes.DCMPG) {
            char operand = before.getOpcode() == Opcodes.LCMP ? 'J' : before.getOpcode() <= Opcodes.FCMPG ? 'F' : 'D';
            copyTwo(code, operand, operand, scratch);
            probe(code, "boundary", "" + operand + operand, goal);
            restore(code, operand, operand, scratch);
            method.instructions.insertBefore(before, code);
            return;
        } else {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new InsnNode(Opcodes.ICONST_0));
            probe(code, "boundary", "II", goal);
        }
        method.instructions.insertBefore(jump, code);
    }

    private static void arithmetic(MethodNode method, AbstractInsnNode insn, int goal, int scratch) {
        Operator operator = operator(insn.getOpcode());
        char left = operand(insn.getOpcode());
        InsnList code = new InsnList();
        if (operator == Operator.NEGATE) {
            code.add(new InsnNode(isWide(left) ? Opcodes.DUP2 : Opcodes.DUP));
            probe(code, "negated", String.valueOf(left), goal);
        } else {
            char right = SHIFTS.contains(operator) ? 'I' : left;
            copyTwo(code, left, right, scratch);
            code.add(Bytecode.push(operator.ordinal()));
            probe(code, "replaced", "" + left + right + 'I', goal);
            restore(code, left, right, scratch);
        }
        method.instructions.insertBefore(insn, code);
    }

    private static void returned(MethodNode method, AbstractInsnNode insn, int goal) {
        Type type = Type.getReturnType(method.desc);
        InsnList code = new InsnList();
        code.add(new InsnNode(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP));
        boolean object = insn.getOpcode() == Opcodes.ARETURN;
        String operand = object ? "Ljava/lang/Object;" : type == Type.BOOLEAN_TYPE ? "Z"
                : String.valueOf("IJFD".charAt(insn.getOpcode() - Opcodes.IRETURN));
        probe(code, "returned", operand, goal);
        method.instructions.insertBefore(insn, code);
    }

    private static boolean isWide(char operand) {
        return operand == 'J' || operand == 'D';
    }

    /** Two operands are on the stack, and again on top of these; of two words, the second is in a variable in place of the lower copy. */
    private static void copyTwo(InsnList code, char left, char right, int scratch) {
        if (isWide(left)) {
            code.add(new VarInsnNode(Type.getType(String.valueOf(right)).getOpcode(Opcodes.ISTORE), scratch));
            code.add(new InsnNode(Opcodes.DUP2));
            code.add(new VarInsnNode(Type.getType(String.valueOf(right)).getOpcode(Opcodes.ILOAD), scratch));
        } else {
            code.add(new InsnNode(Opcodes.DUP2));
        }
    }

    /** Puts back what is in a variable. */
    private static void restore(InsnList code, char left, char right, int scratch) {
        if (isWide(left)) {
            code.add(new VarInsnNode(Type.getType(String.valueOf(right)).getOpcode(Opcodes.ILOAD), scratch));
        }
    }

    private static void probe(InsnList code, String name, String operands, int goal) {
        code.add(Bytecode.push(goal));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INFECTIONS, name, "(" + operands + "I)V", false));
    }
}
