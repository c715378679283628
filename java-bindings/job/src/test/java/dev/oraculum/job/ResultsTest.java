package dev.oraculum.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    @TempDir
    private Path reports;

    private void write(String file) throws IOException {
        Files.createDirectories(reports.resolve(file).getParent());
        Files.writeString(reports.resolve(file), "{}");
    }

    @Test
    void theResultsThatAPageShowsAreFoundInItsOrder() throws IOException {
        for (String file : List.of("select/select.json", "select/oracle.json", "rank/b.D.json", "rank/a.C.json", "improve/improve.json",
                "improve/improve.patch", "check/check.json", "generate/generate.json", "work/improve/x.json")) {
            write(file);
        }
        Map<String, File> results = Results.of(reports.toFile(), "tickets/");
        assertEquals(List.of("tickets/improve.json", "tickets/a.C.json", "tickets/b.D.json", "tickets/select.json", "tickets/check.json",
                        "tickets/generate.json"),
                List.copyOf(results.keySet()));
        assertEquals(reports.resolve("rank/a.C.json").toFile(), results.get("tickets/a.C.json"));
    }

    @Test
    void aFolderThatDoesNotExistHasNone() {
        assertEquals(Map.of(), Results.of(reports.resolve("none").toFile(), ""));
    }
}
