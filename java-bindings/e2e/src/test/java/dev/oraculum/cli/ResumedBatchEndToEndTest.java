package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a run from working in an evidence folder: another run that does, and evidence of other class files. */
@SameOnEveryJdk
class ResumedBatchEndToEndTest {
    @TempDir
    private Path folder;

    @Test
    void aFolderIsOfOneRunAtATimeAndOfTheSameClassFiles() throws Exception {
        TestProject basics = TestProject.compile("basics", folder.resolve("basics"));
        Path evidence = folder.resolve("evidence");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Cli.Running first = Cli.start(improve(basics, basics.classes(), evidence), temporary);
        first.awaitError("[1 of 4]");
        // It keeps the folder, and does not end by itself.
        signal("STOP", first);
        Cli.Result second = Cli.start(improve(basics, basics.classes(), evidence, "--resume"), temporary).await();
        signal("KILL", first);
        first.process().waitFor();
        assertEquals(2, second.exitCode(), second.toString());
        assertTrue(second.err().contains("another run works in the evidence folder"), second.toString());

        Path changed = folder.resolve("changed");
        Path source = Files.createDirectories(folder.resolve("sources/pkg")).resolve("Calc.java");
        Files.writeString(source, Files.readString(basics.sources().resolve("pkg/Calc.java")).replace("x - (x - y) : x", "y : x"));
        basics.compileSources(source.getParent(), changed);
        Path json = folder.resolve("result.json");
        Cli.Result other = Cli.start(improve(basics, changed, evidence, "--resume", "--threads", "1", "--total-budget", "10s", "--json",
                json.toString()), temporary).await();
        assertEquals(2, other.exitCode(), other.toString());
        assertTrue(Cli.json(json).path("outcomes").path("evidenceUnusable").asInt() >= 1, other.toString());
        assertTrue(other.err().contains("was begun with other inputs and cannot be continued"), other.toString());
    }

    private static void signal(String name, Cli.Running run) throws Exception {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(run.process().pid())).start().waitFor(), run::errorSoFar);
    }

    private static List<String> improve(TestProject project, Path classes, Path evidence, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("improve", "--classpath", classes.toString(), "--tests", project.tests(), "--class", "pkg.Calc", "--evidence",
                        evidence.toString()));
        arguments.addAll(List.of(more));
        return arguments;
    }
}
