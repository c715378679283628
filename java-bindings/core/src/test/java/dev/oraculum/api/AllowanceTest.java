package dev.oraculum.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowanceTest {
    @Test
    void entriesAreSortedAndFoldersAbsolute() {
        assertEquals(
                List.of("net", "process", "write=" + Path.of("").toAbsolutePath().resolve("b")),
                WorkerSettings.DEFAULT.withAllow(List.of("process", "write=a/../b", "net", "net")).allow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "write", "write=", "exit", "network", "net=host", "Net", "write=\0"})
    void anythingElseIsRefused(String entry) {
        String message = assertThrows(IllegalArgumentException.class, () -> WorkerSettings.DEFAULT.withAllow(List.of(entry))).getMessage();
        assertTrue(message.startsWith("mutants may be allowed write=FOLDER"), message);
    }
}
