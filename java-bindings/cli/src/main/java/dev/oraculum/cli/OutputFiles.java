package dev.oraculum.cli;

import dev.oraculum.api.OraculumException;
import dev.oraculum.internal.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        if (!isDevice(file) && !Files.isWritable(folder)) {
            throw new IllegalArgumentException(option + " " + file + ": the folder " + folder + " is not writable");
        }
    }

    /**
     * Fails early where a folder could not be written to at the end.
     *
     * @throws IllegalArgumentException it is a file, or neither it nor the folder that it would be made in can be written to
     */
    static void checkFolder(String option, Path folder) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(option + " " + folder + " is a file; name a folder");
        }
        Path existing = folder.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
            throw new IllegalArgumentException(option + " " + folder + ": the folder " + existing + " is not writable");
        }
    }

    /** @throws IllegalArgumentException it is no folder that is there and can be written to */
    static void requireWritable(String option, Path folder) {
        if (!Files.exists(folder)) {
            throw new IllegalArgumentException(option + ": the folder " + folder + " does not exist; create it first");
        }
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(option + ": " + folder + " is a file; name a folder");
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException(option + ": the folder " + folder + " is not writable");
        }
    }

    static void createFolder(String option, Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, option + " " + folder + " cannot be made: " + e.getMessage(), e);
        }
    }

    static void write(Path file, String text) {
        try {
            WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new OraculumException(OraculumException.Code.IO, "cannot write " + file + ": " + reason, e);
        }
    }

    /** A device or pipe is written to, and needs no folder to write in. */
    private static boolean isDevice(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }
}
