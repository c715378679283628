package dev.oraculum.generation.models;

import java.io.IOException;
import java.io.Reader;

/** {@link java.io.StringReader}: one thread reads it. */
final class StringReaderModel extends Reader {
    private String text;
    private final int length;
    private int next;
    private int mark;

    StringReaderModel(String text) {
        this.length = text.length();
        this.text = text;
    }

    private void ensureOpen() throws IOException {
        if (text == null) {
            throw new IOException();
        }
    }

    @Override
    public int read() throws IOException {
        ensureOpen();
        return next >= length ? -1 : text.charAt(next++);
    }

    @Override
    public int read(char[] into) throws IOException {
        return read(into, 0, into.length);
    }

    @Override
    public int read(char[] into, int from, int count) throws IOException {
        ensureOpen();
        if (from < 0 || count < 0 || count > into.length - from) {
            throw new IndexOutOfBoundsException();
        }
        if (count == 0) {
            return 0;
        }
        if (next >= length) {
            return -1;
        }
        int read = Math.min(length - next, count);
        for (int i = 0; i < read; i++) {
            into[from + i] = text.charAt(next + i);
        }
        next += read;
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        ensureOpen();
        if (next >= length) {
            return 0;
        }
        long skipped = Math.max(-next, Math.min(length - next, count));
        next += (int) skipped;
        return skipped;
    }

    @Override
    public boolean ready() throws IOException {
        ensureOpen();
        return true;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void mark(int limit) throws IOException {
        if (limit < 0) {
            throw new IllegalArgumentException();
        }
        ensureOpen();
        mark = next;
    }

    @Override
    public void reset() throws IOException {
        ensureOpen();
        next = mark;
    }

    @Override
    public void close() {
        text = null;
    }
}
