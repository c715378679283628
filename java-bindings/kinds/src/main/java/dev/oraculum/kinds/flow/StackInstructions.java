package dev.oraculum.kinds.flow;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** The instructions that only move what is on the stack (JVMS 6.5, dup and its forms): labels move along. */
final class StackInstructions {
    private StackInstructions() {}

    static void apply(int opcode, ShadowStack stack, Frame<BasicValue> frame) {
        switch (opcode) {
            case Opcodes.POP -> stack.pop();
            case Opcodes.POP2 -> stack.pop(values(frame, 0, 2));
            case Opcodes.SWAP -> insert(stack, 1, 1, false);
            case Opcodes.DUP -> insert(stack, 1, 0, true);
            case Opcodes.DUP_X1 -> insert(stack, 1, 1, true);
            case Opcodes.DUP_X2 -> insert(stack, 1, values(frame, 1, 2), true);
            case Opcodes.DUP2 -> insert(stack, values(frame, 0, 2), 0, true);
            case Opcodes.DUP2_X1 -> insert(stack, values(frame, 0, 2), 1, true);
            case Opcodes.DUP2_X2 -> {
                int upper = values(frame, 0, 2);
                insert(stack, upper, values(frame, upper, 2), true);
            }
            default -> throw new IllegalArgumentException("opcode " + opcode + " does more than move values");
        }
    }

    /** How many values take so many words, below the uppermost {@code fromTop} values. */
    private static int values(Frame<BasicValue> frame, int fromTop, int words) {
        int count = 0;
        for (int left = words; left > 0; count++) {
            left -= frame.getStack(frame.getStackSize() - 1 - fromTop - count).getSize();
        }
        return count;
    }

    /** Puts the uppermost values below the next {@code under}; they remain on top as well if {@code copies}. */
    private static void insert(ShadowStack stack, int upper, int under, boolean copies) {
        int[] moved = stack.pop(upper);
        int[] passed = stack.pop(under);
        push(stack, moved);
        push(stack, passed);
        if (copies) {
            push(stack, moved);
        }
    }

    private static void push(ShadowStack stack, int[] labels) {
        for (int label : labels) {
            stack.push(label);
        }
    }
}
