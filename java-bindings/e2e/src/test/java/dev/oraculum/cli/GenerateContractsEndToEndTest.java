package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.cli.GenerateRuns.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate}: objects that break the contracts of Object and Comparable. */
class GenerateContractsEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("contracts", folder);
    }

    @Test
    void aBrokenContractIsATestThatFailsInAFileOfItsOwn() throws Exception {
        GenerateRuns.Written careless = runs.write(
                "careless", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Careless", "--max-tests", "5000", "--seed", "2");
        Cli.check(careless.result(), 0, "fault     pkg.Careless: not so that x.equals(y) is what y.equals(x) is");
        JsonNode report = careless.report();
        Set<String> broken = new TreeSet<>();
        report.get("faults").forEach(fault -> broken.add(fault.get("test").textValue()));
        assertEquals(
                Set.of("equals_isNotSymmetric", "hashCode_differsForEquals", "compareTo_isNotAntisymmetric", "toString_throws"),
                broken);
        assertEquals("pkg/CarelessFaultsTest.java", report.at("/faultsFile/path").textValue());
        Path tests = runs.compiled(careless.out());
        assertEquals(0, failures(tests, "pkg.CarelessGeneratedTest"));
        assertEquals(4, failures(tests, "pkg.CarelessFaultsTest"));
        String source = careless.source("pkg.CarelessFaultsTest");
        assertTrue(source.contains("Fails: objects that are equal have one hash code, as the contract of the method has it."), source);
        assertFalse(source.contains("== null"), source);
        // Nothing is written over it, and nothing is searched for in vain.
        Files.delete(careless.out().resolve("pkg/CarelessGeneratedTest.java"));
        Cli.check(runs.refused(careless.out(), "--class", "pkg.Careless"), 2, "CarelessFaultsTest.java is there already");
        assertFalse(Files.exists(careless.out().resolve("pkg/CarelessGeneratedTest.java")));
    }

    @Test
    void whatKeepsItsPromisesHasNoSuchFile() throws Exception {
        GenerateRuns.Written careful = runs.write("careful", Mutants.NONE, "--class", "pkg.Careful", "--max-tests", "5000");
        assertEquals(0, careful.report().get("faults").size(), careful.report().get("faults").toString());
        assertTrue(careful.report().get("faultsFile").isNull());
        assertFalse(Files.exists(careful.out().resolve("pkg/CarefulFaultsTest.java")));
    }

    /** The tests with a call that does not compile go, and the contracts are looked at with those that are left. */
    @Test
    void whatDoesNotCompileHidesNoBrokenContract() throws Exception {
        GenerateRuns lacking = GenerateRuns.of("contracts", Files.createTempDirectory(folder, "lacking"));
        Files.delete(lacking.project().classes().resolve("pkg/Absent.class"));
        GenerateRuns.Written written = lacking.write("lacking", Mutants.NONE, "--class", "pkg.Lacking", "--max-tests", "2000");
        Cli.check(written.result(), 0, "it does not compile", "fault     pkg.Lacking: not so that x.equals(x) is true");
    }

    /** Nothing is said of what does not end, and the other contracts are looked at all the same. */
    @Test
    void whatDoesNotEndIsGivenUp() throws Exception {
        GenerateRuns.Written ring = runs.write("ring", Mutants.NONE, "--class", "pkg.Ring", "--max-tests", "2000");
        Set<String> broken = new TreeSet<>();
        ring.report().get("faults").forEach(fault -> broken.add(fault.get("test").textValue()));
        assertEquals(Set.of("equals_isNotSymmetric"), broken);
    }

    /** How many tests of a class fail in a JVM of their own. */
    private static int failures(Path tests, String className) throws Exception {
        GenerateRuns.Ran ran = runs.test(tests, className);
        Matcher failures = Pattern.compile("Failures \\((\\d+)\\)").matcher(ran.said());
        assertTrue(ran.exit() == 0 || failures.find(), ran.said());
        return ran.exit() == 0 ? 0 : Integer.parseInt(failures.group(1));
    }
}
