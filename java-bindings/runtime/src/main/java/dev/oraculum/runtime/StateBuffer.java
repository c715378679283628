package dev.oraculum.runtime;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Collects state records (docs/formats.md, "States as binary records"). Thread safe. */
final class StateBuffer {
    /** Bound on the contents of one record: the engine refuses longer ones. */
    static final int MAX_TAIL_BYTES = 1 << 20;

    private ByteBuffer bytes = allocate(1 << 16);

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Appends the state of an invocation at an exit.
     *
     * @param exit which one
     */
    void append(Invocation invocation, int exit) {
        append(invocation, allocate(4 + 2).putInt(invocation.index).putShort((short) exit).array());
    }

    /** Bytes of an invocation's state in a record. */
    static int size(Invocation invocation) {
        return invocation.presence.length + 8 * invocation.values.length + invocation.tailBytes;
    }

    /**
     * Appends the record of an invocation; {@code values} of absent variables are 0. Nothing is appended before the record is whole: a
     * thread that is stopped in the middle of it leaves no half record behind.
     *
     * @param head what stands between the test and the state
     */
    synchronized void append(Invocation invocation, byte[] head) {
        long[] values = invocation.values;
        int length = 4 + head.length + size(invocation);
        reserve(4 + length);
        ByteBuffer record = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        record.putInt(length).putInt(invocation.test).put(head).put(invocation.presence);
        int slots = record.position();
        int tail = slots + 8 * values.length;
        record.position(tail);
        for (int i = 0; i < values.length; i++) {
            Object contents = invocation.contents[i];
            if (contents != null) {
                values[i] = (record.position() - tail) | (long) count(contents) << 32;
                putContents(record, contents);
            }
        }
        int end = record.position();
        record.position(slots).limit(tail);
        putLongs(record, values);
        bytes.position(end);
    }

    private static int count(Object contents) {
        return contents instanceof String text ? text.length() : Array.getLength(contents);
    }

    /** Bytes of contents in the tail of a record. */
    static int tailBytes(Object contents) {
        if (contents instanceof String text) {
            return 2 * text.length();
        }
        if (contents instanceof String[] texts) {
            long bytes = 0;
            for (String text : texts) {
                bytes += 4 + (text == null ? 0 : 2L * text.length());
            }
            return (int) Math.min(bytes, Integer.MAX_VALUE);
        }
        return (int) Math.min(8L * count(contents), Integer.MAX_VALUE);
    }

    private static void putContents(ByteBuffer into, Object contents) {
        if (contents instanceof String text) {
            putText(into, text);
        } else if (contents instanceof long[] longs) {
            putLongs(into, longs);
        } else if (contents instanceof double[] doubles) {
            into.asDoubleBuffer().put(doubles);
            into.position(into.position() + 8 * doubles.length);
        } else if (contents instanceof int[] ints) {
            for (int number : ints) {
                into.putLong(number);
            }
        } else if (contents instanceof byte[] smaller) {
            for (byte number : smaller) {
                into.putLong(number);
            }
        } else if (contents instanceof char[] chars) {
            for (char number : chars) {
                into.putLong(number);
            }
        } else if (contents instanceof boolean[] booleans) {
            for (boolean bit : booleans) {
                into.putLong(bit ? 1 : 0);
            }
        } else if (contents instanceof float[] floats) {
            for (float number : floats) {
                into.putLong(Double.doubleToLongBits(number));
            }
        } else if (contents instanceof short[] shorts) {
            for (short number : shorts) {
                into.putLong(number);
            }
        } else {
            for (String text : (String[]) contents) {
                into.putInt(text == null ? -1 : text.length());
                putText(into, text == null ? "" : text);
            }
        }
    }

    private static void putLongs(ByteBuffer into, long[] numbers) {
        into.asLongBuffer().put(numbers);
        into.position(into.position() + 8 * numbers.length);
    }

    private static void putText(ByteBuffer into, String text) {
        for (int i = 0; i < text.length(); i++) {
            into.putChar(text.charAt(i));
        }
    }

    private void reserve(int more) {
        if (bytes.remaining() < more) {
            int needed = Math.addExact(bytes.position(), more);
            ByteBuffer larger = allocate(Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 16L, 2L * bytes.capacity())));
            larger.put(bytes.duplicate().flip());
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
