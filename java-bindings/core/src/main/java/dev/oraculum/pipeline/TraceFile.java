package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A trace of Daikon's that the methods of a project leave one after the other: there whole, or not at all. */
final class TraceFile implements AutoCloseable {
    private final Path file;
    private final Path partial;
    private boolean begun;

    private TraceFile(Path file, Path partial) {
        this.file = file;
        this.partial = partial;
    }

    /** @param file null: no trace is written */
    static TraceFile of(Path file) {
        if (file == null) {
            return new TraceFile(null, null);
        }
        Path whole = file.toAbsolutePath();
        return new TraceFile(whole, whole.resolveSibling("." + whole.getFileName() + "." + ProcessHandle.current().pid() + ".partial"));
    }

    /** Adds the states of the method that the engine has. */
    void add(Engine engine) {
        if (file != null) {
            engine.writeTrace(partial, begun);
            begun = true;
        }
    }

    /** Puts the file in its place; without a method there is none. */
    void finish() {
        if (begun) {
            try {
                Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new OraculumException(OraculumException.Code.IO, "cannot write " + file + ": " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        try {
            if (begun) {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            // What is left has a name that says it is no whole file.
        }
    }
}
