package dev.oraculum.generation.carving;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * One way through the code of a test, from its first instruction to its last, never back: of a branch the part that comes first is gone
 * through, then, where that ends, what comes behind it; the body of a loop once; handlers of exceptions not at all. Methods of the tests'
 * own classes are gone through where they are called, a few levels deep.
 */
final class Walk {
    /** Methods in each other. */
    private static final int DEEPEST = 4;
    /** Instructions of a test, those of what it calls included: more is a table of data. */
    private static final int MOST_INSTRUCTIONS = 20_000;

    private final Interpretation interpretation;
    private int depth;
    private int instructions;
    /** The tries around what is being gone through, the innermost first: how long the test was before each. */
    private final Deque<Integer> tries = new ArrayDeque<>();

    Walk(Interpretation interpretation) {
        this.interpretation = interpretation;
    }

    /**
     * Goes through a method.
     *
     * @param arguments the object first, if there is one
     * @return what it returns; null: nothing, or that is not known
     */
    Value run(TestCode.Found found, List<Value> arguments) {
        MethodNode method = found.method();
        if (depth == DEEPEST || method.instructions.size() == 0) {
            return null;
        }
        depth++;
        int outer = tries.size();
        try {
            Frame<Value> frame = new Frame<>(method.maxLocals, method.maxStack);
            for (int local = 0; local < method.maxLocals; local++) {
                frame.setLocal(local, Value.unknown(1));
            }
            int local = 0;
            for (Value argument : arguments) {
                frame.setLocal(local, argument);
                local += argument.getSize();
            }
            interpretation.setReturned(null);
            go(method, frame);
            Value returned = interpretation.returned();
            interpretation.setReturned(null);
            return returned;
        } catch (AnalyzerException | IndexOutOfBoundsException e) {
            // Code that no verifier accepts, or that comes another way than it is gone here: what was said until then stands.
            return null;
        } finally {
            depth--;
            while (tries.size() > outer) {
                tries.pop();
            }
        }
    }

    /** The test said that it fails here: what comes before, in a try, is expected to throw. */
    void failed() {
        if (!tries.isEmpty()) {
            interpretation.forkAndGoBack(Math.min(tries.peek(), interpretation.length()));
        }
    }

    private void go(MethodNode method, Frame<Value> start) throws AnalyzerException {
        Frame<Value> frame = start;
        InsnList all = method.instructions;
        Map<LabelNode, Frame<Value>> waiting = new HashMap<>();
        AbstractInsnNode insn = all.getFirst();
        while (insn != null) {
            if (++instructions > MOST_INSTRUCTIONS) {
                throw new Interpretation.FullException();
            }
            AbstractInsnNode next = insn.getNext();
            boolean ends = false;
            if (insn instanceof LabelNode label) {
                waiting.remove(label);
                track(method, label);
            } else if (insn.getOpcode() == Opcodes.GOTO) {
                LabelNode target = ((JumpInsnNode) insn).label;
                if (all.indexOf(target) > all.indexOf(insn)) {
                    skip(method, insn, target);
                    next = target;
                } else {
                    ends = true;
                }
            } else if (insn instanceof JumpInsnNode jump) {
                if (jump.getOpcode() == Opcodes.JSR) {
                    return;
                }
                frame.execute(jump, interpretation);
                await(all, insn, jump.label, frame, waiting);
            } else if (insn instanceof TableSwitchInsnNode table) {
                frame.execute(insn, interpretation);
                await(all, insn, table.dflt, frame, waiting);
                for (LabelNode label : table.labels) {
                    await(all, insn, label, frame, waiting);
                }
            } else if (insn instanceof LookupSwitchInsnNode lookup) {
                frame.execute(insn, interpretation);
                await(all, insn, lookup.dflt, frame, waiting);
                for (LabelNode label : lookup.labels) {
                    await(all, insn, label, frame, waiting);
                }
            } else if (insn.getOpcode() >= 0) {
                int opcode = insn.getOpcode();
                ends = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
                if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
                    interpretation.setReturned(frame.pop());
                    return;
                }
                if (!ends) {
                    frame.execute(insn, interpretation);
                }
            }
            if (ends) {
                next = insn.getNext();
                while (next != null && !waiting.containsKey(next)) {
                    if (next instanceof LabelNode label) {
                        track(method, label);
                    }
                    next = next.getNext();
                }
                if (next != null) {
                    frame = waiting.get(next);
                }
            }
            insn = next;
        }
    }

    /** Something later may be come to from here. */
    private static void await(
            InsnList all, AbstractInsnNode from, LabelNode to, Frame<Value> frame, Map<LabelNode, Frame<Value>> waiting) {
        if (all.indexOf(to) > all.indexOf(from)) {
            waiting.putIfAbsent(to, new Frame<>(frame));
        }
    }

    private void skip(MethodNode method, AbstractInsnNode from, LabelNode to) {
        for (AbstractInsnNode insn = from.getNext(); insn != to; insn = insn.getNext()) {
            if (insn instanceof LabelNode label) {
                track(method, label);
            }
        }
    }

    /** Tries begin and end at labels. */
    private void track(MethodNode method, LabelNode label) {
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.type != null && block.end == label && !tries.isEmpty()) {
                tries.pop();
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.type != null && block.start == label) {
                tries.push(interpretation.length());
            }
        }
    }
}
