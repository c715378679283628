package dev.oraculum.kinds.flow;

import dev.oraculum.bytecode.Bytecode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Where branches are part of an expression: {@code a == b && c}, {@code a ? b : c}, a switch that yields. In source such a value uses its
 * conditions as it uses operands, but in bytecode they only decide which constant is pushed. A branch belongs to the value that is on top
 * of the stack where its paths meet again, if they meet with one value more than they parted with. Statements that depend on a branch do
 * not.
 */
final class ConditionalValues {
    /** By branch, the label where its paths meet with a new value. */
    private final Map<AbstractInsnNode, LabelNode> meetings = new LinkedHashMap<>();
    /** Of those, by label, its first branch. */
    private final Map<LabelNode, AbstractInsnNode> firsts = new LinkedHashMap<>();

    ConditionalValues(InsnList instructions, Frame<BasicValue>[] frames) {
        int[] meeting = immediatePostDominators(instructions, frames);
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode insn = instructions.get(i);
            if (frames[i] != null && isBranch(insn) && meeting[i] < frames.length && meeting[i] > i
                    && instructions.get(meeting[i]) instanceof LabelNode label) {
                int left = frames[i].getStackSize() - operands(insn.getOpcode());
                if (frames[meeting[i]].getStackSize() == left + 1) {
                    meetings.put(insn, label);
                    firsts.putIfAbsent(label, insn);
                }
            }
        }
    }

    /** Where the value is complete that a branch is a condition of, or null. */
    LabelNode meeting(AbstractInsnNode branch) {
        return meetings.get(branch);
    }

    /** Whether no condition of the same value comes before. */
    boolean isFirst(AbstractInsnNode branch) {
        return firsts.get(meetings.get(branch)) == branch;
    }

    /** The labels where values with conditions are complete, each with its number. */
    Map<LabelNode, Integer> numbers() {
        Map<LabelNode, Integer> numbers = new HashMap<>();
        firsts.keySet().forEach(label -> numbers.put(label, numbers.size()));
        return numbers;
    }

    private static boolean isBranch(AbstractInsnNode insn) {
        return insn instanceof JumpInsnNode ? insn.getOpcode() != Opcodes.GOTO : insn instanceof TableSwitchInsnNode
                || insn instanceof LookupSwitchInsnNode;
    }

    private static int operands(int opcode) {
        return opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE ? 2 : 1;
    }

    /**
     * For each instruction, the next that is on all paths from it to a return; paths that end in an exception do not count. The number of
     * instructions stands for the end of the method and for none. (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001.)
     */
    private static int[] immediatePostDominators(InsnList instructions, Frame<BasicValue>[] frames) {
        int n = frames.length;
        List<List<Integer>> predecessors = new ArrayList<>();
        int[][] successors = new int[n][];
        for (int i = 0; i <= n; i++) {
            predecessors.add(new ArrayList<>());
        }
        for (int i = 0; i < n; i++) {
            successors[i] = frames[i] == null ? new int[0] : successors(instructions, i, n);
            for (int successor : successors[i]) {
                predecessors.get(successor).add(i);
            }
        }
        int[] order = postorder(predecessors, n);
        int[] number = new int[n + 1];
        Arrays.fill(number, -1);
        for (int i = 0; i < order.length; i++) {
            number[order[i]] = i;
        }
        int[] result = new int[n + 1];
        Arrays.fill(result, -1);
        result[n] = n;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = order.length - 1; i >= 0; i--) {
                int node = order[i];
                int meeting = -1;
                for (int successor : node == n ? new int[0] : successors[node]) {
                    if (number[successor] >= 0 && result[successor] >= 0) {
                        meeting = meeting < 0 ? successor : intersect(meeting, successor, result, number);
                    }
                }
                if (node != n && meeting != result[node]) {
                    result[node] = meeting;
                    changed = true;
                }
            }
        }
        for (int i = 0; i < n; i++) {
            result[i] = result[i] < 0 ? n : result[i];
        }
        return result;
    }

    private static int intersect(int a, int b, int[] result, int[] number) {
        while (a != b) {
            while (number[a] < number[b]) {
                a = result[a];
            }
            while (number[b] < number[a]) {
                b = result[b];
            }
        }
        return a;
    }

    /** Of the reversed graph, from the end of the method, which comes last. */
    private static int[] postorder(List<List<Integer>> predecessors, int end) {
        int[] order = new int[predecessors.size()];
        int count = 0;
        boolean[] seen = new boolean[predecessors.size()];
        int[] next = new int[predecessors.size()];
        int[] path = new int[predecessors.size()];
        int depth = 0;
        path[depth++] = end;
        seen[end] = true;
        while (depth > 0) {
            int node = path[depth - 1];
            if (next[node] < predecessors.get(node).size()) {
                int predecessor = predecessors.get(node).get(next[node]++);
                if (!seen[predecessor]) {
                    seen[predecessor] = true;
                    path[depth++] = predecessor;
                }
            } else {
                order[count++] = node;
                depth--;
            }
        }
        return Arrays.copyOf(order, count);
    }

    private static int[] successors(InsnList instructions, int index, int end) {
        AbstractInsnNode insn = instructions.get(index);
        int opcode = insn.getOpcode();
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            return new int[] {end};
        }
        if (opcode == Opcodes.ATHROW) {
            return new int[0];
        }
        List<LabelNode> targets = Bytecode.jumpTargets(insn);
        boolean falls = FlowMethod.fallsThrough(insn) && index + 1 < end;
        int[] successors = new int[targets.size() + (falls ? 1 : 0)];
        for (int i = 0; i < targets.size(); i++) {
            successors[i] = instructions.indexOf(targets.get(i));
        }
        if (falls) {
            successors[targets.size()] = index + 1;
        }
        return successors;
    }
}
