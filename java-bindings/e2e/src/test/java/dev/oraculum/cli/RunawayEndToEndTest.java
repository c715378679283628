package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mutants that never end, or end the JVM: each is classified, the run ends, and no process is left. */
class RunawayEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject runaway;

    @BeforeAll
    static void compile() throws Exception {
        runaway = TestProject.compile("runaway", folder);
    }

    @ParameterizedTest
    @CsvSource({
        "countTo,     all tests were run,                                 ''",
        "fill,        the heap was exhausted,                             ran out of memory",
        "depth,       all tests were run,                                 recursed until the stack was full",
        "exitUnless,  all tests were run,                                 ''",
        "acceptIf,    a test was blocked on input or output for good,     was running when its worker process ended",
    })
    void isClassifiedAndTheRunEnds(String method, String end, String notRecorded) throws Exception {
        Path json = folder.resolve(method + ".json");
        Cli.Running run = Cli.start(runaway.improve("pkg.Runaway#" + method, "--mutators", "ALL", "--allow", "net", "--verbose", "--json",
                json.toString()));
        Set<ProcessHandle> seen = ConcurrentHashMap.newKeySet();
        while (run.process().isAlive()) {
            run.process().descendants().forEach(seen::add);
            Thread.sleep(20);
        }
        Cli.Result result = run.await();
        assertEquals(0, result.exitCode(), result.toString());
        assertTrue(result.err().contains(end), result.toString());
        assertEquals(0, Cli.json(json).path("improved").path("fp").asInt(), result.toString());
        JsonNode left = Cli.json(json).path("evidence").path("notRecorded");
        assertEquals(!notRecorded.isEmpty(), left.path("tests").asLong() > 0, left.toPrettyString());
        assertTrue(left.path("reasons").toString().contains(notRecorded), left.toPrettyString());
        assertEquals(!notRecorded.isEmpty(), result.out().contains("not seen  "), result.toString());
        assertTrue(!seen.isEmpty(), "the workers were seen");
        assertTrue(seen.stream().noneMatch(ProcessHandle::isAlive), "no process is left");
    }
}
