package dev.oraculum.cli;

import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a command writes: checked before the work, written at its end, whole or not at all. */
final class OutputFiles {
    private OutputFiles() {}

    /**
     * Fails early where a file could not be written at the end.
     *
     * @param option the option that names it
     * @throws IllegalArgumentException its folder does not exist, or it is a folder
     */
    static void check(String option, Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(option + " " + file + " is a folder; name a file");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(option + " " + file + ": the folder " + folder + " does not exist; create it first");
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException(option + " " + file + ": the folder " + folder + " is not writable");
        }
    }

    static void write(Path file, String text) {
        Path absolute = file.toAbsolutePath();
        Path partial = absolute.resolveSibling("." + absolute.getFileName() + ".partial");
        try {
            Files.writeString(partial, text);
            Files.move(partial, absolute, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
