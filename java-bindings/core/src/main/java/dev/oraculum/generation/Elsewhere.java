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
 * Another machine than this: its day, letters and decimal points are others, and the first folder with resources is another, as for whoever
 * runs the tests. What a class does otherwise there is asserted of no test.
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

    /** The same, there. JUnit stands first in the class path of workers: what is to come before it is for the loader of the JVM. */
    ExecutionSettings of(ExecutionSettings here) {
        return here.withJvmArguments(Stream.concat(ARGUMENTS.stream(), Stream.of("-Xbootclasspath/a:" + folder)).toList());
    }

    @Override
    public void close() {
        TemporaryFolders.delete(folder);
    }
}
