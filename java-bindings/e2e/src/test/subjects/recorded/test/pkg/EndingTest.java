package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Ends its JVM where it is told to. */
class EndingTest extends Endings {
    @Test
    void ends() throws Exception {
        if (isAskedFor()) {
            new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start().waitFor();
            Thread.sleep(60_000);
        }
        assertEquals(21, new Recorded().parse("21"));
    }
}
