package dev.oraculum.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
                "improve/improve.patch", "check/check.json", "generate/generate.json", "work/improve/x.json",
                "merge/merged.json")) {
            write(file);
        }
        Map<String, File> results = Results.of(reports.toFile(), "tickets/");
        assertEquals(List.of("tickets/improve.json", "tickets/a.C.json", "tickets/b.D.json", "tickets/select.json", "tickets/check.json",
                        "tickets/generate.json", "tickets/merged.json"),
                List.copyOf(results.keySet()));
        assertEquals(reports.resolve("rank/a.C.json").toFile(), results.get("tickets/a.C.json"));
    }

    @Test
    void resultsOfShardsAreFilesOrInFolders() throws IOException {
        for (String file : List.of("shards/b/improve.json", "shards/a/improve/improve.json", "shards/a/improve/improve.patch", "c.json",
                "shards/a/oracle.json")) {
            write(file);
        }
        List<File> found = Results.ofShards(List.of(reports.resolve("shards").toFile(), reports.resolve("c.json").toFile()));
        assertEquals(List.of("shards/a/improve/improve.json", "shards/b/improve.json", "c.json"),
                found.stream().map(file -> reports.relativize(file.toPath()).toString().replace(File.separatorChar, '/')).toList());
    }

    @Test
    void shardsThatAreNotThereAreNamed() {
        File none = reports.resolve("none").toFile();
        JobException missing = assertThrows(JobException.class, () -> Results.ofShards(List.of(none)));
        assertTrue(missing.isInput() && missing.getMessage().startsWith("oraculum: shards: " + none + " does not exist"),
                missing.getMessage());
        JobException empty = assertThrows(JobException.class, () -> Results.ofShards(List.of(reports.toFile())));
        assertTrue(empty.isInput() && empty.getMessage().startsWith("oraculum: shards is empty"), empty.getMessage());
    }

    @Test
    void aFolderThatDoesNotExistHasNone() {
        assertEquals(Map.of(), Results.of(reports.resolve("none").toFile(), ""));
    }
}
