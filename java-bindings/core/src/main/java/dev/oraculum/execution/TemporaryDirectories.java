package dev.oraculum.execution;

import dev.oraculum.internal.TemporaryFolders;
import java.io.IOException;
import java.nio.file.Path;

/** Directories that a pool needs while it is open. */
final class TemporaryDirectories {
    private TemporaryDirectories() {}

    /** Makes one that only its owner can read. */
    static Path create() {
        try {
            return TemporaryFolders.create("workers");
        } catch (IOException e) {
            throw new CannotRunException(
                    "cannot make a directory below " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage(), e);
        }
    }

    /** Removes a directory with what is in it, as far as the system lets us. */
    static void delete(Path directory) {
        TemporaryFolders.delete(directory);
    }
}
