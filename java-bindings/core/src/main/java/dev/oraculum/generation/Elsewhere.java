package dev.oraculum.generation;

import dev.oraculum.api.OraculumException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.internal.TemporaryFolders;
import dev.oraculum.runtime.OtherThreads;
import dev.oraculum.runtime.OtherTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Another machine than this, at another time: its day, years, letters, digits and decimal points are others, as are addresses, somebody
 * else is logged in, there are other variables in the environment and other system properties, and the first folder with resources is
 * another, as for whoever runs the tests. Its clock goes ahead, from each read to the next ({@link OtherTime}), threads beside that of
 * the test are slow ({@link OtherThreads}), and statements {@code assert} are off. What a class does otherwise there is asserted of no
 * test.
 */
final class Elsewhere implements AutoCloseable {
    /** Where in the world. The zones are far apart whatever the year: real ones had another offset once. */
    enum Side {
        /** Of a moment, the day is the next one or the same. */
        EAST("Etc/GMT-14"),
        /** The day is the one before or the same. */
        WEST("Etc/GMT+12");

        private final String zone;

        Side(String zone) {
            this.zone = zone;
        }
    }

    private static final List<String> ARGUMENTS =
            List.of("-Duser.language=tr", "-Duser.country=TR", "-Duser.variant=",
                    "-Duser.extensions=u-ca-buddhist-nu-arab", "-Duser.name=yeter", "-D" + OtherTime.PROPERTY + "=true",
                    OtherThreads.LATE,
                    // Statements `assert` are checked by some who run tests, and not by others.
                    "-da",
                    // The hash code of every object whose class has none of its own is 1: addresses in texts have another length.
                    "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2");
    /** Some that most machines have, and two more: also how many there are is another number. */
    private static final Map<String, String> VARIABLES = Map.of(
            "USER", "yeter", "LOGNAME", "yeter", "HOSTNAME", "elsewhere", "LANG", "tr_TR.UTF-8", "ELSEWHERE", "here", "OTHER_MACHINE", "2");

    private final Side side;
    private final Path folder;

    /** Makes the folder. */
    Elsewhere(Side side) {
        this.side = side;
        try {
            folder = TemporaryFolders.create("elsewhere");
            Files.writeString(folder.resolve("elsewhere.txt"), "a resource\n");
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "no temporary folder: " + e.getMessage(), e);
        }
    }

    /** The same, there. JUnit stands first in the class path of workers: what is to come before it is for the loader of the JVM. */
    ExecutionSettings of(ExecutionSettings here) {
        Stream<String> own = Stream.of("-Duser.timezone=" + side.zone, "-Xbootclasspath/a:" + folder);
        return here.withMoreJvmArguments(Stream.concat(ARGUMENTS.stream(), own).toList())
                .withVariables(VARIABLES);
    }

    @Override
    public void close() {
        TemporaryFolders.delete(folder);
    }
}
