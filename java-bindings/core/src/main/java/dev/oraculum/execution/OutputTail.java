package dev.oraculum.execution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;

/**
 * Reads all that a process prints, so that it never blocks on a full pipe, and keeps the end of it for messages. What
 * the user's tests print cannot disturb the protocol, which has a line of its own.
 */
final class OutputTail {
    private static final int KEPT_BYTES = 16 << 10;
    private static final int KEPT_LINES = 20;

    private final byte[] ring = new byte[KEPT_BYTES];
    private long written;
    private final Thread reader;

    OutputTail(String name, InputStream output) {
        reader = new Thread(() -> drain(output), name);
        reader.setDaemon(true);
        reader.start();
    }

    private void drain(InputStream output) {
        byte[] chunk = new byte[8 << 10];
        try (output) {
            for (int n = output.read(chunk); n >= 0; n = output.read(chunk)) {
                keep(chunk, n);
            }
        } catch (IOException e) {
            // The process is gone; what it said so far is kept.
        }
    }

    private synchronized void keep(byte[] chunk, int length) {
        for (int i = 0; i < length; i++) {
            ring[(int) (written++ % KEPT_BYTES)] = chunk[i];
        }
    }

    /** The last lines, after the process has ended. */
    String lastLines() throws InterruptedException {
        // A grandchild may hold the pipe open: what has come within a moment must do.
        reader.join(500);
        synchronized (this) {
            int length = (int) Math.min(written, KEPT_BYTES);
            byte[] tail = new byte[length];
            for (int i = 0; i < length; i++) {
                tail[i] = ring[(int) ((written - length + i) % KEPT_BYTES)];
            }
            String text = new String(tail, Charset.defaultCharset()).stripTrailing();
            String[] lines = text.split("\\R");
            int from = Math.max(0, lines.length - KEPT_LINES);
            return String.join("\n", java.util.Arrays.asList(lines).subList(from, lines.length));
        }
    }
}
