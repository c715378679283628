package dev.oraculum.mutation;

import dev.oraculum.mutation.CodeGraph.Constant;
import dev.oraculum.mutation.CodeGraph.Kind;
import dev.oraculum.mutation.CodeGraph.Local;
import dev.oraculum.mutation.CodeGraph.Node;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Rules of {@link Simplification} on the operand stack, each for a node and what follows it.
 *
 * <p>Integers of Java are those of 32 or 64 bits, so that their rules hold for all of them. Of reals there is one: to divide by one or
 * minus one is to multiply by it. ({@code x + 0.0} is not {@code x}, nor {@code x - 0.0}: minus zero.)
 */
final class StackRules {
    private static final Constant ZERO = new Constant('I', 0);
    /** Static methods that give an object and do nothing else; boxes are made by {@link #BOXES}. */
    private static final Set<List<Object>> GIVERS = Set.of(
            List.of("java/util/Collections", "emptyList", "()Ljava/util/List;", false),
            List.of("java/util/Collections", "emptySet", "()Ljava/util/Set;", false),
            List.of("java/util/Collections", "emptyMap", "()Ljava/util/Map;", false),
            List.of("java/util/Optional", "empty", "()Ljava/util/Optional;", false));
    private static final Set<String> BOXES = Set.of("Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double");

    private final String className;
    private final boolean hasReceiver;

    /**
     * @param className internal name of the class that the method is of
     * @param hasReceiver it is no static method, and writes nothing into local 0
     */
    StackRules(String className, boolean hasReceiver) {
        this.className = className;
        this.hasReceiver = hasReceiver;
    }

    /** The first node that does something. */
    static Node behindNothing(Node node) {
        Node at = node;
        for (int i = 0; at.kind == Kind.NOTHING && i < 1000; i++) {
            at = at.next.get(0);
        }
        return at;
    }

    /** Rewrites a node, if a rule fits it. */
    boolean rewrite(Node node) {
        if (node.next.size() != 1 || node.kind == Kind.NOTHING) {
            return false;
        }
        Node second = behindNothing(node.next.get(0));
        return popped(node, second)
                || node.kind == Kind.CONSTANT && (identity(node, second) || sameForBoth(node, second) || folded(node, second))
                || node.is(Opcodes.INEG, Opcodes.LNEG) && second.is(node.opcode) && skip(node, second)
                || notNegative(node) && shiftOf(node, second);
    }

    private static boolean skip(Node node, Node last) {
        node.becomeNothing(last.next.get(0));
        return true;
    }

    // ---- what is popped need not be computed ---------------------------------------------------------------------------

    private boolean popped(Node node, Node second) {
        int popped = second.is(Opcodes.POP) ? 1 : second.is(Opcodes.POP2) ? 2 : 0;
        if (popped == 0) {
            return receiversField(node, second);
        }
        Node rest = second.next.get(0);
        int pushed = node.pushes() ? node.left.width() : node.is(Opcodes.DUP) || isGiver(node) ? 1 : node.is(Opcodes.DUP2) ? 2 : 0;
        if (pushed > 0) {
            return replaced(node, pushed, popped, List.of(), rest);
        }
        int[] operation = operation(node);
        return operation != null
                && replaced(node, operation[0], popped, Arrays.stream(operation).skip(1).boxed().toList(), rest);
    }

    /** @param operands widths of what the node pops, the upper first */
    private static boolean replaced(Node node, int pushed, int popped, List<Integer> operands, Node rest) {
        if (pushed > popped) {
            return false;
        }
        Node last = pushed < popped ? Node.other(Opcodes.POP, rest) : rest;
        for (int i = operands.size() - 1; i >= 0; i--) {
            last = Node.other(operands.get(i) == 2 ? Opcodes.POP2 : Opcodes.POP, last);
        }
        node.becomeNothing(last);
        return true;
    }

    private static boolean isGiver(Node node) {
        return node.is(Opcodes.INVOKESTATIC) && GIVERS.contains(node.operands);
    }

    /** Of an operation that throws nothing the width of its result, then those of its operands, the upper first; null: it is none. */
    private static int[] operation(Node node) {
        if (node.kind != Kind.OTHER) {
            return null;
        }
        int opcode = node.opcode;
        if (node.is(Opcodes.INVOKESTATIC)) {
            List<?> method = (List<?>) node.operands;
            String owner = (String) method.get(0);
            boolean box = owner.startsWith("java/lang/") && BOXES.contains(owner.substring(10)) && method.get(1).equals("valueOf")
                    && ((String) method.get(2)).matches("\\([ZBSCIJFD]\\).*");
            return !box ? null : new int[] {1, ((String) method.get(2)).matches("\\([JD]\\).*") ? 2 : 1};
        }
        if (opcode >= Opcodes.IADD && opcode <= Opcodes.DREM) {
            boolean divides = opcode == Opcodes.IDIV || opcode == Opcodes.LDIV || opcode == Opcodes.IREM || opcode == Opcodes.LREM;
            int width = width(opcode - Opcodes.IADD);
            return divides ? null : new int[] {width, width, width};
        }
        if (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG) {
            int width = width(opcode - Opcodes.INEG);
            return new int[] {width, width};
        }
        if (opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR) {
            // How far is always an int.
            return new int[] {opcode % 2 == 0 ? 1 : 2, 1, opcode % 2 == 0 ? 1 : 2};
        }
        if (opcode >= Opcodes.IAND && opcode <= Opcodes.LXOR) {
            int width = opcode % 2 == 0 ? 1 : 2;
            return new int[] {width, width, width};
        }
        return switch (opcode) {
            case Opcodes.I2F, Opcodes.F2I, Opcodes.I2B, Opcodes.I2C, Opcodes.I2S -> new int[] {1, 1};
            case Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D -> new int[] {2, 1};
            case Opcodes.L2I, Opcodes.L2F, Opcodes.D2I, Opcodes.D2F -> new int[] {1, 2};
            case Opcodes.L2D, Opcodes.D2L -> new int[] {2, 2};
            case Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG -> new int[] {1, 2, 2};
            case Opcodes.FCMPL, Opcodes.FCMPG -> new int[] {1, 1, 1};
            default -> null;
        };
    }

    /** Opcodes of an operation are in the order int, long, float, double. */
    private static int width(int place) {
        return place % 2 == 0 ? 1 : 2;
    }

    /** A field of the receiver, which is never null, is read and popped. */
    private boolean receiversField(Node node, Node second) {
        if (!hasReceiver || node.kind != Kind.LOAD || !node.left.equals(new Local('A', 0)) || !second.is(Opcodes.GETFIELD)) {
            return false;
        }
        List<?> field = (List<?>) second.operands;
        Node third = behindNothing(second.next.get(0));
        int width = CodeGraph.width((String) field.get(2));
        return field.get(0).equals(className) && third.is(width == 2 ? Opcodes.POP2 : Opcodes.POP) && skip(node, third);
    }

    // ---- constants -----------------------------------------------------------------------------------------------------

    /** A constant that an operation changes nothing with. */
    private static boolean identity(Node node, Node second) {
        Constant constant = (Constant) node.left;
        if (second.kind != Kind.OTHER || constant.kind() != 'I' && constant.kind() != 'J') {
            return false;
        }
        long value = ((Number) constant.value()).longValue();
        boolean changesNothing = switch (second.opcode) {
            case Opcodes.IADD, Opcodes.ISUB, Opcodes.IOR, Opcodes.IXOR, Opcodes.LADD, Opcodes.LSUB, Opcodes.LOR, Opcodes.LXOR ->
                value == 0;
            // The JVM takes the lowest five bits, or six.
            case Opcodes.ISHL, Opcodes.ISHR, Opcodes.IUSHR -> (value & 31) == 0;
            case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR -> (value & 63) == 0;
            case Opcodes.IMUL, Opcodes.IDIV, Opcodes.LMUL, Opcodes.LDIV -> value == 1;
            case Opcodes.IAND, Opcodes.LAND -> value == -1;
            default -> false;
        };
        return changesNothing && skip(node, second);
    }

    /** Operations that give the same with this constant: one of them stands for all. */
    private static boolean sameForBoth(Node node, Node second) {
        Constant constant = (Constant) node.left;
        Node rest = second.next.isEmpty() ? null : second.next.get(0);
        boolean isInt = constant.kind() == 'I';
        if (isInt || constant.kind() == 'J') {
            long value = ((Number) constant.value()).longValue();
            if (value == -1 && second.is(isInt ? Opcodes.IMUL : Opcodes.LMUL, isInt ? Opcodes.IDIV : Opcodes.LDIV)) {
                node.becomeOther(isInt ? Opcodes.INEG : Opcodes.LNEG, rest);
                return true;
            }
            boolean zero = value == 0 && second.is(Opcodes.IMUL, Opcodes.IAND, Opcodes.LMUL, Opcodes.LAND)
                    || (value == 1 || value == -1) && second.is(Opcodes.IREM, Opcodes.LREM);
            if (zero) {
                Constant result = isInt ? ZERO : new Constant('J', 0L);
                node.becomeOther(isInt ? Opcodes.POP : Opcodes.POP2, Node.push(result, rest));
                return true;
            }
            return false;
        }
        boolean one = constant.kind() == 'F' && second.is(Opcodes.FDIV)
                        && Set.of(Float.floatToRawIntBits(1), Float.floatToRawIntBits(-1)).contains(constant.value())
                || constant.kind() == 'D' && second.is(Opcodes.DDIV)
                        && Set.of(Double.doubleToRawLongBits(1), Double.doubleToRawLongBits(-1)).contains(constant.value());
        if (one) {
            node.becomePush(constant, Node.other(second.opcode == Opcodes.FDIV ? Opcodes.FMUL : Opcodes.DMUL, rest));
        }
        return one;
    }

    private static boolean folded(Node node, Node second) {
        Constant left = (Constant) node.left;
        if (left.kind() != 'I' && left.kind() != 'J') {
            return false;
        }
        long value = ((Number) left.value()).longValue();
        Constant unary = second.kind != Kind.OTHER ? null : switch (second.opcode) {
            case Opcodes.INEG -> number((int) -value);
            case Opcodes.LNEG -> number(-value);
            case Opcodes.I2L -> number(value);
            case Opcodes.L2I -> number((int) value);
            case Opcodes.I2B -> number((byte) value);
            case Opcodes.I2C -> number((char) value);
            case Opcodes.I2S -> number((short) value);
            default -> null;
        };
        if (unary != null) {
            node.becomePush(unary, second.next.get(0));
            return true;
        }
        if (second.kind != Kind.CONSTANT) {
            return false;
        }
        Constant right = (Constant) second.left;
        Node third = behindNothing(second.next.get(0));
        if (third.kind != Kind.OTHER || right.kind() != 'I' && right.kind() != 'J') {
            return false;
        }
        Constant binary = fold(third.opcode, value, ((Number) right.value()).longValue());
        if (binary != null) {
            node.becomePush(binary, third.next.get(0));
        }
        return binary != null;
    }

    private static Constant number(int value) {
        return new Constant('I', value);
    }

    private static Constant number(long value) {
        return new Constant('J', value);
    }

    /** @return null: it is none of integers, or throws */
    private static Constant fold(int opcode, long a, long b) {
        return switch (opcode) {
            case Opcodes.IADD -> number((int) a + (int) b);
            case Opcodes.ISUB -> number((int) a - (int) b);
            case Opcodes.IMUL -> number((int) a * (int) b);
            case Opcodes.IDIV -> b == 0 ? null : number((int) a / (int) b);
            case Opcodes.IREM -> b == 0 ? null : number((int) a % (int) b);
            case Opcodes.IAND -> number((int) a & (int) b);
            case Opcodes.IOR -> number((int) a | (int) b);
            case Opcodes.IXOR -> number((int) a ^ (int) b);
            case Opcodes.ISHL -> number((int) a << (int) b);
            case Opcodes.ISHR -> number((int) a >> (int) b);
            case Opcodes.IUSHR -> number((int) a >>> (int) b);
            case Opcodes.LADD -> number(a + b);
            case Opcodes.LSUB -> number(a - b);
            case Opcodes.LMUL -> number(a * b);
            case Opcodes.LDIV -> b == 0 ? null : number(a / b);
            case Opcodes.LREM -> b == 0 ? null : number(a % b);
            case Opcodes.LAND -> number(a & b);
            case Opcodes.LOR -> number(a | b);
            case Opcodes.LXOR -> number(a ^ b);
            case Opcodes.LSHL -> number(a << (int) b);
            case Opcodes.LSHR -> number(a >> (int) b);
            case Opcodes.LUSHR -> number(a >>> (int) b);
            case Opcodes.LCMP -> number(Long.compare(a, b));
            default -> null;
        };
    }

    // ---- signs ---------------------------------------------------------------------------------------------------------

    /** Whether a node leaves an int that is not negative: a length, a char. */
    private static boolean notNegative(Node node) {
        boolean ofString = node.is(Opcodes.INVOKEVIRTUAL) && List.of("java/lang/String", "length", "()I", false).equals(node.operands);
        return ofString || node.is(Opcodes.ARRAYLENGTH, Opcodes.CALOAD, Opcodes.I2C);
    }

    /** Such an int is shifted to the right, with its sign or without. */
    private static boolean shiftOf(Node node, Node second) {
        if (second.kind != Kind.CONSTANT) {
            return false;
        }
        Node third = behindNothing(second.next.get(0));
        if (!third.is(Opcodes.IUSHR)) {
            return false;
        }
        node.next = List.of(Node.push(second.left, Node.other(Opcodes.ISHR, third.next.get(0))));
        return true;
    }
}
