package dev.oraculum.generation.models;

import java.io.InputStream;

/** {@link java.io.ByteArrayInputStream}. Its fields have the names of that one's, which subclasses may use. */
class ByteArrayInputStreamModel extends InputStream {
    protected byte[] buf;
    protected int pos;
    protected int mark;
    protected int count;

    ByteArrayInputStreamModel(byte[] bytes) {
        this.buf = bytes;
        this.count = bytes.length;
    }

    ByteArrayInputStreamModel(byte[] bytes, int from, int length) {
        this.buf = bytes;
        this.pos = from;
        this.mark = from;
        this.count = Math.min(from + length, bytes.length);
    }

    @Override
    public int read() {
        return pos < count ? buf[pos++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into) {
        return read(into, 0, into.length);
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (length > into.length - from || from < 0 || length < 0) {
            throw new IndexOutOfBoundsException();
        }
        if (pos >= count) {
            return -1;
        }
        int read = Math.min(count - pos, length);
        for (int i = 0; i < read; i++) {
            into[from + i] = buf[pos + i];
        }
        pos += Math.max(read, 0);
        return read;
    }

    @Override
    public byte[] readAllBytes() {
        byte[] rest = new byte[Math.max(count - pos, 0)];
        read(rest, 0, rest.length);
        return rest;
    }

    @Override
    public int readNBytes(byte[] into, int from, int length) {
        return Math.max(read(into, from, length), 0);
    }

    @Override
    public long skip(long length) {
        long skipped = Math.min(count - pos, Math.max(length, 0));
        pos += (int) skipped;
        return skipped;
    }

    @Override
    public int available() {
        return count - pos;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void mark(int limit) {
        mark = pos;
    }

    @Override
    public void reset() {
        pos = mark;
    }

    @Override
    public void close() {}
}
