package dev.oraculum.generation.models;

import java.io.IOException;
import java.io.InputStream;

/** {@link java.io.FilterInputStream}: asks the stream below for everything. Its field has the name of that one's. */
class FilterInputStreamModel extends InputStream {
    protected InputStream in;

    protected FilterInputStreamModel(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return in.read();
    }

    @Override
    public int read(byte[] into) throws IOException {
        return read(into, 0, into.length);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        return in.read(into, from, length);
    }

    @Override
    public long skip(long length) throws IOException {
        return in.skip(length);
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public boolean markSupported() {
        return in.markSupported();
    }

    @Override
    public void mark(int limit) {
        in.mark(limit);
    }

    @Override
    public void reset() throws IOException {
        in.reset();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
