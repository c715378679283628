package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the options of workers refuse; what they do, the tests of execution say. */
class WorkerOptionsEndToEndTest {
    @ParameterizedTest
    @CsvSource({
        "--working-directory, nowhere, --working-directory nowhere: there is no such folder",
        "--sandbox, maybe, maybe",
        "--env, A=B, --env: \"A=B\" is no name of an environment variable",
    })
    void aWrongValueIsNamed(String option, String value, String message) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("check", "--oracle", "o.json", "--classpath", "c", "--tests", "t"));
        arguments.addAll(List.of(option, value));
        Cli.Result result = Cli.run(arguments);
        assertEquals(2, result.exitCode(), result.toString());
        assertTrue(result.err().contains(message), result.toString());
    }
}
