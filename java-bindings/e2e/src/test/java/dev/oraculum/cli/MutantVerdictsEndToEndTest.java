package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.cli.GenerateRuns.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate} says of every mutant what became of it, and why. */
class MutantVerdictsEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("generated", folder);
    }

    /** By method and description the verdict. */
    private static Map<String, String> ends(JsonNode report) {
        Map<String, String> ends = new TreeMap<>();
        report.get("mutants").forEach(mutant -> ends.merge(
                mutant.get("id").textValue().replaceFirst("\\(.*", "") + ": " + mutant.get("description").textValue(),
                mutant.get("end").textValue(), (a, b) -> a + ", " + b));
        return ends;
    }

    private static JsonNode mutant(JsonNode report, String method, String description) {
        for (JsonNode mutant : report.get("mutants")) {
            if (mutant.get("id").textValue().startsWith(method + "(") && mutant.get("description").textValue().equals(description)) {
                return mutant;
            }
        }
        throw new AssertionError(method + ": " + description + " in " + report.get("mutants"));
    }

    /** The same on every JDK: seed and number of tests decide. */
    @Test
    void everyMutantHasAVerdict() throws Exception {
        GenerateRuns.Written meter = runs.write("meter", Mutants.DEFAULT, "--class", "pkg.Meter", "--max-tests", "3000", "-v");
        Cli.Result result = meter.result();
        JsonNode report = meter.report();
        String source = meter.source("pkg.MeterGeneratedTest");
        assertEquals(
                """
                drift: Replaced double addition with subtraction=UNASSERTED
                drift: Replaced double multiplication with division=KILLED
                drift: replaced double return with 0.0d=KILLED
                highest: changed conditional boundary=EQUIVALENT
                highest: removed conditional - replaced comparison check with false=KILLED
                highest: replaced int return with 0=KILLED
                late: Replaced integer subtraction with addition=NOT_REACHED
                late: removed call to pkg/Meter::refuse=KILLED
                late: replaced int return with 0=NOT_REACHED
                over: Replaced integer addition with subtraction=KILLED
                over: Replaced integer subtraction with addition=NOT_REACHED
                over: changed conditional boundary=UNCHANGED, KILLED
                over: removed conditional - replaced comparison check with false=UNCHANGED, UNCHANGED
                over: replaced int return with 0=NOT_REACHED, KILLED
                read: Replaced integer addition with subtraction=UNASSERTED
                read: Replaced integer multiplication with division=KILLED
                read: replaced int return with 0=KILLED
                unused: Replaced integer addition with subtraction=NOT_REACHED
                unused: replaced int return with 0=NOT_REACHED
                """,
                ends(report).entrySet().stream().map(end -> end + "\n").collect(Collectors.joining()), source);

        JsonNode hidden = mutant(report, "read", "Replaced integer addition with subtraction").get("difference");
        assertEquals("the field calls of new Meter(..)", hidden.get("of").textValue());
        assertEquals("HIDDEN", hidden.get("why").textValue());
        assertEquals(hidden.get("original").textValue(), hidden.get("mutant").textValue().replace("-", ""));

        JsonNode unchanged = mutant(report, "over", "removed conditional - replaced comparison check with false");
        assertTrue(unchanged.at("/missedBy/count").intValue() > 0, unchanged.toString());
        unchanged.at("/missedBy/tests").forEach(test -> assertTrue(source.contains("void " + test.textValue() + "()"), source));

        JsonNode unasserted = mutant(report, "drift", "Replaced double addition with subtraction");
        JsonNode difference = unasserted.get("difference");
        assertEquals("the result of Meter.drift(..)", difference.get("of").textValue());
        assertNotEquals(difference.get("original"), difference.get("mutant"));
        assertTrue(difference.get("original").textValue().startsWith("5.0000000"), unasserted.toString());
        assertEquals("NOT_SAYABLE", difference.get("why").textValue());
        assertTrue(source.contains("void " + difference.get("test").textValue() + "()"), unasserted + source);

        JsonNode branch = mutant(report, "over", "Replaced integer subtraction with addition").get("blocked");
        assertEquals("branch", branch.get("kind").textValue());
        assertEquals("pkg.Meter.over(I)I", branch.get("method").textValue());
        assertEquals(1, branch.get("outcome").intValue(), "the limit is above nine: it does not jump");
        List<String> lines = Files.readAllLines(runs.project().sources().resolve("pkg/Meter.java"));
        assertTrue(lines.get(branch.get("line").intValue() - 1).contains("limit > 9"), branch.toString());
        assertEquals("exception", mutant(report, "late", "Replaced integer subtraction with addition").at("/blocked/kind").textValue());
        assertEquals("pkg.Meter.unused(I)I",
                mutant(report, "unused", "Replaced integer addition with subtraction").at("/blocked/method").textValue());
        for (JsonNode mutant : report.get("mutants")) {
            assertEquals(mutant.get("end").textValue().equals("NOT_REACHED"), mutant.hasNonNull("blocked"), mutant.toString());
            assertEquals(mutant.get("end").textValue().equals("UNASSERTED"), mutant.hasNonNull("difference"), mutant.toString());
        }

        for (String part : List.of("besides, 1 equivalent", "mutant    equivalent: line", "mutant    unchanged: line", "; missed by ",
                "mutant    not asserted: line", "no assertion says it",
                "the field calls of new Meter(..): ", "nothing that a test may look at shows it", "no test calls pkg.Meter.unused(I)I",
                "no test takes outcome 1 of the branch in line", "an exception leaves the code before it")) {
            assertTrue(result.toString().contains(part), part + "\n" + result);
        }
    }

    /** What is not run is said; what is proved needs no run. */
    @Test
    void fewMutantsMayBeRun() throws Exception {
        GenerateRuns.Written few = runs.write("few", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Meter", "--max-tests", "3000",
                "--set", "generate.mutants=2");
        Cli.check(few.result(), 0, "not run");
        Map<String, String> ends = ends(few.report());
        assertEquals("EQUIVALENT", ends.get("highest: changed conditional boundary"), ends.toString());
        assertEquals("NOT_REACHED", ends.get("unused: Replaced integer addition with subtraction"), ends.toString());
        long run = ends.values().stream().filter(end -> List.of("KILLED", "UNCHANGED", "UNASSERTED").contains(end)).count();
        assertTrue(run <= 2, ends.toString());
        assertTrue(ends.containsValue("NOT_RUN"), ends.toString());
        assertFalse(ends.containsValue("SURVIVED"), ends.toString());
    }
}
