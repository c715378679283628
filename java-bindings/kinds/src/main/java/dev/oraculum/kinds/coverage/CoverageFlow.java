package dev.oraculum.kinds.coverage;

import dev.oraculum.bytecode.Bytecode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * How control flows between the points of a {@link CoveragePlan}: what a search needs to know which branches decide on a goal.
 *
 * @param method as the plan has it
 * @param blocks basic blocks in the order of the code, unreachable ones included; the first is entered with the method
 * @param begins by block its first instruction: instructions are counted from 0, without labels, line numbers and frames
 * @param instructionOfPoint by point of the method, the instruction it is at, by its number: a line's its first, the entry's 0
 */
public record CoverageFlow(CoveragePlan.Method method, List<Block> blocks, List<Integer> begins, List<Integer> instructionOfPoint) {
    public CoverageFlow {
        blocks = List.copyOf(blocks);
        begins = List.copyOf(begins);
        instructionOfPoint = List.copyOf(instructionOfPoint);
    }

    /**
     * Instructions that are executed one after the other.
     *
     * @param next blocks that may follow. After a conditional jump: where it jumps, what follows it; after a switch: its targets, in the
     *     order of the goals of its point; none after a return and a throw
     * @param handlers blocks that an exception in this one may lead to, in the order in which the JVM asks them
     */
    public record Block(List<Integer> next, List<Integer> handlers) {
        public Block {
            next = List.copyOf(next);
            handlers = List.copyOf(handlers);
        }
    }

    /** The block that an instruction is in, by its number. */
    public int blockOf(int instruction) {
        return blockOf(begins, instruction);
    }

    /** By point of the method, the block it is in. */
    public List<Integer> blockOfPoint() {
        return instructionOfPoint.stream().map(this::blockOf).toList();
    }

    private static int blockOf(List<Integer> begins, int instruction) {
        int block = Collections.binarySearch(begins, instruction);
        return block >= 0 ? block : -block - 2;
    }

    /**
     * The flow of all methods of a plan of these classes, in the plan's order.
     *
     * @param infections whether the plan has them
     * @throws IllegalArgumentException if one is no class file of a known version
     */
    public static List<CoverageFlow> of(Collection<byte[]> classFiles, boolean infections) {
        List<CoverageFlow> all = new ArrayList<>();
        for (byte[] classFile : classFiles) {
            CoveragePoints.each(classFile, infections, (method, code, found) -> all.add(of(method, code, found)));
        }
        return all;
    }

    private static CoverageFlow of(CoveragePlan.Method method, MethodNode code, List<CoveragePoints.Found> found) {
        Places places = new Places(code);
        List<Integer> instructions = found.stream()
                .map(one -> one.instructions().isEmpty() ? 0 : places.places.get(one.instructions().get(0)))
                .toList();
        return new CoverageFlow(method, places.blocks(), places.begins, instructions);
    }

    /** The blocks of a method: instructions by their places, and where blocks begin. */
    private static final class Places {
        private final MethodNode code;
        private final Map<AbstractInsnNode, Integer> places = new HashMap<>();
        private final List<AbstractInsnNode> instructions = new ArrayList<>();
        private final List<Integer> begins;

        Places(MethodNode code) {
            this.code = code;
            for (AbstractInsnNode insn : code.instructions) {
                // Of a label or line number: the place of the instruction after it.
                places.put(insn, instructions.size());
                if (insn.getOpcode() >= 0) {
                    instructions.add(insn);
                }
            }
            TreeSet<Integer> leaders = new TreeSet<>(List.of(0));
            for (int i = 0; i < instructions.size(); i++) {
                AbstractInsnNode insn = instructions.get(i);
                List<LabelNode> targets = Bytecode.jumpTargets(insn);
                targets.forEach(target -> leaders.add(places.get(target)));
                if (!targets.isEmpty() || endsMethod(insn)) {
                    leaders.add(i + 1);
                }
            }
            for (TryCatchBlockNode handler : code.tryCatchBlocks) {
                leaders.addAll(List.of(places.get(handler.start), places.get(handler.end), places.get(handler.handler)));
            }
            // Labels after the last instruction lead nowhere.
            begins = List.copyOf(leaders.headSet(instructions.size()));
        }

        private static boolean endsMethod(AbstractInsnNode insn) {
            int opcode = insn.getOpcode();
            return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
        }

        int blockOf(AbstractInsnNode insn) {
            return CoverageFlow.blockOf(begins, places.get(insn));
        }

        List<Block> blocks() {
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < begins.size(); i++) {
                int end = i + 1 < begins.size() ? begins.get(i + 1) : instructions.size();
                blocks.add(new Block(next(i, instructions.get(end - 1)), handlers(begins.get(i))));
            }
            return blocks;
        }

        private List<Integer> next(int block, AbstractInsnNode last) {
            if (last instanceof JumpInsnNode jump) {
                int target = blockOf(jump.label);
                return jump.getOpcode() == Opcodes.GOTO ? List.of(target) : List.of(target, block + 1);
            }
            if (last instanceof TableSwitchInsnNode || last instanceof LookupSwitchInsnNode) {
                // In the order of the goals: the default, then other targets by their first case; ASM has the cases ascending.
                Set<LabelNode> targets = new LinkedHashSet<>();
                List<LabelNode> all = Bytecode.jumpTargets(last);
                targets.add(all.get(all.size() - 1));
                targets.addAll(all);
                return targets.stream().map(this::blockOf).toList();
            }
            return endsMethod(last) || block + 1 == begins.size() ? List.of() : List.of(block + 1);
        }

        private List<Integer> handlers(int begin) {
            Set<Integer> found = new LinkedHashSet<>();
            for (TryCatchBlockNode handler : code.tryCatchBlocks) {
                if (places.get(handler.start) <= begin && begin < places.get(handler.end)) {
                    found.add(blockOf(handler.handler));
                }
            }
            return List.copyOf(found);
        }
    }
}
