package dev.oraculum.generation;

import dev.oraculum.api.OraculumException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.internal.TemporaryFolders;
import dev.oraculum.runtime.OtherThreads;
import dev.oraculum.runtime.OtherTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Another machine than this, at another time: its day, years, letters, digits and decimal points are others, as are addresses, somebody
 * else is logged in, there are other variables in the environment and other system properties, and the first folder with resources is
 * another, as for whoever runs the tests. Its clock goes ahead, from each read to the next ({@link OtherTime}), threads beside that of
 * the test are slow ({@link OtherThreads}), and statements {@code assert} are off. What a class does otherwise there is asserted of no
 * test.
 */
final class Elsewhere implements AutoCloseable {
    /** Where in the world. The zones are far apart. */
    enum Side {
        /**
         * Of a moment, the day is the next one or the same, whatever the year: real zones had another offset once. The language is one in
         * which the program has messages, if it has any. The hash code of every object whose class has none of its own is 1: addresses in
         * texts have another length.
         *
         * <p>It is 400 days later: another year, month and day of the week. On the wall it is 12 hours and 5 minutes later in the day:
         * afternoon, where it is morning here.
         */
        EAST("Etc/GMT-14", minutes(400, 22, 5), "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"),
        /**
         * The day is the one before or the same. The offset changes twice a year, and has seconds in the years before time zones, unlike
         * that of UTC and the one in the east. Hash codes are as many as here, and others, as tests run in another order.
         *
         * <p>It is 580 days later, in another half of the year, and in UTC 12 hours and 5 minutes later in the day.
         */
        WEST("America/Adak", minutes(580, 12, 5));

        final String zone;
        /** Minutes by which the clock goes ahead. */
        final long ahead;
        private final List<String> arguments;

        Side(String zone, long ahead, String... arguments) {
            this.zone = zone;
            this.ahead = ahead;
            this.arguments = List.of(arguments);
        }

        private static long minutes(int days, int hours, int minutes) {
            return (days * 24L + hours) * 60 + minutes;
        }

        private Stream<String> language(ExecutionSettings here) {
            Optional<String> spoken = this == EAST ? BundleLanguages.mostUsed(here.classPath(), ENGLISH) : Optional.empty();
            // Of Turkish, letters have other capitals.
            return Stream.of("-Duser.language=" + spoken.orElse("tr"), "-Duser.country=" + (spoken.isPresent() ? "" : "TR"));
        }
    }

    private static final String ENGLISH = "en";
    private static final List<String> ARGUMENTS =
            List.of("-Duser.variant=", "-Duser.extensions=u-ca-buddhist-nu-arab", "-Duser.name=yeter", OtherThreads.LATE,
                    // Statements `assert` are checked by some who run tests, and not by others.
                    "-da");
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
        List<String> arguments = new ArrayList<>(ARGUMENTS);
        side.language(here).forEach(arguments::add);
        arguments.addAll(List.of(
                "-Duser.timezone=" + side.zone, "-D" + OtherTime.PROPERTY + "=" + side.ahead, "-Xbootclasspath/a:" + folder));
        arguments.addAll(side.arguments);
        return here.withMoreJvmArguments(arguments)
                .withVariables(VARIABLES);
    }

    @Override
    public void close() {
        TemporaryFolders.delete(folder);
    }
}
