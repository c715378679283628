package dev.oraculum.worker.batch;

import dev.oraculum.runtime.containment.SystemHooks;
import java.io.FileDescriptor;
import java.io.PrintStream;

/**
 * Standard output, or error, of generated tests: to close it is refused each time. Of the JVM's own stream only the first close is, as the
 * stream counts as closed then, and whoever runs such a test later hears no more of the tests behind it.
 */
final class OpenOutput extends PrintStream {
    private final FileDescriptor descriptor;

    private OpenOutput(PrintStream stream, FileDescriptor descriptor) {
        super(stream, true);
        this.descriptor = descriptor;
    }

    /** In place of the JVM's own streams. */
    static void install() {
        if (!(System.out instanceof OpenOutput)) {
            System.setOut(new OpenOutput(System.out, FileDescriptor.out));
        }
        if (!(System.err instanceof OpenOutput)) {
            System.setErr(new OpenOutput(System.err, FileDescriptor.err));
        }
    }

    @Override
    public void close() {
        SystemHooks.close(descriptor);
        flush();
    }
}
