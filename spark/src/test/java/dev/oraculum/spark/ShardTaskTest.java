package dev.oraculum.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

    /** It may have been the machine; the third time it is the class. */
    @Test
    void aKilledProcessIsTriedElsewhereButNotForEver() throws Exception {
        ShardTask task = task("end", "137");
        String killed = assertThrows(IOException.class, () -> task.run(1, 1)).getMessage();
        assertTrue(killed.startsWith("the process of shard 1 ended with status 137:"), killed);
        assertEquals(137, task.run(1, 2).status());
        assertEquals(List.of(), files());
    }

    @Test
    void aResultOfOtherCodeIsNoResult() throws Exception {
        ShardTask.Done done = task("result", "other").call(1);
        assertEquals(2, done.status());
        assertTrue(done.why().endsWith("digest other"), done.why());
        assertEquals(List.of(), files());
        assertEquals(0, task("result", "abc").call(1).status());
        assertEquals(List.of(results().of(1)), files());
    }

    /** The task before was lost when it had written its tests and not its result. */
    @Test
    void aTaskWritesOverTestsOfOneThatWasLost() throws Exception {
        Path tests = folder.resolve("tests");
        results().claim(tests, false);
        Files.createDirectories(tests);
        Files.writeString(tests.resolve("LostTest.java"), "");
        assertEquals(0, task("generate", "abc", "--out", "tests").call(1).status());
        String result = Files.readString(results().of(1));
        assertTrue(result.contains("generate abc --out tests --force --shard 1/3"), result);
        results().claim(tests, false);
    }

    @Test
    void testsOfUsersAreNotWrittenOver() throws Exception {
        Path tests = Files.createDirectories(folder.resolve("src/pkg")).getParent();
        Files.writeString(tests.resolve("pkg/MineTest.java"), "");
        String refused = assertThrows(UsageException.class, () -> results().claim(tests, false)).getMessage();
        assertTrue(refused.startsWith(tests + " has Java files already: name a folder without any as --out, or add --force"), refused);
        assertFalse(Files.exists(results().ofRun()), "the run has not begun");
        results().claim(tests, true);
        String other = assertThrows(UsageException.class, () -> results().claim(folder.resolve("new"), true)).getMessage();
        assertTrue(other.startsWith("this run has written its tests to " + tests), other);
    }
}
