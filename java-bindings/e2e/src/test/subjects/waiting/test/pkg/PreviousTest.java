package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PreviousTest {
    /** Says that it runs, and waits for longer than anybody will. */
    @Test
    void waits() throws Exception {
        assertEquals(22, Clock.previous(23));
        Files.writeString(Path.of(System.getenv("WAITING_FILE")), "here");
        Thread.sleep(3_600_000);
    }
}
