package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrowserTest {
    @Test
    void eachSystemHasACommandThatOpensAnAddress() {
        Path page = Path.of("/tmp/my reports/../report 1.html");
        String address = page.normalize().toUri().toString();
        assertTrue(address.startsWith("file:///") && address.endsWith("/report%201.html"), address);
        assertEquals(List.of("xdg-open", address), Browser.commandLine("Linux", page));
        assertEquals(List.of("open", address), Browser.commandLine("Mac OS X", page));
        assertEquals(List.of("rundll32", "url.dll,FileProtocolHandler", address), Browser.commandLine("Windows 11", page));
    }
}
