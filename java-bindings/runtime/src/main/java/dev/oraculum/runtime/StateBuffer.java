package dev.oraculum.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Collects state records (docs/formats.md, "States as binary records"). Thread safe. */
final class StateBuffer {
    private ByteBuffer bytes = allocate(1 << 16);

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Appends one record; {@code values} of absent variables are 0. The record is made before the lock is taken: a thread
     * that is stopped in the middle of it leaves no half record behind.
     */
    void append(int test, int invocation, int exit, byte[] presence, long[] values) {
        int length = 4 + 4 + 2 + presence.length + 8 * values.length;
        ByteBuffer record = allocate(4 + length);
        record.putInt(length).putInt(test).putInt(invocation).putShort((short) exit).put(presence);
        for (long value : values) {
            record.putLong(value);
        }
        append(record.array());
    }

    private synchronized void append(byte[] record) {
        reserve(record.length);
        bytes.put(record);
    }

    private void reserve(int more) {
        if (bytes.remaining() < more) {
            int needed = Math.addExact(bytes.position(), more);
            ByteBuffer larger = allocate(Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 16L, 2L * bytes.capacity())));
            larger.put(bytes.flip());
            bytes = larger;
        }
    }

    /** Takes the records out. */
    synchronized byte[] drain() {
        byte[] records = Arrays.copyOf(bytes.array(), bytes.position());
        bytes.clear();
        return records;
    }
}
