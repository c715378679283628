package dev.oraculum.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes, with {@link dev.oraculum.cli.Main} of these tests in the place of the command line. */
class CommandLineTest {
    @TempDir
    private Path folder;

    private static String standIn() throws Exception {
        return Path.of(dev.oraculum.cli.Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }

    @Test
    void aRunSaysHowItEndedAndItsLastWords() throws Exception {
        CommandLine.End end = CommandLine.run(standIn(), folder.toString(), List.of("end", "4"));
        assertEquals(4, end.status());
        assertEquals(List.of("given end 4 in " + folder.toRealPath()), end.lines());
        assertFalse(end.isKilled());
        assertTrue(CommandLine.run(standIn(), folder.resolve("nowhere").toString(), List.of("end", "137")).isKilled());
    }

    /** As an executor is lost: nobody has the time to end anything. */
    @Test
    @Timeout(120)
    void aRunEndsWithTheProcessThatStartedIt() throws Exception {
        String classes = standIn() + File.pathSeparator
                + Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process executor = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classes, Executor.class.getName(), standIn())
                .redirectErrorStream(true).start();
        try (BufferedReader said = executor.inputReader()) {
            String line = said.readLine();
            while (line != null && !line.startsWith("process ")) {
                line = said.readLine();
            }
            assertNotNull(line, "it has ended");
            ProcessHandle run = ProcessHandle.of(Long.parseLong(line.substring("process ".length()))).orElseThrow();
            assertTrue(run.isAlive());
            executor.destroyForcibly().waitFor();
            run.onExit().get(60, TimeUnit.SECONDS);
            assertFalse(run.isAlive());
        }
    }

    /** The process that is killed. */
    static final class Executor {
        private Executor() {}

        /** Argument: where the stand-in is. */
        public static void main(String[] arguments) throws Exception {
            CommandLine.run(arguments[0], "", List.of("wait"));
        }
    }
}
