package dev.oraculum.generation.models;

import java.io.IOException;
import java.io.Reader;

/** {@link java.io.BufferedReader}, by character and by line: it reads ahead as that one does. */
final class BufferedReaderModel extends Reader {
    private static final int SIZE = 8192;

    private Reader in;
    private final char[] buffer;
    private int next;
    private int end;
    /** A line has ended with a carriage return: a line feed behind it is of its end. */
    private boolean skipLineFeed;

    BufferedReaderModel(Reader in) {
        this(in, SIZE);
    }

    BufferedReaderModel(Reader in, int size) {
        // As the JDK's superclass, which locks it.
        if (in == null) {
            throw new NullPointerException();
        }
        if (size <= 0) {
            throw new IllegalArgumentException();
        }
        this.in = in;
        this.buffer = new char[size];
    }

    private void ensureOpen() throws IOException {
        if (in == null) {
            throw new IOException();
        }
    }

    private void fill() throws IOException {
        int read;
        do {
            read = in.read(buffer, 0, buffer.length);
        } while (read == 0);
        if (read > 0) {
            next = 0;
            end = read;
        }
    }

    @Override
    public int read() throws IOException {
        ensureOpen();
        while (true) {
            if (next >= end) {
                fill();
                if (next >= end) {
                    return -1;
                }
            }
            char read = buffer[next++];
            if (skipLineFeed) {
                skipLineFeed = false;
                if (read == '\n') {
                    continue;
                }
            }
            return read;
        }
    }

    public String readLine() throws IOException {
        ensureOpen();
        StringBuilder line = null;
        while (true) {
            if (next >= end) {
                fill();
            }
            if (next >= end) {
                return line == null || line.length() == 0 ? null : line.toString();
            }
            if (skipLineFeed && buffer[next] == '\n') {
                next++;
            }
            skipLineFeed = false;
            if (line == null) {
                line = new StringBuilder();
            }
            while (next < end) {
                char read = buffer[next++];
                if (read == '\n' || read == '\r') {
                    skipLineFeed = read == '\r';
                    return line.toString();
                }
                line.append(read);
            }
        }
    }

    @Override
    public int read(char[] into, int from, int count) throws IOException {
        throw Intrinsics.unmodelled();
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            try {
                in.close();
            } finally {
                in = null;
            }
        }
    }
}
