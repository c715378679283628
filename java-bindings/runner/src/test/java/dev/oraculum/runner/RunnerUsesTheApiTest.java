package dev.oraculum.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The runner is a user of the API, as the command line is. */
class RunnerUsesTheApiTest {
    @Test
    void theRunnerUsesTheApiOnly() throws IOException {
        List<String> others = new ArrayList<>();
        int ofTheApi = 0;
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith("import dev.oraculum.api.")) {
                        ofTheApi++;
                    } else if (line.startsWith("import dev.oraculum.") && !line.startsWith("import dev.oraculum.patch.")) {
                        others.add(file.getFileName() + ": " + line);
                    }
                }
            }
        }
        assertEquals(List.of(), others);
        assertTrue(ofTheApi > 10, ofTheApi + " imports of the API");
    }
}
