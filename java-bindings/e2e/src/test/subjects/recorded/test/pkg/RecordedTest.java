package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class RecordedTest {
    @BeforeEach
    void log(TestInfo test) throws Exception {
        String log = System.getenv("RECORDED_LOG");
        if (log != null) {
            String line = test.getTestMethod().get().getName() + "\n";
            Files.write(Path.of(log), line.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    @Test
    void adds() {
        for (int start = -5; start < 5; start++) {
            Recorded recorded = new Recorded();
            for (int i = start; i < 5; i++) {
                int before = recorded.total();
                assertEquals(before + i, recorded.add(i));
            }
        }
    }

    @Test
    void clamps() {
        for (int x = -5; x < 5; x++) {
            for (int low = -3; low < 3; low++) {
                for (int high = low; high < 4; high++) {
                    assertEquals(Math.max(low, Math.min(high, x)), new Recorded().clamp(x, low, high));
                }
            }
        }
    }

    @Test
    void nothing() {
        assertNotNull(new Recorded());
    }

    @Test
    void parses() {
        for (String text : new String[] {"0", "7", "12", "345", ""}) {
            assertEquals(text.isEmpty() ? 0 : Integer.parseInt(text), new Recorded().parse(text));
        }
    }
}
