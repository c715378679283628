package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JugeProtocolTest {
    @TempDir
    Path folder;

    private final StringWriter answers = new StringWriter();

    private JugeProtocol protocol(String... lines) {
        return new JugeProtocol(new BufferedReader(new StringReader(String.join("\n", lines))), new PrintWriter(answers));
    }

    @Test
    void aWholeConversation() throws IOException {
        String here = folder.toString();
        JugeProtocol harness = protocol("BENCHMARK", here, here, "1", here, "2", "30", "pkg.A", "60", "pkg.B$Inner");
        assertEquals(new JugeProtocol.Benchmark(folder, List.of(folder), 2), harness.benchmark());
        harness.begin(List.of(folder));
        assertEquals(new JugeProtocol.Task("pkg.A", Duration.ofSeconds(30)), harness.task());
        harness.ready();
        assertEquals(new JugeProtocol.Task("pkg.B$Inner", Duration.ofSeconds(60)), harness.task());
        assertEquals(List.of("CLASSPATH", "1", folder.toAbsolutePath().toString(), "READY", "READY"), answers.toString().lines().toList());
    }

    @Test
    void aBudgetThatComesOnceHolds() throws IOException {
        JugeProtocol harness = protocol("BENCHMARK", folder.toString(), folder.toString(), "0", "2", "30", "A", "B");
        assertEquals(2, harness.benchmark().classes());
        assertEquals(Duration.ofSeconds(30), harness.task().budget());
        assertEquals(new JugeProtocol.Task("B", Duration.ofSeconds(30)), harness.task());
    }

    @Test
    void whatIsWrongIsSaidWithItsLine() {
        refused("line 1 of standard input is \"HELLO\": expected BENCHMARK", "HELLO");
        refused("standard input ends at line 2", "BENCHMARK");
        refused("line 2 of standard input: there is no nowhere, the folder of the sources", "BENCHMARK", "nowhere");
        refused("line 4 of standard input is \"-1\"", "BENCHMARK", folder.toString(), folder.toString(), "-1");
        JugeProtocol harness = protocol("pkg.A");
        assertTrue(assertThrows(IllegalArgumentException.class, harness::task).getMessage().contains("expected a budget in seconds"));
        JugeProtocol odd = protocol("5", "../A");
        assertTrue(assertThrows(IllegalArgumentException.class, odd::task).getMessage().contains("expected the name of a class"));
    }

    private void refused(String message, String... lines) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> protocol(lines).benchmark());
        assertTrue(refused.getMessage().startsWith(message), refused.getMessage());
    }
}
