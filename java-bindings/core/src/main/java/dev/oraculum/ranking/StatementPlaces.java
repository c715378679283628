package dev.oraculum.ranking;

import dev.oraculum.runtime.InvocationPlan.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The statements of methods, numbered one after the other: the lines of a method, each with all places where its code begins; of a method
 * that was compiled without lines, its basic blocks.
 */
final class StatementPlaces {
    private int count;

    /** How many statements there are so far. */
    int count() {
        return count;
    }

    /** The statements of one more method. */
    List<Mark> of(MethodNode method) {
        boolean lines = false;
        for (AbstractInsnNode insn : method.instructions) {
            lines |= insn instanceof LineNumberNode;
        }
        return lines ? lines(method) : blocks(method);
    }

    private List<Mark> lines(MethodNode method) {
        List<Mark> marks = new ArrayList<>();
        Map<Integer, Integer> statements = new HashMap<>();
        int number = 0;
        int line = -1;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode begin) {
                line = begin.line;
            } else if (insn.getOpcode() >= 0) {
                if (line >= 0) {
                    Integer known = statements.putIfAbsent(line, count);
                    marks.add(new Mark(number, known == null ? count++ : known));
                    line = -1;
                }
                number++;
            }
        }
        return marks;
    }

    private List<Mark> blocks(MethodNode method) {
        Set<LabelNode> targets = new HashSet<>();
        method.tryCatchBlocks.forEach(block -> targets.add(block.handler));
        for (AbstractInsnNode insn : method.instructions) {
            targets.addAll(targets(insn));
        }
        List<Mark> marks = new ArrayList<>();
        int number = 0;
        boolean begins = true;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LabelNode label) {
                begins |= targets.contains(label);
            } else if (insn.getOpcode() >= 0) {
                if (begins) {
                    marks.add(new Mark(number, count++));
                }
                begins = !targets(insn).isEmpty();
                number++;
            }
        }
        return marks;
    }

    private static List<LabelNode> targets(AbstractInsnNode insn) {
        if (insn instanceof JumpInsnNode jump) {
            return List.of(jump.label);
        }
        List<LabelNode> all = new ArrayList<>();
        if (insn instanceof TableSwitchInsnNode table) {
            all.addAll(table.labels);
            all.add(table.dflt);
        } else if (insn instanceof LookupSwitchInsnNode lookup) {
            all.addAll(lookup.labels);
            all.add(lookup.dflt);
        }
        return all;
    }
}
