package dev.oraculum.cli;

import static dev.oraculum.cli.Cli.check;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum infer} as a user runs it. */
class InferEndToEndTest {
    private static final String DECLARATIONS = """
            decl-version 2.0
            var-comparability none

            ppt C.half(int):::ENTER
            ppt-type enter
            variable x
              var-kind variable
              dec-type int
              rep-type int

            ppt C.half(int):::EXIT3
            ppt-type subexit
            variable x
              var-kind variable
              dec-type int
              rep-type int
            variable return
              var-kind return
              dec-type int
              rep-type int
            """;

    @TempDir
    static Path folder;

    private static TestProject basics;

    @BeforeAll
    static void compile() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("basics"));
    }

    private static String trace() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            int x = 2 * (i % 11);
            trace.append("\nC.half(int):::ENTER\nthis_invocation_nonce\n").append(i).append("\nx\n").append(x).append("\n1\n");
            trace.append("\nC.half(int):::EXIT3\nthis_invocation_nonce\n").append(i).append("\nx\n").append(x).append("\n1\nreturn\n")
                    .append(x / 2).append("\n1\n");
        }
        return trace.toString();
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void readsDaikonsFilesAndPrintsDaikonsNotation() throws Exception {
        Path declarations = write("half.decls", DECLARATIONS);
        Path trace = write("half.dtrace", trace());
        Path json = folder.resolve("half.json");
        Cli.Result result = Cli.run("infer", "--decls", declarations.toString(), "--dtrace", trace.toString(), "--format", "daikon",
                "--json", json.toString());
        check(result, 0, "C.half(int):::ENTER\nx >= 0\nx == 0  (mod 2)", "C.half(int):::EXIT\nx == orig(x)\n", "x - 2 * return == 0");
        JsonNode exit = Cli.json(json).get("points").get(1);
        assertEquals("exit", exit.get("place").asText(), exit.toPrettyString());
        assertEquals(40, exit.get("samples").asInt());
    }

    @Test
    void whatHoldsOfAMethodIsPrintedAsJava() throws Exception {
        Path json = folder.resolve("min.json");
        Cli.Result result = Cli.run(
                "infer", "--classpath", basics.classes().toString(), "--tests", basics.tests(), "--class", "pkg.Calc", "--json",
                json.toString(), "--confidence", "0.9");
        check(result, 0, "pkg.Calc\n", "  min(int,int)  (", "    ensures   result == Math.min(x, y)\n");
        List<String> said = new ArrayList<>();
        for (JsonNode point : Cli.json(json).get("points")) {
            if (point.get("name").asText().equals("pkg.Calc.min(int,int):::EXIT")) {
                point.get("invariants").forEach(invariant -> said.add(invariant.get("java").asText()));
            }
        }
        assertTrue(said.contains("result == Math.min(x, y)"), said.toString());
        assertFalse(said.contains("result <= x"), "that follows: " + said);
    }

    @Test
    void aTraceIsAPageAndJmlAndWhatDaikonSays() throws Exception {
        Path trace = write("page.dtrace", DECLARATIONS + trace());
        check(Cli.run("infer", "--dtrace", trace.toString()), 0, "C\n\n  half(int)  (40 samples)\n    requires  x >= 0\n",
                "    unchanged x\n");
        check(Cli.run("infer", "--dtrace", trace.toString(), "--format", "jml"), 0,
                "class C {\n  //@ requires x >= 0;\n", "  //@ ensures x - 2 * \\result == 0;\n",
                "  //@ ensures \\not_modified(x);\n  half(int);\n}");
        Cli.Result daikon = Cli.run("infer", "--dtrace", trace.toString(), "--format", "daikon", "--like", "daikon");
        check(daikon, 0, "C.half(int):::ENTER\nx >= 0\n");
        assertFalse(daikon.out().contains("(mod"), "remainders are off in Daikon: " + daikon.out());
        check(Cli.run("infer", "--dtrace", trace.toString(), "--preset", "paper"), 2, "--preset");
    }

    @Test
    void aCorruptTraceIsNamedWithItsLine() throws Exception {
        Path declarations = write("corrupt.decls", DECLARATIONS);
        Path trace = write("corrupt.dtrace", trace().replaceFirst("x\n2\n1", "x\ntwo\n1"));
        check(Cli.run("infer", "--decls", declarations.toString(), "--dtrace", trace.toString()), 2, "corrupt.dtrace, line ",
                "`two` as the value of x: expected an integer");
    }

    @Test
    void whatAKilledProgramHasLeftIsReadAndSaidToBeCutOff() throws Exception {
        Path declarations = write("killed.decls", DECLARATIONS);
        String whole = trace();
        Path trace = write("killed.dtrace", whole.substring(0, whole.length() - 12));
        Path json = folder.resolve("killed.json");
        Cli.Result result = Cli.run("infer", "--decls", declarations.toString(), "--dtrace", trace.toString(), "--format", "daikon",
                "--json", json.toString());
        check(result, 0, "killed.dtrace ends within a sample, at line", "x - 2 * return == 0");
        assertEquals(1, Cli.json(json).get("truncated").size());
    }

    @Test
    void theSamplesOfAProjectAreWrittenAsATraceThatIsReadAgain() throws Exception {
        Path trace = folder.resolve("written.dtrace");
        Path json = folder.resolve("written.json");
        Path again = folder.resolve("again.json");
        check(Cli.run("infer", "--classpath", basics.classes().toString(), "--tests", basics.tests(), "--method", "pkg.Calc#min(int,int)",
                "--confidence", "0.9",
                "--write-dtrace", trace.toString(), "--json", json.toString()), 0);
        check(Cli.run("infer", "--dtrace", trace.toString(), "--confidence", "0.9", "--set", "objects=false", "--json", again.toString()),
                0);
        JsonNode first = Cli.json(json).get("points");
        JsonNode second = Cli.json(again).get("points");
        assertEquals(2, first.size());
        for (int i = 0; i < first.size(); i++) {
            assertEquals(first.get(i).get("name").asText(), second.get(i).get("name").asText());
            assertEquals(first.get(i).get("samples").asInt(), second.get(i).get("samples").asInt());
            assertEquals(
                    first.get(i).get("invariants").findValuesAsText("daikon"),
                    second.get(i).get("invariants").findValuesAsText("daikon"));
        }
    }

    @Test
    void theCodeOfAProjectTellsItsExitsAndItsCases() throws Exception {
        TestProject gauge = TestProject.compile("exits", folder.resolve("exits"));
        Path trace = folder.resolve("exits.dtrace");
        String[] project = {
            "infer", "--classpath", gauge.classes().toString(), "--tests", gauge.tests(), "--class", "pkg.Gauge",
            "--write-dtrace", trace.toString()
        };
        Cli.Result result = Cli.run(project);
        check(result, 0, "    at line 21  (4 samples)\n", "              result == -2\n", "amount <= -1 ==> result == -1\n",
                "result == (this.level == this.limit)\n",
                "    at line 24  (44 samples)\n", "old_x or orig(x): x at the entry");
        String written = Files.readString(trace);
        assertTrue(written.contains("ppt pkg.Gauge.fill(int):::EXIT18\n"), written);
        assertTrue(written.contains("ppt pkg.Gauge.fill(int):::EXIT24\n"), written);
        // Read again, it has the same exits.
        check(Cli.run("infer", "--dtrace", trace.toString()), 0, "    at line 21  (4 samples)\n", "    at line 18  (24 samples)\n",
                " return == -1\n");
        List<String> plain = new ArrayList<>(List.of(project));
        plain.addAll(List.of("--set", "exitsByLine=false", "--set", "conditional=false"));
        Cli.Result without = Cli.run(plain.toArray(String[]::new));
        check(without, 0, "  fill(int)  (");
        assertFalse(without.out().contains("at line") || without.out().contains("this.level == this.limit"), without.out());
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() throws Exception {
        check(Cli.run("infer", "--decls", write("alone.decls", DECLARATIONS).toString()), 2, "--decls needs --dtrace");
        check(Cli.run("infer", "--dtrace", folder.resolve("none.dtrace").toString()), 2, "none.dtrace does not exist");
        check(Cli.run("infer"), 2, "missing --classpath, --tests");
        check(Cli.run("infer", "--dtrace", write("c.dtrace", DECLARATIONS + trace()).toString(), "--confidence", "2"), 2,
                "--confidence 2.0: expected a number from 0 to 1");
    }
}
