package dev.oraculum.mutation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The code of a method as a graph of instructions. How it is laid out, labels, {@code goto}, {@code nop}, line numbers, frames, names of
 * locals, and code that nothing leads to are not in it. What several opcodes say has one form: constants are {@link Constant}s, loads and
 * stores have the kind of the value and its local, and of a condition and its negation there is one, with its successors exchanged.
 */
final class CodeGraph {
    /** What a node does. */
    enum Kind {
        /** Pushes a constant. */
        CONSTANT,
        /** Pushes a local. */
        LOAD,
        /** Pops into a local. */
        STORE,
        /** Sets a local to a constant or to another local. */
        SET,
        /** Adds a constant to a local. */
        INCREMENT,
        /** Compares what is on the stack: to its first successor if it holds, else to its second. */
        TEST,
        /** Compares locals and constants, in the same way. */
        TEST_VALUES,
        /** Nothing. */
        NOTHING,
        /** What its opcode says. */
        OTHER
    }

    /** A condition of conditional jumps; the other three are their negations. */
    enum Test {
        EQUAL, LESS, GREATER
    }

    /** What a node pushes, sets or compares: a constant or a local. */
    sealed interface Value {
        /** {@code I} (and what is an int on the stack), {@code J}, {@code F}, {@code D} or {@code A}. */
        char kind();

        /** How many places of the stack, or locals, it takes. */
        default int width() {
            return kind() == 'J' || kind() == 'D' ? 2 : 1;
        }
    }

    /** @param value null: it is null; reals by their bits */
    record Constant(char kind, Object value) implements Value {}

    record Local(char kind, int number) implements Value {}

    /** A handler of what a node may throw; {@code type} null: of anything. */
    record Handler(String type, Node begin) {}

    /** An instruction. */
    static final class Node {
        Kind kind;
        /** Of {@link Kind#OTHER} and {@link Kind#TEST}. */
        int opcode;
        /** Of {@link Kind#OTHER}: its operands, as something that is equal for equal ones. */
        Object operands;
        /** Pushed, stored into, set, incremented, or compared: the left one. */
        Value left;
        /** Set to, added, or compared: the right one. */
        Value right;
        Test test;
        List<Node> next;
        /** In the order in which the JVM asks them; none for what throws nothing. */
        List<Handler> handlers = List.of();

        Node(Kind kind, int opcode, Object operands, Value left, Value right, Test test, List<Node> next) {
            become(kind, opcode, operands, left, right, test, next);
        }

        static Node other(int opcode, Node next) {
            return new Node(Kind.OTHER, opcode, "", null, null, null, List.of(next));
        }

        static Node push(Value value, Node next) {
            return new Node(value instanceof Constant ? Kind.CONSTANT : Kind.LOAD, 0, "", value, null, null, List.of(next));
        }

        void become(Kind kind, int opcode, Object operands, Value left, Value right, Test test, List<Node> next) {
            this.kind = kind;
            this.opcode = opcode;
            this.operands = operands;
            this.left = left;
            this.right = right;
            this.test = test;
            this.next = next;
        }

        /** What it did is done by what follows. */
        void becomeNothing(Node next) {
            become(Kind.NOTHING, 0, "", null, null, null, List.of(next));
            handlers = List.of();
        }

        void becomeOther(int opcode, Node next) {
            become(Kind.OTHER, opcode, "", null, null, null, List.of(next));
            handlers = List.of();
        }

        void becomePush(Value value, Node next) {
            become(value instanceof Constant ? Kind.CONSTANT : Kind.LOAD, 0, "", value, null, null, List.of(next));
            handlers = List.of();
        }

        void becomeTest(Test test, Value left, Value right, List<Node> next) {
            become(Kind.TEST_VALUES, 0, "", left, right, test, next);
            handlers = List.of();
        }

        boolean is(int... opcodes) {
            for (int wanted : opcodes) {
                if (kind == Kind.OTHER && opcode == wanted) {
                    return true;
                }
            }
            return false;
        }

        boolean pushes() {
            return kind == Kind.CONSTANT || kind == Kind.LOAD;
        }

        /** The local that it writes; null: none. */
        Local written() {
            return kind == Kind.STORE || kind == Kind.SET || kind == Kind.INCREMENT ? (Local) left : null;
        }

        /** The locals that it reads. */
        List<Local> read() {
            List<Local> read = new ArrayList<>();
            if ((kind == Kind.LOAD || kind == Kind.INCREMENT || kind == Kind.TEST_VALUES) && left instanceof Local local) {
                read.add(local);
            }
            if ((kind == Kind.SET || kind == Kind.TEST_VALUES) && right instanceof Local local) {
                read.add(local);
            }
            return read;
        }

        /** What it does but for where it goes. */
        List<Object> label() {
            List<Object> label = new ArrayList<>();
            Collections.addAll(label, kind, opcode, operands, left, right, test, next.size());
            handlers.forEach(handler -> label.add(handler.type));
            return label;
        }

        /** All that may follow: what is next, and its handlers. */
        List<Node> successors() {
            List<Node> all = new ArrayList<>(next);
            handlers.forEach(handler -> all.add(handler.begin));
            return all;
        }
    }

    private Node entry;

    private CodeGraph(Node entry) {
        this.entry = entry;
    }

    Node entry() {
        return entry;
    }

    /**
     * The graph of a method's code.
     *
     * @return null: it has none, has subroutines (as before Java 6), or runs off its end
     */
    static CodeGraph of(MethodNode method) {
        List<AbstractInsnNode> code = new ArrayList<>();
        Map<AbstractInsnNode, Integer> places = new HashMap<>();
        for (AbstractInsnNode insn : method.instructions) {
            places.put(insn, code.size());
            if (insn.getOpcode() >= 0) {
                code.add(insn);
            }
        }
        // Behind the last instruction; nothing leads there in a class file that the JVM takes.
        Node end = new Node(Kind.OTHER, -1, "end", null, null, null, List.of());
        List<Node> nodes = new ArrayList<>();
        code.forEach(insn -> nodes.add(new Node(Kind.NOTHING, 0, "", null, null, null, List.of())));
        nodes.add(end);
        for (int i = 0; i < code.size(); i++) {
            AbstractInsnNode insn = code.get(i);
            if (insn.getOpcode() == Opcodes.JSR || insn.getOpcode() == Opcodes.RET) {
                return null;
            }
            fill(nodes.get(i), insn, nodes.get(i + 1), label -> nodes.get(places.get(label)));
            if (mayThrow(nodes.get(i))) {
                List<Handler> handlers = new ArrayList<>();
                for (TryCatchBlockNode block : method.tryCatchBlocks) {
                    if (places.get(block.start) <= i && i < places.get(block.end)) {
                        handlers.add(new Handler(block.type, nodes.get(places.get(block.handler))));
                    }
                }
                nodes.get(i).handlers = handlers;
            }
        }
        CodeGraph graph = new CodeGraph(nodes.get(0));
        graph.skipNothing();
        return code.isEmpty() || graph.nodes().contains(end) ? null : graph;
    }

    private interface Targets {
        Node of(LabelNode label);
    }

    private static void fill(Node node, AbstractInsnNode insn, Node after, Targets targets) {
        int opcode = insn.getOpcode();
        List<Node> next = List.of(after);
        Constant constant = constant(insn);
        if (constant != null) {
            node.becomePush(constant, after);
        } else if (opcode == Opcodes.NOP) {
            node.becomeNothing(after);
        } else if (opcode == Opcodes.GOTO) {
            node.becomeNothing(targets.of(((JumpInsnNode) insn).label));
        } else if (insn instanceof VarInsnNode variable) {
            boolean load = opcode <= Opcodes.ALOAD;
            Local local = new Local("IJFDA".charAt(opcode - (load ? Opcodes.ILOAD : Opcodes.ISTORE)), variable.var);
            node.become(load ? Kind.LOAD : Kind.STORE, 0, "", local, null, null, next);
        } else if (insn instanceof IincInsnNode increment) {
            node.become(Kind.INCREMENT, 0, "", new Local('I', increment.var), new Constant('I', increment.incr), null, next);
        } else if (insn instanceof JumpInsnNode jump) {
            test(node, opcode, targets.of(jump.label), after);
        } else if (insn instanceof TableSwitchInsnNode table) {
            next = new ArrayList<>(List.of(targets.of(table.dflt)));
            table.labels.stream().map(targets::of).forEach(next::add);
            // A table and a look-up with the same keys do the same.
            List<Integer> keys = IntStream.rangeClosed(table.min, table.max).boxed().toList();
            node.become(Kind.OTHER, Opcodes.LOOKUPSWITCH, keys, null, null, null, next);
        } else if (insn instanceof LookupSwitchInsnNode lookup) {
            next = new ArrayList<>(List.of(targets.of(lookup.dflt)));
            lookup.labels.stream().map(targets::of).forEach(next::add);
            node.become(Kind.OTHER, opcode, List.copyOf(lookup.keys), null, null, null, next);
        } else {
            boolean ends = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
            node.become(Kind.OTHER, opcode, operands(insn), null, null, null, ends ? List.of() : next);
        }
    }

    private static Constant constant(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (opcode == Opcodes.ACONST_NULL) {
            return new Constant('A', null);
        } else if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return new Constant('I', opcode - Opcodes.ICONST_0);
        } else if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            return new Constant('J', (long) (opcode - Opcodes.LCONST_0));
        } else if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return new Constant('F', Float.floatToRawIntBits(opcode - Opcodes.FCONST_0));
        } else if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
            return new Constant('D', Double.doubleToRawLongBits(opcode - Opcodes.DCONST_0));
        } else if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
            return new Constant('I', ((IntInsnNode) insn).operand);
        }
        // To load a class or a dynamic constant may throw.
        Object loaded = insn instanceof LdcInsnNode ldc ? ldc.cst : null;
        if (loaded instanceof Integer) {
            return new Constant('I', loaded);
        } else if (loaded instanceof Long) {
            return new Constant('J', loaded);
        } else if (loaded instanceof Float real) {
            return new Constant('F', Float.floatToRawIntBits(real));
        } else if (loaded instanceof Double real) {
            return new Constant('D', Double.doubleToRawLongBits(real));
        }
        return loaded instanceof String ? new Constant('A', loaded) : null;
    }

    /** A test of the three that are kept: a negated one has its successors exchanged. */
    private static void test(Node node, int opcode, Node jumps, Node after) {
        boolean negated = Set.of(
                        Opcodes.IFNE, Opcodes.IFGE, Opcodes.IFLE, Opcodes.IF_ICMPNE, Opcodes.IF_ICMPGE, Opcodes.IF_ICMPLE,
                        Opcodes.IF_ACMPNE, Opcodes.IFNONNULL)
                .contains(opcode);
        int kept = switch (opcode) {
            case Opcodes.IFNE -> Opcodes.IFEQ;
            case Opcodes.IFGE -> Opcodes.IFLT;
            case Opcodes.IFLE -> Opcodes.IFGT;
            case Opcodes.IF_ICMPNE -> Opcodes.IF_ICMPEQ;
            case Opcodes.IF_ICMPGE -> Opcodes.IF_ICMPLT;
            case Opcodes.IF_ICMPLE -> Opcodes.IF_ICMPGT;
            case Opcodes.IF_ACMPNE -> Opcodes.IF_ACMPEQ;
            case Opcodes.IFNONNULL -> Opcodes.IFNULL;
            default -> opcode;
        };
        Test test = switch (kept) {
            case Opcodes.IFLT, Opcodes.IF_ICMPLT -> Test.LESS;
            case Opcodes.IFGT, Opcodes.IF_ICMPGT -> Test.GREATER;
            default -> Test.EQUAL;
        };
        node.become(Kind.TEST, kept, "", null, null, test, negated ? List.of(after, jumps) : List.of(jumps, after));
    }

    /** Operands of an instruction but its targets, as something that is equal for equal ones. */
    static Object operands(AbstractInsnNode insn) {
        if (insn instanceof IntInsnNode number) {
            return number.operand;
        } else if (insn instanceof TypeInsnNode type) {
            return type.desc;
        } else if (insn instanceof FieldInsnNode field) {
            return List.of(field.owner, field.name, field.desc);
        } else if (insn instanceof MethodInsnNode method) {
            return List.of(method.owner, method.name, method.desc, method.itf);
        } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
            return List.of(dynamic.name, dynamic.desc, dynamic.bsm, List.of(dynamic.bsmArgs));
        } else if (insn instanceof LdcInsnNode loaded) {
            return loaded.cst;
        } else if (insn instanceof MultiANewArrayInsnNode array) {
            return List.of(array.desc, array.dims);
        } else if (insn instanceof VarInsnNode variable) {
            return variable.var;
        } else if (insn instanceof IincInsnNode increment) {
            return List.of(increment.var, increment.incr);
        }
        return "";
    }

    /** JVM specification, section 6.5: exceptions of the instructions. Errors of the JVM, as when its memory is full, are left out. */
    private static boolean mayThrow(Node node) {
        if (node.kind != Kind.OTHER) {
            return false;
        }
        int opcode = node.opcode;
        boolean arithmetic = opcode >= Opcodes.IADD && opcode <= Opcodes.DCMPG
                && opcode != Opcodes.IDIV && opcode != Opcodes.LDIV && opcode != Opcodes.IREM && opcode != Opcodes.LREM;
        boolean stack = opcode >= Opcodes.POP && opcode <= Opcodes.SWAP;
        return !arithmetic && !stack && opcode != Opcodes.LOOKUPSWITCH;
    }

    /** The nodes that the entry leads to. */
    List<Node> nodes() {
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Node> all = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>(List.of(entry));
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (seen.add(node)) {
                all.add(node);
                node.successors().forEach(open::push);
            }
        }
        return all;
    }

    /** Leads around nodes that do nothing; one that leads to itself is an endless loop, and stays. */
    void skipNothing() {
        entry = behindNothing(entry);
        for (Node node : nodes()) {
            node.next = node.next.stream().map(CodeGraph::behindNothing).toList();
            if (!node.handlers.isEmpty()) {
                node.handlers = node.handlers.stream().map(h -> new Handler(h.type, behindNothing(h.begin))).toList();
            }
        }
    }

    private static Node behindNothing(Node node) {
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Node at = node;
        while (at.kind == Kind.NOTHING && seen.add(at)) {
            at = at.next.get(0);
        }
        return at;
    }

    /** Width of what a field or method leaves on the stack. */
    static int width(String descriptor) {
        return Type.getType(descriptor).getSort() == Type.METHOD ? Type.getReturnType(descriptor).getSize()
                : Type.getType(descriptor).getSize();
    }
}
