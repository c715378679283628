package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.cli.GenerateRuns.Mutants;
import dev.oraculum.cli.GenerateRuns.Written;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate} on classes with conditions that a search does not find, with symbolic execution and without. */
class SymbolicEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("conditions", folder);
    }

    private static Written generate(String name, String className, int tests, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of("--class", className, "--max-tests", String.valueOf(tests)));
        options.addAll(more.length > 0 ? List.of(more) : List.of("--engine", "hybrid"));
        return runs.write(name, Mutants.NONE, options.toArray(String[]::new));
    }

    @Test
    void conditionsOnNumbersAreSolved() throws Exception {
        Written with = generate("numbers", "conditions.Numbers", 6_000);
        JsonNode symbolic = with.report().get("symbolic");
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        assertTrue(symbolic.get("branches").intValue() > 0 && symbolic.get("diverged").intValue() == 0, symbolic.toString());
        assertTrue(with.result().out().contains("of them solved (first to cover"), with.result().out());
        runs.passes(with.out());
        Written without = generate("numbers-without", "conditions.Numbers", 6_000, "--engine", "search");
        assertTrue(without.covered("branch") + 4 <= with.covered("branch"), without.covered("branch") + " of " + with.covered("branch"));
        assertEquals(0, without.report().at("/symbolic/replayed").intValue());
    }

    @Test
    void conditionsOnTextsAreSolvedAndEqualRunsAreEqual() throws Exception {
        Written with = generate("texts", "conditions.Texts", 6_000);
        JsonNode symbolic = with.report().get("symbolic");
        // The switch compares hash codes, then texts: other texts with the hash codes of the two are not looked for.
        assertEquals(with.goals("branch") - 2, with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        assertTrue(symbolic.get("branches").intValue() > 0, symbolic.toString());
        runs.passes(with.out());
        Written again = generate("texts-again", "conditions.Texts", 6_000);
        assertEquals(with.report().get("files"), again.report().get("files"));
        assertEquals(symbolic, again.report().get("symbolic"));
    }

    /** Random search does not take them; with symbolic execution they are taken, and the report names them as the solver's. */
    @Test
    void aBranchOfEachKindIsTakenByTheSolver() throws Exception {
        String[] random = {"--set", "generate.algorithm=random", "--set", "generate.templates=off", "--engine"};
        Written without = generate("kinds-without", "conditions.Kinds", 6_000, random[0], random[1], random[2], random[3], random[4],
                "search");
        Written with = generate("kinds", "conditions.Kinds", 6_000, random[0], random[1], random[2], random[3], random[4],
                "hybrid");
        Set<String> solved = new TreeSet<>();
        with.report().at("/found/solved").forEach(branch -> solved.add(method(branch)));
        Set<String> missed = new TreeSet<>();
        without.report().get("missed").forEach(goal -> missed.add(method(goal)));
        Set<String> left = new TreeSet<>();
        with.report().get("missed").forEach(goal -> left.add(method(goal)));
        for (String kind : List.of("equality", "switchOnText", "prefix", "characters", "lengths", "parsed", "overflow", "reals", "index",
                "type", "constant")) {
            assertTrue(missed.contains(kind), kind + " is covered without: " + missed);
            assertTrue(solved.contains(kind), kind + " is not solved: " + solved + "\n" + with.report().get("missed"));
        }
        assertTrue(with.covered("branch") >= without.covered("branch") + solved.size(), left.toString());
        assertTrue(with.result().out().contains("by solver " + with.report().at("/found/solver").intValue()), with.result().out());
        runs.passes(with.out());
    }

    /** What goes into a list, map, set or deque is asked for later; the search does not find what has to go in. */
    @Test
    void whatCollectionsHoldIsSolved() throws Exception {
        // With some seeds the search is the first to reach what a list must hold.
        Written with = generate("baskets", "conditions.Baskets", 6_000, "--engine", "hybrid", "--seed", "1");
        JsonNode symbolic = with.report().get("symbolic");
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        assertEquals(0, symbolic.get("diverged").intValue(), symbolic.toString());
        Set<String> solved = new TreeSet<>();
        with.report().at("/found/solved").forEach(branch -> solved.add(method(branch)));
        assertTrue(solved.containsAll(List.of("total", "ask", "route", "serve")), solved + "\n" + symbolic);
        runs.passes(with.out());
    }

    @Test
    void whatIsReadFromATextIsSolved() throws Exception {
        Written with = generate("lines", "conditions.Lines", 6_000);
        JsonNode symbolic = with.report().get("symbolic");
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        Set<String> solved = new TreeSet<>();
        with.report().at("/found/solved").forEach(branch -> solved.add(method(branch)));
        assertTrue(solved.containsAll(List.of("kind", "header")), solved + "\n" + symbolic);
        runs.passes(with.out());
    }

    @Test
    void whatIsReadFromBytesIsSolved() throws Exception {
        Written with = generate("packets", "conditions.Packets", 6_000);
        JsonNode symbolic = with.report().get("symbolic");
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        assertEquals(0, symbolic.get("diverged").intValue(), symbolic.toString());
        Set<String> solved = new TreeSet<>();
        with.report().at("/found/solved").forEach(branch -> solved.add(method(branch)));
        assertTrue(solved.containsAll(List.of("version", "frame", "signed")), solved + "\n" + symbolic);
        runs.passes(with.out());
        Written without = generate("packets-without", "conditions.Packets", 6_000, "--engine", "search");
        assertTrue(without.covered("branch") + 4 <= with.covered("branch"), without.covered("branch") + " of " + with.covered("branch"));
    }

    @Test
    void textsThatAreChangedAndTakenApartAreSolved() throws Exception {
        Written with = generate("words", "conditions.Words", 6_000);
        JsonNode symbolic = with.report().get("symbolic");
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        assertEquals(0, symbolic.get("diverged").intValue(), symbolic.toString());
        Set<String> solved = new TreeSet<>();
        with.report().at("/found/solved").forEach(branch -> solved.add(method(branch)));
        assertTrue(solved.containsAll(List.of("command", "fields", "place", "built")), solved + "\n" + symbolic);
        runs.passes(with.out());
    }

    /** After the first tests, which are random, all tests are solved; the same seed gives the same. */
    @Test
    @SameOnEveryJdk
    void pathsAloneCoverWhatTheSearchMisses() throws Exception {
        Written paths = generate("paths", "conditions.Numbers", 6_000, "--engine", "paths");
        JsonNode symbolic = paths.report().get("symbolic");
        // Two calls of `turn` before one of `open` are needed for the last: solving changes literals, not calls.
        assertEquals(paths.goals("branch") - 1, paths.covered("branch"), paths.report().get("missed") + "\n" + symbolic);
        long others = paths.report().get("executed").longValue() - symbolic.get("tests").longValue();
        assertTrue(others >= 500 && others < 1_000, others + " tests are not solved: " + symbolic);
        assertEquals(0, paths.report().at("/templates/tests").intValue(), paths.result().out());
        runs.passes(paths.out());
        Written again = generate("paths-again", "conditions.Numbers", 6_000, "--engine", "paths");
        assertEquals(paths.report().get("files"), again.report().get("files"));
    }

    /** What no literals lead to is tried to the end: nothing waits any longer. */
    @Test
    @SameOnEveryJdk
    void pathsAloneEndWhenNothingIsLeftToTry() throws Exception {
        Written paths = generate("paths-end", "conditions.Sample", 1_000_000, "--engine", "paths", "--budget", "120");
        assertEquals("NOTHING_TO_TRY", paths.report().get("stop").textValue(), paths.result().out());
    }

    private static String method(JsonNode goal) {
        return goal.get("method").textValue().replaceAll("^.*\\.([^.(]+)\\(.*$", "$1");
    }

    /** What no constructor lets through is solved, and no test has it. */
    @Test
    void aMissedBranchHasTheClosestPathConditionAndWhyNot() throws Exception {
        Written with = generate("sample", "conditions.Sample", 8_000);
        JsonNode obstacle = null;
        for (JsonNode goal : with.report().get("missed")) {
            if (goal.get("kind").textValue().equals("branch") && !goal.get("obstacle").isNull()) {
                obstacle = goal.get("obstacle");
            }
        }
        assertTrue(obstacle != null, with.report().get("missed").toString());
        assertTrue(Set.of("NOT_CONSTRUCTIBLE", "NOT_SOLVED").contains(obstacle.get("why").textValue()), obstacle.toString());
        assertTrue(obstacle.get("condition").textValue().contains("Sample.new[0].arg"), obstacle.toString());
    }

    @Test
    void aLibraryOfZ3SolvesOutOfItsJar() throws Exception {
        Path jar = Path.of("../../build/solver/z3-turnkey.jar").toAbsolutePath().normalize();
        assumeTrue(Files.exists(jar), "Z3 is not there; `make solver` fetches it");
        Written with = generate("z3", "conditions.Numbers", 6_000, "--engine", "hybrid", "--solver-library", jar.toString());
        assertTrue(with.report().at("/symbolic/solver").textValue().startsWith("Z3 4.14"), with.report().get("symbolic").toString());
        assertTrue(with.report().at("/symbolic/solverFailure").isNull(), with.report().get("symbolic").toString());
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().get("missed").toString());
    }

    @Test
    void aLibraryThatCannotBeUsedIsAWarning() throws Exception {
        Path missing = folder.resolve("libz3.so");
        Written without = generate(
                "no-z3", "conditions.Numbers", 6_000, "--engine", "hybrid", "--solver-library", missing.toString());
        assertTrue(without.report().at("/symbolic/solver").isNull());
        assertTrue(without.result().err().contains(missing + " cannot be used"), without.result().err());
        assertTrue(without.report().at("/symbolic/branches").intValue() > 0, "its own solver goes on");
    }

    /** Of z3_api.h, what is used. */
    private static final String LIBRARY = """
            #include <stdlib.h>
            #include <string.h>
            static int context;
            void *Z3_mk_config(void) { return &context; }
            void Z3_del_config(void *c) {}
            void *Z3_mk_context(void *c) { return c; }
            void Z3_del_context(void *c) {}
            void Z3_set_error_handler(void *c, void *h) {}
            const char *Z3_get_full_version(void) { return "Z3 of a test"; }
            void Z3_global_param_set(const char *name, const char *value) {}
            const char *Z3_eval_smtlib2_string(void *c, const char *text) {
                if (strstr(text, "set-option")) { return ""; }
                %s
            }
            """;

    private static Path library(String name, String evaluate) throws Exception {
        Path source = Files.writeString(folder.resolve(name + ".c"), LIBRARY.formatted(evaluate));
        Path library = folder.resolve("lib" + name + ".so");
        Process compiler =
                new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString()).inheritIO().start();
        assertEquals(0, compiler.waitFor());
        return library;
    }

    /** It ends its own process, again and again; the search goes on, and equal runs are equal. */
    @Test
    @SameOnEveryJdk
    void aLibraryThatCrashesTakesNothingWithIt() throws Exception {
        String library = library("crash", "abort();").toString();
        Written with = generate("crash", "conditions.Kinds", 6_000, "--engine", "hybrid", "--solver-library", library);
        assertEquals("Z3 of a test", with.report().at("/symbolic/solver").textValue());
        String failure = with.report().at("/symbolic/solverFailure").textValue();
        assertTrue(failure != null && failure.contains("SIGABRT"), with.report().get("symbolic").toString());
        assertTrue(with.result().err().contains(failure), with.result().err());
        assertTrue(with.report().at("/symbolic/branches").intValue() > 0, "its own solver goes on");
        Written again = generate("crash-again", "conditions.Kinds", 6_000, "--engine", "hybrid", "--solver-library", library);
        assertEquals(with.report().get("files"), again.report().get("files"));
    }

    @Test
    @SameOnEveryJdk
    void aLibraryThatTalksNonsenseIsAskedNoLonger() throws Exception {
        String library = library("nonsense", "return \"(what?)\";").toString();
        Written with = generate("nonsense", "conditions.Kinds", 6_000, "--engine", "hybrid", "--solver-library", library);
        String failure = with.report().at("/symbolic/solverFailure").textValue();
        assertEquals("Z3 of a test has failed: its answer is none: (what?)", failure);
        assertTrue(with.report().at("/symbolic/branches").intValue() > 0, "its own solver goes on");
    }
}
