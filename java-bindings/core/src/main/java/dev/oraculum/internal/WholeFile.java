package dev.oraculum.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole or not at all, also after a kill, a full disk, or two runs that write the same one. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Writes beside the file and renames; what a symbolic link names is replaced, not the link. What exists and is no regular file, a pipe
     * or a device, is written directly. A pending interrupt does not keep the file from being written.
     *
     * @throws IOException nothing was written; what was there before still is
     */
    public static void write(Path file, byte[] content) throws IOException {
        try {
            Uninterrupted.call(() -> {
                try {
                    writeNow(file.toAbsolutePath(), content);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return null;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void writeNow(Path file, byte[] content) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.write(file, content);
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file;
        Path partial = target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".partial");
        try {
            Files.write(partial, content);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(partial);
            throw e;
        }
    }
}
