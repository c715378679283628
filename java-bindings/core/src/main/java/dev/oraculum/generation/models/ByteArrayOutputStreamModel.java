package dev.oraculum.generation.models;

import java.io.IOException;
import java.io.OutputStream;

/** {@link java.io.ByteArrayOutputStream}. Its fields have the names of that one's, which subclasses may use. */
class ByteArrayOutputStreamModel extends OutputStream {
    protected byte[] buf;
    protected int count;

    ByteArrayOutputStreamModel() {
        this(32);
    }

    ByteArrayOutputStreamModel(int size) {
        if (size < 0) {
            throw new IllegalArgumentException();
        }
        buf = new byte[size];
    }

    private void makeRoom(int length) {
        if (length > buf.length - count) {
            byte[] more = new byte[Math.max(2 * buf.length, count + length)];
            copy(buf, 0, more, 0, count);
            buf = more;
        }
    }

    private static void copy(byte[] of, int from, byte[] into, int to, int length) {
        for (int i = 0; i < length; i++) {
            into[to + i] = of[from + i];
        }
    }

    @Override
    public void write(int value) {
        makeRoom(1);
        buf[count++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (length > bytes.length - from || from < 0 || length < 0) {
            throw new IndexOutOfBoundsException();
        }
        makeRoom(length);
        copy(bytes, from, buf, count, length);
        count += length;
    }

    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(buf, 0, count);
    }

    public void reset() {
        count = 0;
    }

    public byte[] toByteArray() {
        byte[] bytes = new byte[count];
        copy(buf, 0, bytes, 0, count);
        return bytes;
    }

    public int size() {
        return count;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
