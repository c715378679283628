package dev.oraculum.generation.models;

import java.io.IOException;
import java.io.InputStream;

/** {@link java.io.BufferedInputStream}: reads ahead as that one does, as long as a mark and what is read from there on fit the buffer. */
final class BufferedInputStreamModel extends FilterInputStreamModel {
    private static final int SIZE = 8192;

    private byte[] bytes;
    private int next;
    private int end;
    private int marked = -1;

    BufferedInputStreamModel(InputStream in) {
        this(in, SIZE);
    }

    BufferedInputStreamModel(InputStream in, int size) {
        super(in);
        if (size <= 0) {
            throw new IllegalArgumentException();
        }
        bytes = new byte[size];
    }

    private void ensureOpen() throws IOException {
        if (in == null || bytes == null) {
            throw new IOException();
        }
    }

    private void fill() throws IOException {
        if (marked < 0) {
            next = 0;
        } else if (next >= bytes.length) {
            throw Intrinsics.unmodelled();
        }
        end = next;
        int read = in.read(bytes, next, bytes.length - next);
        if (read > 0) {
            end += read;
        }
    }

    @Override
    public int read() throws IOException {
        ensureOpen();
        if (next >= end) {
            fill();
        }
        return next >= end ? -1 : bytes[next++] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        ensureOpen();
        if (length > into.length - from || from < 0 || length < 0) {
            throw new IndexOutOfBoundsException();
        }
        int done = 0;
        while (done < length) {
            if (next >= end) {
                if (done > 0 && in.available() <= 0) {
                    break;
                }
                if (marked < 0 && length - done >= bytes.length) {
                    // So much is not copied twice.
                    int read = in.read(into, from + done, length - done);
                    if (read <= 0) {
                        return done == 0 ? read : done;
                    }
                    done += read;
                    continue;
                }
                fill();
                if (next >= end) {
                    return done == 0 ? -1 : done;
                }
            }
            int step = Math.min(end - next, length - done);
            for (int i = 0; i < step; i++) {
                into[from + done + i] = bytes[next + i];
            }
            next += step;
            done += step;
        }
        return done;
    }

    @Override
    public long skip(long length) throws IOException {
        ensureOpen();
        if (length <= 0) {
            return 0;
        }
        if (next >= end) {
            if (marked < 0) {
                return in.skip(length);
            }
            fill();
            if (next >= end) {
                return 0;
            }
        }
        long skipped = Math.min(end - next, length);
        next += (int) skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        ensureOpen();
        return end - next + in.available();
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void mark(int limit) {
        marked = next;
    }

    @Override
    public void reset() throws IOException {
        ensureOpen();
        if (marked < 0) {
            throw new IOException();
        }
        next = marked;
    }

    @Override
    public void close() throws IOException {
        bytes = null;
        InputStream closed = in;
        in = null;
        if (closed != null) {
            closed.close();
        }
    }
}
