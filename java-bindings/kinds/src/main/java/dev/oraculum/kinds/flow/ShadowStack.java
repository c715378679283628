package dev.oraculum.kinds.flow;

import dev.oraculum.bytecode.Bytecode;
import java.util.Arrays;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where the labels of the values on the operand stack are, followed while code is woven: in the shadow of the local variable that a value
 * was loaded from, in a slot of a pool, or nowhere, where a value cannot have one. So what only moves values around needs no code. At jumps
 * and their targets the label of the value at place i is in slot i of the pool.
 */
final class ShadowStack {
    /** Slot of a value without label. */
    static final int NONE = -1;

    private final int pool;
    private int[] slots = new int[16];
    private int size;
    private int used;

    /** @param pool first slot of the pool */
    ShadowStack(int pool) {
        this.pool = pool;
    }

    int size() {
        return size;
    }

    /** How many slots of the pool have been used so far. */
    int used() {
        return used;
    }

    void push(int slot) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
        }
        slots[size++] = slot;
    }

    int pop() {
        return slots[--size];
    }

    /** @param fromTop 0 for the top */
    int peek(int fromTop) {
        return slots[size - 1 - fromTop];
    }

    void set(int place, int slot) {
        slots[place] = slot;
    }

    /** Takes out the uppermost values, lowest first. */
    int[] pop(int count) {
        size -= count;
        return Arrays.copyOfRange(slots, size, size + count);
    }

    /** A slot of the pool that no value on the stack has its label in. */
    int free() {
        int slot = pool;
        while (isUsed(slot)) {
            slot++;
        }
        used = Math.max(used, slot - pool + 1);
        return slot;
    }

    private boolean isUsed(int slot) {
        for (int i = 0; i < size; i++) {
            if (slots[i] == slot) {
                return true;
            }
        }
        return false;
    }

    /** A slot is about to be given another label: values on the stack that have theirs in it get it elsewhere. */
    void vacate(int slot, InsnList code) {
        if (!isUsed(slot)) {
            return;
        }
        int other = free();
        move(slot, other, code);
        for (int i = 0; i < size; i++) {
            if (slots[i] == slot) {
                slots[i] = other;
            }
        }
    }

    static void load(int slot, InsnList code) {
        code.add(slot == NONE ? Bytecode.push(0) : new VarInsnNode(Opcodes.ILOAD, slot));
    }

    static void move(int from, int to, InsnList code) {
        if (from != to) {
            load(from, code);
            code.add(new VarInsnNode(Opcodes.ISTORE, to));
        }
    }

    /** Brings the label of each value where it is at jumps. */
    void settle(InsnList code) {
        for (int i = 0; i < size; i++) {
            if (slots[i] != pool + i) {
                load(slots[i], code);
            }
        }
        for (int i = size - 1; i >= 0; i--) {
            if (slots[i] != pool + i) {
                code.add(new VarInsnNode(Opcodes.ISTORE, pool + i));
            }
        }
        settled(size);
    }

    /** At the target of a jump there are so many values. */
    void settled(int count) {
        size = 0;
        for (int i = 0; i < count; i++) {
            push(pool + i);
        }
        used = Math.max(used, count);
    }

    /** At a handler there is the exception alone, without label. */
    void atHandler() {
        size = 0;
        push(NONE);
    }
}
