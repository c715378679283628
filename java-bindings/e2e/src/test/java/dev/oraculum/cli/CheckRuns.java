package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs of {@code oraculum check}, and what is expected of them. */
final class CheckRuns {
    private CheckRuns() {}

    static Cli.Result check(Path oracleFile, String classPath, String tests, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("check", "--oracle", oracleFile.toString(), "--classpath", classPath, "--tests", tests));
        arguments.addAll(List.of(more));
        return Cli.run(arguments);
    }

    static void expect(Cli.Result result, int exitCode, String... messageParts) {
        assertEquals(exitCode, result.exitCode(), result.toString());
        for (String part : messageParts) {
            assertTrue(result.err().contains(part) || result.out().contains(part), "expected '" + part + "' in " + result);
        }
        assertFalse(result.err().contains("\tat "), "a stack trace: " + result);
    }
}
