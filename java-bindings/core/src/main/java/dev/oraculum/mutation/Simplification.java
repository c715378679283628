package dev.oraculum.mutation;

import dev.oraculum.mutation.CodeGraph.Constant;
import dev.oraculum.mutation.CodeGraph.Kind;
import dev.oraculum.mutation.CodeGraph.Local;
import dev.oraculum.mutation.CodeGraph.Node;
import dev.oraculum.mutation.CodeGraph.Test;
import dev.oraculum.mutation.CodeGraph.Value;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Brings code to a simpler form that does the same. A node is rewritten by what follows it, and leads around that: whoever else comes to
 * what followed finds it as it was. So no rewriting needs to know what leads to a node.
 *
 * <ul>
 *   <li>{@link StackRules}: what is pushed and popped again is not computed; arithmetic on constants; operations that change nothing.
 *   <li>Here, on locals: a constant, or a copy, goes into a local in one step; tests compare locals and constants; a local is read as the
 *       constant that it is on all ways there (a test on equality says so, too), and is not written where nothing reads it before it is
 *       written again.
 *   <li>Here, on tests: one whose outcome is known is none, nor is one whose outcomes do the same ({@link SameBehaviour}), whatever the
 *       values are, or for equality, where they are equal. Where both outcomes do the same for equal values, {@code a > b} is the negation
 *       of {@code b >= a} and of {@code b > a} alike: the second stands for both.
 * </ul>
 */
final class Simplification {
    private static final int MOST_ROUNDS = 20;

    private final CodeGraph graph;
    private final StackRules rules;
    private boolean changed;

    private Simplification(CodeGraph graph, StackRules rules) {
        this.graph = graph;
        this.rules = rules;
    }

    /**
     * Simplifies a graph in place.
     *
     * @param rules of the method that it is of
     */
    static void apply(CodeGraph graph, StackRules rules) {
        Simplification simplification = new Simplification(graph, rules);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            simplification.changed = false;
            simplification.round();
            if (!simplification.changed) {
                return;
            }
        }
    }

    private void round() {
        for (Node node : graph.nodes()) {
            while (rules.rewrite(node) || onLocals(node)) {
                changed = true;
                graphStep(node);
            }
        }
        graph.skipNothing();
        readConstants();
        graph.skipNothing();
        dropUnreadWrites();
        graph.skipNothing();
        for (Node node : graph.nodes()) {
            changed |= onTests(node);
        }
        graph.skipNothing();
    }

    /** The node leads around what does nothing now. */
    private static void graphStep(Node node) {
        node.next = node.next.stream().map(StackRules::behindNothing).toList();
    }

    private static boolean onLocals(Node node) {
        if (!node.pushes()) {
            return false;
        }
        Node after = StackRules.behindNothing(node.next.get(0));
        Value value = node.left;
        if (after.kind == Kind.STORE && value.kind() == ((Local) after.left).kind()) {
            if (value.equals(after.left)) {
                node.becomeNothing(after.next.get(0));
            } else {
                node.become(Kind.SET, 0, "", after.left, value, null, after.next);
            }
            return true;
        }
        // int with zero, a reference with null.
        if (after.kind == Kind.TEST && isUnary(after.opcode) && "IA".indexOf(value.kind()) >= 0) {
            Constant zero = value.kind() == 'A' ? new Constant('A', null) : new Constant('I', 0);
            node.becomeTest(after.test, value, zero, after.next);
            return true;
        }
        if (!after.pushes() || after.left.kind() != value.kind()) {
            return false;
        }
        Node third = StackRules.behindNothing(after.next.get(0));
        if (third.kind == Kind.TEST && !isUnary(third.opcode)) {
            node.becomeTest(third.test, value, after.left, third.next);
            return true;
        }
        if (third.is(Opcodes.LCMP)) {
            Node fourth = StackRules.behindNothing(third.next.get(0));
            if (fourth.kind == Kind.TEST && isUnary(fourth.opcode)) {
                node.becomeTest(fourth.test, value, after.left, fourth.next);
                return true;
            }
        }
        return false;
    }

    private static boolean isUnary(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE
                || opcode == Opcodes.IFNULL;
    }

    // ---- tests -------------------------------------------------------------------------------------------------------

    private static boolean onTests(Node node) {
        if (node.kind == Kind.TEST) {
            if (SameBehaviour.of(node.next.get(0), node.next.get(1))) {
                Node rest = node.next.get(0);
                node.becomeOther(Opcodes.POP, isUnary(node.opcode) ? rest
                        : Node.other(Opcodes.POP, rest));
                return true;
            }
            return false;
        }
        if (node.kind != Kind.TEST_VALUES) {
            return false;
        }
        Node holds = node.next.get(0);
        Node fails = node.next.get(1);
        Boolean known = known(node);
        if (known != null) {
            node.becomeNothing(known ? holds : fails);
            return true;
        }
        if (SameBehaviour.of(holds, fails)) {
            node.becomeNothing(holds);
            return true;
        }
        boolean local = node.left instanceof Local;
        Value one = local ? node.left : node.right;
        Value other = local ? node.right : node.left;
        if (!(one instanceof Local assumed) || !SameBehaviour.ofEqual(assumed, other, holds, fails)) {
            return false;
        }
        if (node.test == Test.EQUAL) {
            node.becomeNothing(fails);
            return true;
        }
        if (node.test == Test.GREATER) {
            node.becomeTest(Test.LESS, node.left, node.right, List.of(fails, holds));
            return true;
        }
        return false;
    }

    /** Whether a test holds whatever locals are; null: it depends on them. */
    private static Boolean known(Node node) {
        if (node.left.equals(node.right)) {
            return node.test == Test.EQUAL;
        }
        if (!(node.left instanceof Constant left && node.right instanceof Constant right)) {
            return null;
        }
        if (left.kind() == 'A') {
            // Which strings are the same object is the JVM's matter; none is null.
            return left.value() == null || right.value() == null ? Boolean.FALSE : null;
        }
        int order = Long.compare(((Number) left.value()).longValue(), ((Number) right.value()).longValue());
        return switch (node.test) {
            case EQUAL -> order == 0;
            case LESS -> order < 0;
            case GREATER -> order > 0;
        };
    }

    // ---- locals ------------------------------------------------------------------------------------------------------

    /** What locals are constants before each node, on all ways to it; then they are read as these. */
    private void readConstants() {
        Map<Node, Map<Local, Constant>> before = new IdentityHashMap<>();
        Deque<Node> open = new ArrayDeque<>(List.of(graph.entry()));
        before.put(graph.entry(), Map.of());
        while (!open.isEmpty()) {
            Node node = open.poll();
            Map<Local, Constant> here = before.get(node);
            node.handlers.forEach(handler -> meet(before, open, handler.begin(), here));
            for (int i = 0; i < node.next.size(); i++) {
                meet(before, open, node.next.get(i), after(node, i, here));
            }
        }
        before.forEach((node, known) -> {
            Value left = known(node.left, known);
            Value right = known(node.right, known);
            if (node.kind == Kind.LOAD && left instanceof Constant constant) {
                node.becomePush(constant, node.next.get(0));
                changed = true;
            } else if (node.kind == Kind.SET && !right.equals(node.right)) {
                node.right = right;
                changed = true;
            } else if (node.kind == Kind.INCREMENT && left instanceof Constant constant) {
                int sum = (Integer) constant.value() + (Integer) ((Constant) node.right).value();
                node.become(Kind.SET, 0, "", node.left, new Constant('I', sum), null, node.next);
                changed = true;
            } else if (node.kind == Kind.TEST_VALUES && !(left.equals(node.left) && right.equals(node.right))) {
                node.becomeTest(node.test, left, right, node.next);
                changed = true;
            }
        });
    }

    private static Value known(Value value, Map<Local, Constant> known) {
        return value instanceof Local local && known.containsKey(local) ? known.get(local) : value;
    }

    private static Map<Local, Constant> after(Node node, int successor, Map<Local, Constant> before) {
        Local written = node.written();
        if (written != null) {
            Map<Local, Constant> after = new HashMap<>(before);
            after.keySet().removeIf(other -> overlap(written, other));
            if (node.kind == Kind.SET && known(node.right, before) instanceof Constant constant) {
                after.put(written, constant);
            }
            return after;
        }
        if (node.kind == Kind.TEST_VALUES && node.test == Test.EQUAL && successor == 0 && node.left instanceof Local local
                && node.right instanceof Constant constant && (constant.kind() != 'A' || constant.value() == null)) {
            Map<Local, Constant> after = new HashMap<>(before);
            after.put(local, constant);
            return after;
        }
        return before;
    }

    /** What was known on all ways until now and is known on this one, too. */
    private static void meet(Map<Node, Map<Local, Constant>> before, Deque<Node> open, Node node, Map<Local, Constant> known) {
        Map<Local, Constant> old = before.get(node);
        if (old == null) {
            before.put(node, known);
            open.add(node);
            return;
        }
        Map<Local, Constant> both = new HashMap<>(old);
        both.entrySet().removeIf(entry -> !entry.getValue().equals(known.get(entry.getKey())));
        if (both.size() < old.size()) {
            before.put(node, both);
            open.add(node);
        }
    }

    /** A local that nothing reads before it is written again need not be written. */
    private void dropUnreadWrites() {
        List<Node> nodes = graph.nodes();
        Map<Node, Set<Node>> before = new IdentityHashMap<>();
        nodes.forEach(node -> node.successors().forEach(after -> before.computeIfAbsent(after,
                unused -> Collections.newSetFromMap(new IdentityHashMap<>())).add(node)));
        // By node, the locals that are read from there on before they are written.
        Map<Node, Set<Local>> read = new IdentityHashMap<>();
        nodes.forEach(node -> read.put(node, new HashSet<>()));
        Deque<Node> open = new ArrayDeque<>(nodes);
        while (!open.isEmpty()) {
            Node node = open.poll();
            Set<Local> here = readAfter(node, read);
            // One that is written over in part only is left alone.
            here.remove(node.written());
            here.addAll(node.read());
            if (read.get(node).addAll(here)) {
                open.addAll(before.getOrDefault(node, Set.of()));
            }
        }
        for (Node node : nodes) {
            Local written = node.written();
            if (written == null || readAfter(node, read).contains(written)) {
                continue;
            }
            if (node.kind == Kind.STORE) {
                node.becomeOther(written.width() == 2 ? Opcodes.POP2 : Opcodes.POP, node.next.get(0));
            } else {
                node.becomeNothing(node.next.get(0));
            }
            changed = true;
        }
    }

    private static Set<Local> readAfter(Node node, Map<Node, Set<Local>> read) {
        Set<Local> after = new HashSet<>();
        node.successors().forEach(next -> after.addAll(read.getOrDefault(next, Set.of())));
        return after;
    }

    private static boolean overlap(Local one, Local other) {
        return one.number() < other.number() + other.width() && other.number() < one.number() + one.width();
    }
}
