package dev.oraculum.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is a result, what is an error of the command, and what is done again. */
class ShardTaskTest {
    @TempDir
    private Path folder;

    private ShardTask task(String... command) throws Exception {
        String standIn = Path.of(dev.oraculum.cli.Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        return new ShardTask(new Options(standIn, folder.toString(), "all.json", folder.toString(), List.of(command)), results());
    }

    private Results results() {
        return new Results(folder.toString(), "abc", 3);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("abc"))) {
            return files.sorted().toList();
        }
    }

    @Test
    void aResultIsThereAsAWholeAndNotDoneAgain() throws Exception {
        Results results = results();
        Files.createDirectories(results.ofRun());
        assertEquals(List.of(1, 2, 3), results.missing());
        Path unfinished = results.unfinished(2);
        Files.writeString(unfinished, "{}");
        assertEquals(List.of(1, 2, 3), results.missing(), "it may be half of one");
        results.finish(2, unfinished);
        assertEquals(List.of(1, 3), results.missing());
        assertEquals(List.of(folder.resolve("abc/2-of-3.json")), files());
        assertEquals(new ShardTask.Done(2, 0, ""), task("end", "4").call(2), "nothing is run");
    }

    @Test
    void anErrorOfTheCommandIsNotTriedAgain() throws Exception {
        ShardTask.Done done = task("end", "2").call(1);
        assertEquals(2, done.status());
        assertTrue(done.why().startsWith("given end 2 --shard 1/3 --json " + folder.resolve("abc")), done.why());
        assertEquals(List.of(), files());
    }

    @Test
    void aKilledProcessIsTriedElsewhere() throws Exception {
        ShardTask task = task("end", "137");
        assertTrue(assertThrows(IOException.class, () -> task.call(1)).getMessage().startsWith("shard 1 was ended with status 137:"));
    }
}
