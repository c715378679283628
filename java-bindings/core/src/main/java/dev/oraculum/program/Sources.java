package dev.oraculum.program;

import java.util.Arrays;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value on the operand stack, as the operations it was computed from: loads, reads of fields and array elements, calls, allocations.
 * Arithmetic, casts and comparisons are looked through.
 *
 * @param size slots it takes, 1 or 2
 * @param operations their numbers, ascending; empty for a constant
 */
record Sources(int size, int[] operations) implements Value {
    private static final int[] NONE = {};
    private static final Sources NARROW = new Sources(1, NONE);
    private static final Sources WIDE = new Sources(2, NONE);

    static Sources none(int size) {
        return size == 2 ? WIDE : NARROW;
    }

    static Sources of(int size, int operation) {
        return new Sources(size, new int[] {operation});
    }

    /** The value computed from both. */
    Sources with(Sources other) {
        if (other.operations.length == 0 || Arrays.equals(operations, other.operations)) {
            return this;
        }
        if (operations.length == 0) {
            return new Sources(size, other.operations);
        }
        int[] all = Arrays.copyOf(operations, operations.length + other.operations.length);
        System.arraycopy(other.operations, 0, all, operations.length, other.operations.length);
        return new Sources(size, Arrays.stream(all).sorted().distinct().toArray());
    }

    Sources sized(int slots) {
        return slots == size ? this : new Sources(slots, operations);
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sources sources && size == sources.size && Arrays.equals(operations, sources.operations);
    }

    @Override
    public int hashCode() {
        return 31 * size + Arrays.hashCode(operations);
    }

    @Override
    public String toString() {
        return Arrays.toString(operations);
    }
}
