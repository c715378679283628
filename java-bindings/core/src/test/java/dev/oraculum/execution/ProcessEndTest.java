package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.runtime.protocol.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessEndTest {
    @TempDir
    Path directory;

    private Path noReport() {
        return directory.resolve("none");
    }

    @ParameterizedTest
    @CsvSource({
        "0, EXITED, exit code 0",
        "3, EXITED, exit code 3",
        "134, CRASHED, signal SIGABRT",
        "139, CRASHED, signal SIGSEGV",
        "137, KILLED, signal SIGKILL",
        "143, KILLED, signal SIGTERM",
    })
    void theExitCodeTellsWhatHappened(int exitCode, UnitEnd end, String explanation) {
        assertEquals(new ProcessEnd(end, explanation), ProcessEnd.of(exitCode, noReport(), ""));
    }

    @Test
    void aWorkerWithoutMemoryForItsOwnThreadsSaysSo() {
        assertEquals(
                UnitEnd.OUT_OF_MEMORY,
                ProcessEnd.of(Connection.EXIT_OUT_OF_MEMORY, noReport(), "").end());
    }

    @Test
    void aCrashReportNamesTheCauseAndTheFrame() throws IOException {
        Path report = Files.writeString(
                directory.resolve("hs_err.log"),
                """
                #
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGSEGV (0xb) at pc=0x00007f, pid=1, tid=2
                #
                # Problematic frame:
                # V  [libjvm.so+0xe9]  Unsafe_PutLong+0x5a
                #
                """);
        assertEquals(
                "SIGSEGV (0xb) at pc=0x00007f, pid=1, tid=2, in V  [libjvm.so+0xe9]  Unsafe_PutLong+0x5a",
                ProcessEnd.of(134, report, "").explanation());
    }

    @Test
    void aJvmThatGetsNoMemoryFromTheSystemIsOutOfMemory() throws IOException {
        Path report = Files.writeString(
                directory.resolve("hs_err.log"),
                "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n");
        assertEquals(UnitEnd.OUT_OF_MEMORY, ProcessEnd.of(1, report, "").end());
    }

    @Test
    void theLastOutputFollows() {
        assertEquals(
                "exit code 1\nlast output:\nError: no such option",
                ProcessEnd.of(1, noReport(), "Error: no such option").explanation());
    }
}
