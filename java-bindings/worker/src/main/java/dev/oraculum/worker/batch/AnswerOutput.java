package dev.oraculum.worker.batch;

import java.util.Arrays;

/** Writes what an answer is made of. */
final class AnswerOutput {
    private byte[] bytes = new byte[1 << 8];
    private int size;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Takes back what was written from a place on. */
    void cut(int from) {
        size = from;
    }

    private void room(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
        }
    }

    void write(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    void number(long value) {
        room(10);
        long left = value;
        while ((left & ~0x7fL) != 0) {
            bytes[size++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[size++] = (byte) left;
    }

    void signed(long value) {
        number(value << 1 ^ value >> 63);
    }

    void bigEndian(long value, int count) {
        room(count);
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    void text(String text) {
        int length = text.length();
        number(length);
        room(3 * length);
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes[size++] = (byte) unit;
            } else {
                number(unit);
            }
        }
    }

    void append(AnswerOutput other) {
        append(other.bytes, other.size);
    }

    void append(byte[] all) {
        append(all, all.length);
    }

    private void append(byte[] from, int count) {
        room(count);
        System.arraycopy(from, 0, bytes, size, count);
        size += count;
    }
}
