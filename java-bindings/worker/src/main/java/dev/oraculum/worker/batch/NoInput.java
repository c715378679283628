package dev.oraculum.worker.batch;

import java.io.IOException;
import java.io.InputStream;

/**
 * The standard input of generated tests: to read it fails. Where such a test is run later there may be a terminal that nobody types at, and
 * the test would wait for ever.
 */
final class NoInput extends InputStream {
    @Override
    public int read() throws IOException {
        throw new IOException("generated tests have no standard input");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return read();
    }

    @Override
    public int available() throws IOException {
        return read();
    }
}
