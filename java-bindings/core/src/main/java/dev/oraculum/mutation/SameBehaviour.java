package dev.oraculum.mutation;

import dev.oraculum.mutation.CodeGraph.Constant;
import dev.oraculum.mutation.CodeGraph.Kind;
import dev.oraculum.mutation.CodeGraph.Local;
import dev.oraculum.mutation.CodeGraph.Node;
import dev.oraculum.mutation.CodeGraph.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * Whether two places in code do the same from there on: the algorithm for equal states of automata (Hopcroft and Karp, "A linear algorithm
 * for testing equivalence of finite automata", 1971), on instructions in place of letters. Two places are the same if what they do is, and
 * what follows the one is the same as what follows the other: taken for granted until something differs. What a JVM does at a place is a
 * function of the instruction, the locals, the stack and the heap, so that both then do the same, step by step.
 *
 * <p>It may be asked under the assumption that a local has the same value as another, or as a constant. That holds as long as none of them
 * is written; a place that writes one is the same as itself only.
 */
final class SameBehaviour {
    /** Pairs that are looked at under an assumption, at most. */
    private static final int MOST_ASSUMED = 200;

    private final Map<Node, Node> same = new IdentityHashMap<>();
    /** Null: nothing is assumed. */
    private final Local assumed;
    private final Value equalTo;

    private SameBehaviour(Local assumed, Value equalTo) {
        this.assumed = assumed;
        this.equalTo = equalTo;
    }

    /** Whether two places do the same whatever the locals, the stack and the heap are. */
    static boolean of(Node one, Node other) {
        return new SameBehaviour(null, null).check(one, other);
    }

    /** Whether they do wherever a local, no real number, has the value of another or of a constant. */
    static boolean ofEqual(Local local, Value value, Node one, Node other) {
        return new SameBehaviour(local, value).check(one, other);
    }

    private boolean check(Node first, Node second) {
        Deque<Node[]> open = new ArrayDeque<>();
        open.push(new Node[] {first, second});
        int pairs = 0;
        while (!open.isEmpty()) {
            Node[] pair = open.pop();
            Node one = behindNothing(pair[0]);
            Node other = behindNothing(pair[1]);
            if (root(one) == root(other)) {
                continue;
            }
            if (assumed != null && (writesAssumed(one) || writesAssumed(other) || ++pairs > MOST_ASSUMED)) {
                return false;
            }
            Step left = step(one);
            Step right = step(other);
            if (!left.label().equals(right.label())) {
                return false;
            }
            same.put(root(one), root(other));
            for (int i = 0; i < left.next().size(); i++) {
                open.push(new Node[] {left.next().get(i), right.next().get(i)});
            }
        }
        return true;
    }

    private Node root(Node node) {
        Node at = node;
        while (same.containsKey(at)) {
            at = same.get(at);
        }
        if (at != node) {
            same.put(node, at);
        }
        return at;
    }

    private record Step(List<Object> label, List<Node> next) {}

    /** What a place does, in words of the assumption. */
    private Step step(Node node) {
        if (assumed == null) {
            return new Step(node.label(), node.successors());
        }
        List<Object> label = new ArrayList<>(node.label());
        List<Node> next = node.successors();
        if (node.pushes()) {
            Value value = inOtherWords(node.left);
            // Minus zero is zero, of integers.
            Node negated = behindNothing(next.get(0));
            if (isZero(value) && negated.is(Opcodes.INEG, Opcodes.LNEG)) {
                next = negated.next;
            }
            label = List.of("push", value);
        } else if (node.kind == Kind.TEST_VALUES || node.kind == Kind.SET) {
            label.add(node.kind == Kind.SET ? node.left : inOtherWords(node.left));
            label.add(inOtherWords(node.right));
            label.set(3, "");
            label.set(4, "");
        }
        return new Step(label, next);
    }

    private static boolean isZero(Value value) {
        return value instanceof Constant constant && constant.value() instanceof Number number && number.longValue() == 0
                && (constant.kind() == 'I' || constant.kind() == 'J');
    }

    private Value inOtherWords(Value value) {
        return value != null && value.equals(assumed) ? equalTo : value;
    }

    private boolean writesAssumed(Node node) {
        Local written = node.written();
        return written != null && (overlap(written, assumed) || equalTo instanceof Local local && overlap(written, local));
    }

    private static boolean overlap(Local one, Local other) {
        return one.number() < other.number() + other.width() && other.number() < one.number() + one.width();
    }

    /** Behind nodes that do nothing, and those that set a local to the value that it has by the assumption. */
    private Node behindNothing(Node node) {
        Node at = node;
        for (int i = 0; i < MOST_ASSUMED && (at.kind == Kind.NOTHING || setsNothing(at)); i++) {
            at = at.next.get(0);
        }
        return at;
    }

    private boolean setsNothing(Node node) {
        return assumed != null && node.kind == Kind.SET
                && (node.left.equals(assumed) && node.right.equals(equalTo) || node.left.equals(equalTo) && node.right.equals(assumed));
    }
}
