package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.cli.GenerateRuns.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate --method} and {@code --branch}: tests of a part of a class. */
@SameOnEveryJdk
class GenerateScopeEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("generated", folder);
    }

    private record Generated(JsonNode report, String source) {
        /** As JSON has them: {@code [goals, covered]}. */
        String coverage(String kind) {
            JsonNode of = report.at("/coverage/" + kind);
            return "[" + of.get("goals") + ", " + of.get("covered") + "]";
        }

        Set<String> mutated() {
            Set<String> methods = new TreeSet<>();
            report.get("mutants").forEach(mutant -> methods.add(mutant.get("id").textValue().replaceAll("/.*", "")));
            return methods;
        }
    }

    private static Generated parcel(String name, Mutants mutants, String... scope) throws Exception {
        List<String> options = new ArrayList<>(List.of(scope));
        options.addAll(List.of("--max-tests", "20000"));
        GenerateRuns.Written written = runs.write(name, mutants, options.toArray(String[]::new));
        return new Generated(written.report(), written.source("pkg.ParcelGeneratedTest"));
    }

    /** As JaCoCo, which leaves it out of its figures; whoever names it wants it. */
    @Test
    void whatAToolHasWrittenIsNoGoalUnlessItIsNamed() throws Exception {
        GenerateRuns.Written badge = runs.write("badge", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Badge", "--max-tests", "500");
        assertEquals(2, badge.goals("branch"));
        assertEquals(2, badge.goals("method"));
        Set<String> mutated = new TreeSet<>();
        badge.report().get("mutants").forEach(mutant -> mutated.add(mutant.get("id").textValue().replaceAll("/.*", "")));
        assertEquals(Set.of("text()"), mutated);
        GenerateRuns.Written equal = runs.write("equal", Mutants.NONE, "--method", "pkg.Badge#equals", "--max-tests", "500");
        // The condition, and that of its lambda.
        assertEquals(6, equal.goals("branch"));
        Path tool = folder.resolve("tool");
        Files.createDirectories(tool.resolve("out"));
        Path source = Files.writeString(
                tool.resolve("Made.java"), "@Generated class Made { int m() { return 1; } } @interface Generated {}");
        runs.project().compileSources(source.getParent(), tool.resolve("classes"));
        Cli.Result all = Cli.run("generate", "--classpath", tool.resolve("classes").toString(), "--all", "--out",
                tool.resolve("out").toString(), "--verbose");
        Cli.check(all, 1, "Made: without code: all of its code is annotated as generated");
        Cli.Result one = Cli.run("generate", "--classpath", tool.resolve("classes").toString(), "--class", "Made", "--out",
                tool.resolve("out").toString());
        Cli.check(one, 3, "all code of Made is annotated as generated");
    }

    /** Nobody can call it, and the way there is through a branch of another method that is not wanted. */
    @Test
    void testsOfAPrivateMethodComeThroughTheBranchesOfItsCallers() throws Exception {
        Generated price = parcel("price", Mutants.WITHOUT_VARIANTS, "--method", "pkg.Parcel#price");
        assertEquals("price", price.report().at("/scope/method").textValue());
        assertEquals("[4, 4]", price.coverage("branch"), price.source());
        assertEquals("[1, 1]", price.coverage("method"), price.source());
        assertEquals(Set.of("price()"), price.mutated());
        assertEquals("ALL_COVERED", price.report().get("stop").textValue());
        // Of three texts, each has one test; no other method has any.
        for (String text : List.of("pair", "empty", "parcel")) {
            assertTrue(price.source().contains("\"" + text + "\""), price.source());
        }
        assertFalse(price.source().contains("\"open\"") || price.source().contains(".heavy("), price.source());
    }

    @Test
    void aMethodHasItsLambdasAndItsOverloads() throws Exception {
        Generated heavy = parcel("heavy", Mutants.WITHOUT_VARIANTS, "--method", "pkg.Parcel#heavy");
        // The loop, the condition in it, and that of the lambda.
        assertEquals("[6, 6]", heavy.coverage("branch"), heavy.source());
        assertEquals("[2, 2]", heavy.coverage("method"), heavy.source());
        assertTrue(heavy.mutated().size() == 2 && heavy.mutated().contains("heavy(int)"), heavy.mutated().toString());
        Generated both = parcel("add", Mutants.WITHOUT_VARIANTS, "--method", "pkg.Parcel#add");
        assertEquals("[2, 2]", both.coverage("method"), both.source());
        assertEquals(Set.of("add(int)", "add(int,int)"), both.mutated());
        Generated one = parcel("add-one", Mutants.WITHOUT_VARIANTS, "--method", "pkg.Parcel#add(int)");
        assertEquals("[1, 1]", one.coverage("method"), one.source());
        assertEquals("[4, 4]", one.coverage("branch"), one.source());
        assertEquals(Set.of("add(int)"), one.mutated());
    }

    @Test
    void aLineHasItsBranchesAndItsMutants() throws Exception {
        Generated line = parcel("line", Mutants.FEW_VARIANTS, "--class", "pkg.Parcel", "--branch", "28");
        assertEquals(28, line.report().at("/scope/line").intValue());
        assertEquals("[2, 2]", line.coverage("branch"), line.source());
        assertEquals("[1, 1]", line.coverage("line"), line.source());
        assertTrue(line.report().at("/coverage/method").isMissingNode(), line.report().toString());
        line.report().get("mutants").forEach(mutant -> assertEquals(28, mutant.get("line").intValue()));
        assertTrue(line.report().at("/files/0/tests").intValue() <= 2, line.source());
    }

    @Test
    void whatIsNotThereIsSaid() throws Exception {
        Path out = folder.resolve("none");
        Cli.check(runs.refused(out, "--method", "pkg.Parcel#weigh"), 3, "pkg.Parcel has no method weigh with code; it has", "heavy(int)");
        Cli.check(runs.refused(out, "--method", "pkg.Parcel#add(long)"), 3, "no method add(long)", "add(int,int)");
        Cli.check(runs.refused(out, "--method", "pkg.Parcal#add"), 3, "there is no class pkg.Parcal", "pkg.Parcel");
        Cli.check(runs.refused(out, "--class", "pkg.Parcel", "--branch", "15"), 3, "no code in line 15", "13-14, 16-17");
        Cli.check(runs.refused(out, "--class", "pkg.Parcel", "--branch", "0"), 2, "--branch 0: expected a line");
        Cli.check(runs.refused(out, "--method", "pkg.Parcel#add("), 2, "is no method");
        Cli.check(runs.refused(out, "--method", "pkg.Parcel"), 2, "expected a class and a method");
        Cli.check(runs.refused(out, "--method", "pkg.Parcel#add", "--class", "pkg.Parcel"), 2, "--class and --method: give one");
        Cli.check(runs.refused(out, "--method", "pkg.Parcel#add", "--branch", "3"), 2, "--branch is a line of one class");
        assertFalse(Files.exists(out));
    }
}
