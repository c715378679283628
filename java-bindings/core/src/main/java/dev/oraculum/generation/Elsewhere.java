package dev.oraculum.generation;

import dev.oraculum.api.OraculumException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.internal.TemporaryFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Another machine than this: its day, letters and decimal points are others, and the class path has one more folder, as the class path of
 * whoever runs the tests has. What a class does otherwise there is asserted of no test.
 */
final class Elsewhere implements AutoCloseable {
    private static final List<String> ARGUMENTS =
            List.of("-Duser.timezone=Pacific/Kiritimati", "-Duser.language=tr", "-Duser.country=TR", "-Duser.variant=");

    private final Path folder;

    /** Makes the folder. */
    Elsewhere() {
        try {
            folder = TemporaryFolders.create("elsewhere");
            Files.writeString(folder.resolve("elsewhere.txt"), "a resource\n");
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "no temporary folder: " + e.getMessage(), e);
        }
    }

    /** The same, there. */
    ExecutionSettings of(ExecutionSettings here) {
        return here.withJvmArguments(ARGUMENTS).withClassPath(Stream.concat(Stream.of(folder), here.classPath().stream()).toList());
    }

    @Override
    public void close() {
        TemporaryFolders.delete(folder);
    }
}
