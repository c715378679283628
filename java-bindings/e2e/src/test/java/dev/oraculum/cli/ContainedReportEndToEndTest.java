package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What mutants were refused is said in the text and in the JSON, after a resumed run as well; {@code --allow} lets it through, if it names
 * what there is.
 */
class ContainedReportEndToEndTest {
    @TempDir
    private Path folder;

    private TestProject careless;
    private Path elsewhere;

    @BeforeEach
    void compile() throws Exception {
        careless = TestProject.compile("careless", folder.resolve("careless"));
        elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    }

    private Cli.Result improve(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(careless.improve("pkg.Notes#price", options));
        arguments.addAll(List.of("--mutators", "DEFAULTS,NEGATE_CONDITIONALS"));
        return Cli.start(List.of(), arguments, Map.of("NOTES_FOLDER", elsewhere.toString())).await();
    }

    @Test
    void refusalsAreReportedKeptAndLetThrough() throws Exception {
        Path json = folder.resolve("refused.json");
        Path evidence = folder.resolve("run.db");
        Cli.Result result = improve("--verbose", "--evidence", evidence.toString(), "--json", json.toString());
        assertEquals(0, result.exitCode(), result.toString());
        JsonNode contained = Cli.json(json).path("evidence").path("contained");
        long mutants = contained.path("mutants").asLong();
        assertTrue(mutants >= 2, contained.toPrettyString());
        assertTrue(contained.path("tests").asLong() > mutants, contained.toPrettyString());
        assertEquals(1, contained.path("refused").size(), contained.toPrettyString());
        JsonNode refused = contained.path("refused").get(0);
        assertEquals("write", refused.path("kind").asText());
        assertEquals(mutants, refused.path("mutants").asLong());
        // Long numbers are taken out of targets.
        assertTrue(refused.path("target").asText().endsWith("/elsewhere/complaint"), refused.toString());
        assertTrue(result.out().contains("contained " + mutants + " mutants refused: write;"), result.toString());
        assertTrue(result.out().contains("refused   write " + refused.path("target").asText() + ": " + mutants + " mutants"),
                result.toString());
        assertFalse(Files.exists(elsewhere.resolve("complaint")), "a mutant wrote it");

        Path resumed = folder.resolve("resumed.json");
        Cli.Result again = improve("--evidence", evidence.toString(), "--resume", "--json", resumed.toString());
        assertEquals(Cli.withoutTimes(json), Cli.withoutTimes(resumed));
        assertTrue(again.out().contains("contained " + mutants + " mutants refused: write;"), again.toString());
        assertTrue(again.out().contains("(--verbose says what, --allow lets it through)"), again.toString());

        Cli.Result other = improve("--evidence", evidence.toString(), "--resume", "--allow", "write=" + elsewhere);
        assertEquals(2, other.exitCode(), "evidence with other allowances is other evidence: " + other);
        Path allowed = folder.resolve("allowed.json");
        Cli.Result through = improve("--allow", "write=" + elsewhere, "--json", allowed.toString());
        assertEquals(0, through.exitCode(), through.toString());
        assertEquals(0, Cli.json(allowed).path("evidence").path("contained").path("mutants").asLong(), through.toString());
        assertFalse(through.out().contains("contained"), through.toString());
        assertTrue(Files.exists(elsewhere.resolve("complaint")), "no mutant wrote it");
    }

    @Test
    void whatCannotBeAllowedIsRefusedBeforeAnythingRuns() throws Exception {
        Path evidence = folder.resolve("never.db");
        refuse(evidence, "network", "write=FOLDER", "\"network\"", "net");
        refuse(evidence, "exit", "write=FOLDER", "\"exit\"");
        refuse(evidence, "write=" + folder.resolve("absent"), folder.resolve("absent").toString(), "does not exist");
        refuse(evidence, "write=" + careless.sources().resolve("pkg/Notes.java"), "Notes.java", "is a file");
        Path locked = Files.createDirectory(folder.resolve("locked"));
        assertTrue(locked.toFile().setWritable(false));
        // For the superuser every folder can be written.
        if (!Files.isWritable(locked)) {
            refuse(evidence, "write=" + locked, locked.toString(), "is not writable");
        }
        assertTrue(locked.toFile().setWritable(true));
    }

    private void refuse(Path evidence, String allow, String... messageParts) throws Exception {
        Cli.Result result = improve("--evidence", evidence.toString(), "--allow", allow);
        assertEquals(2, result.exitCode(), result.toString());
        assertTrue(result.err().contains("--allow"), result.toString());
        for (String part : messageParts) {
            assertTrue(result.err().contains(part), "expected '" + part + "' in " + result);
        }
        assertFalse(Files.exists(evidence), "work was begun");
    }
}
