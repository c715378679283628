package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.generate.ClassOutcome;
import dev.oraculum.api.generate.ClassResult;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.generate.GenerateAllReport;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.generate.Scope;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.cli.GenerateRuns.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate} of many classes in one run. */
@SameOnEveryJdk
class GenerateAllEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("manyclasses", folder);
    }

    private static String[] options(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--max-tests", "1000"));
        return all.toArray(String[]::new);
    }

    private static Cli.Result generate(Path out, Mutants mutants, String... options) throws Exception {
        return runs.run(out, mutants, options(options));
    }

    private static Cli.Result refused(Path out, String... options) throws Exception {
        return generate(out, Mutants.DEFAULT, options);
    }

    /** Results by class, without times and sources: what must not depend on anything else in the run. */
    private static ObjectNode result(Path json, String className) throws Exception {
        for (JsonNode result : Cli.json(json).get("results")) {
            if (result.get("className").textValue().equals(className)) {
                ((ObjectNode) result).remove("elapsed");
                return (ObjectNode) result;
            }
        }
        throw new AssertionError("no result of " + className + " in " + Files.readString(json));
    }

    @Test
    void aPackageIsTestedAndAnInterruptedRunOfItGoesOn() throws Exception {
        Path out = folder.resolve("package");
        Path json = folder.resolve("package.json");
        Cli.Result result = generate(out, Mutants.FEW_VARIANTS, "--package", "app", "--json", json.toString(), "--threads", "2");
        Cli.check(result, 0, "7 classes", "[7 of 7]", "7 classes: 4 with tests, 1 without a test, 2 without code",
                "without code, 2 classes: app.Marker, app.Shape");
        List<String> written = List.of("app/BesideGeneratedTest.java", "app/CounterGeneratedTest.java", "app/HiddenGeneratedTest.java",
                "app/inner/ScaleGeneratedTest.java");
        assertEquals(written, GenerateRuns.files(out));
        runs.passes(out);
        JsonNode report = Cli.json(json);
        assertEquals("{\"generated\":4,\"noCode\":2,\"noTests\":1}", report.get("outcomes").toString());
        int branches = 0;
        int killed = 0;
        int tests = 0;
        for (JsonNode of : report.get("results")) {
            branches += of.at("/coverage/branch/covered").intValue();
            tests += of.at("/files/0/tests").intValue();
            for (JsonNode mutant : of.get("mutants")) {
                killed += mutant.get("end").textValue().equals("KILLED") ? 1 : 0;
            }
        }
        assertEquals(5, report.get("results").size());
        assertEquals(10, branches, "of a counter 2, of a number's parity 2, of its sign 2, of a scale 4");
        assertEquals(branches, report.at("/coverage/branch/covered").intValue());
        assertEquals(killed, report.at("/mutants/KILLED").intValue());
        assertEquals(tests, report.get("tests").intValue());
        assertEquals("{\"className\":\"app.Marker\",\"outcome\":\"noCode\",\"reason\":\"it has no code that a test could run\"}",
                report.at("/failures/0").toString());

        // Files that are there stop a run; it leaves them, if asked, and what it makes is what it made before, with one thread.
        Cli.Result refused = refused(out, "--package", "app");
        Cli.check(refused, 2, "4 files of tests are there already", "BesideGeneratedTest.java", "nothing was run", "--resume", "--force");
        assertFalse(refused.err().contains("[1 of 7]"), refused.toString());
        String scale = Files.readString(out.resolve("app/inner/ScaleGeneratedTest.java"));
        Files.delete(out.resolve("app/inner/ScaleGeneratedTest.java"));
        Files.writeString(out.resolve("app/HiddenGeneratedTest.java"), "mine");
        Path again = folder.resolve("again.json");
        Cli.Result resumed = generate(
                out, Mutants.FEW_VARIANTS, "--package", "app", "--resume", "--threads", "1", "--json", again.toString());
        Cli.check(resumed, 0, "app.Hidden: file already there", "1 with tests, 1 without a test, 3 file already there");
        assertEquals(scale, Files.readString(out.resolve("app/inner/ScaleGeneratedTest.java")));
        assertEquals(result(json, "app.inner.Scale"), result(again, "app.inner.Scale"));
        assertEquals("mine", Files.readString(out.resolve("app/HiddenGeneratedTest.java")));

        // Alone a class gets the same, too.
        Path alone = folder.resolve("alone");
        Cli.check(generate(alone, Mutants.FEW_VARIANTS, "--class", "app.inner.Scale"), 0, "written");
        assertEquals(scale, Files.readString(alone.resolve("app/inner/ScaleGeneratedTest.java")));
    }

    @Test
    void aClassThatCannotBeReadEndsNothingAndAnOverwrittenFileIsNew() throws Exception {
        Path classes = folder.resolve("damaged");
        runs.project().compileSources(runs.project().sources(), classes);
        Files.write(classes.resolve("util/Texts.class"), new byte[] {1, 2, 3});
        Path out = folder.resolve("damaged-out");
        Files.createDirectories(out.resolve("util"));
        Files.writeString(out.resolve("util/AbsGeneratedTest.java"), "old");
        Path json = folder.resolve("damaged.json");
        Cli.Result result = Cli.run(runs.command(
                classes, out, Mutants.NONE, options("--class", "util.Abs", "app.Beside", "--package", "util")));
        Cli.check(result, 2, "--class and --package: give one of them");
        result = Cli.run(runs.command(
                classes, out, Mutants.NONE, options("--package", "util", "--force", "--json", json.toString(), "-v")));
        Cli.check(result, 0, "util.Texts: cannot be tested: its class file cannot be read", "3 classes: 2 with tests");
        assertEquals(List.of("util/AbsGeneratedTest.java", "util/AbsOfGeneratedTest.java"), GenerateRuns.files(out));
        runs.passes(out);
        assertEquals("projectFailed", Cli.json(json).at("/failures/0/outcome").textValue());

        // Two classes whose tests would have one name.
        Path both = folder.resolve("both");
        result = Cli.run(runs.command(
                classes, both, Mutants.NONE, options("--class", "util.Abs.Of", "--class", "util.AbsOf")));
        Cli.check(result, 0, "util.AbsOf: file already there: util/AbsOfGeneratedTest.java has the tests of util.Abs$Of");
        assertTrue(Files.readString(both.resolve("util/AbsOfGeneratedTest.java")).contains("Abs.Of"));
    }

    @Test
    void theBudgetIsForAllAndWhatIsNotBegunIsSaid() throws Exception {
        Path out = folder.resolve("budget");
        Path json = folder.resolve("budget.json");
        Cli.Result result = generate(out, Mutants.NONE, "--all", "--budget", "1", "--threads", "1", "--json", json.toString());
        assertTrue(result.exitCode() <= 1, result.toString());
        JsonNode report = Cli.json(json);
        assertTrue(report.at("/outcomes/outOfTime").intValue() >= 5, report.toString());
        assertTrue(result.out().contains("out of time, "), result.toString());
    }

    @Test
    void anInterruptLeavesWhatIsFinished() throws Exception {
        Path out = folder.resolve("interrupted");
        Path json = folder.resolve("interrupted.json");
        Cli.Running run = Cli.start(runs.command(
                runs.project().classes(), out, Mutants.NONE, options("--all", "--threads", "1", "--json", json.toString())));
        run.awaitError("[ 2 of 10]");
        assertEquals(0, new ProcessBuilder("kill", "-TERM", Long.toString(run.process().pid())).start().waitFor());
        Cli.Result result = run.await();
        Cli.check(result, 143, "ending with what is finished", "interrupted", "--resume goes on");
        JsonNode report = Cli.json(json);
        assertTrue(report.at("/outcomes/generated").intValue() >= 2 && report.at("/outcomes/interrupted").intValue() >= 1,
                report.get("outcomes").toString());
        assertEquals(report.at("/outcomes/generated").intValue(), GenerateRuns.files(out).size());
        runs.passes(out);
        assertFalse(Files.exists(out.resolve("util/TextsGeneratedTest.java")), "its turn is the last");
    }

    @Test
    void aProgramGetsTheSourcesAndHearsOfEachClass() throws Exception {
        Project classes = Project.of(List.of(runs.project().classes())).withThreads(1);
        Generate each = Generate.of(classes, "").withMaxTests(500)
                .withSettings(GenerateSettings.defaults().with("generate.mutants", 0));
        GenerateAll request = GenerateAll.of(classes, ClassSelection.ofClasses(List.of("app.inner.Scale", "app.Shape", "app.Counter")))
                .withEach(each);
        List<String> heard = new ArrayList<>();
        GenerateAllReport report = Oraculum.generateAll(request, new JobListener() {
            @Override
            public void subjectsFound(List<String> subjects) {
                heard.addAll(subjects);
            }

            @Override
            public void subjectFinished(int done, String subject, boolean hasResult, String outcome) {
                heard.add(done + " " + subject + " " + hasResult);
            }
        });
        assertEquals(List.of("app.Counter", "app.Shape", "app.inner.Scale", "1 app.Counter true", "2 app.Shape false",
                "3 app.inner.Scale true"), heard);
        assertEquals(List.of(ClassOutcome.GENERATED, ClassOutcome.NO_CODE, ClassOutcome.GENERATED),
                report.classes().stream().map(ClassResult::outcome).toList());
        assertTrue(report.results().get(0).files().get(0).source().contains("class CounterGeneratedTest"));
        assertEquals(new GenerateReport.Coverage(6, 6), report.coverage().get("branch"));

        IllegalArgumentException part = assertThrows(
                IllegalArgumentException.class, () -> request.withEach(each.withScope(Scope.ofLine(3))));
        assertTrue(part.getMessage().contains("scope is a part of one class"), part.getMessage());
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        Path out = folder.resolve("none");
        Cli.check(refused(out, "--package", "no.such"), 3, "package no.such has no class of the project's own", "classes");
        Cli.check(refused(out, "--class", "app.Counter", "app.Countre"), 3, "there is no class app.Countre");
        Cli.check(refused(out, "--class", "app.Shape", "app.Marker"), 1, "2 without code");
        Cli.check(refused(out), 2, "missing --class, --package, --all or --method");
        Cli.check(refused(out, "--all", "--class", "app.Counter"), 2, "--class and --all: give one of them");
        Cli.check(refused(out, "--all", "--branch", "3"), 2, "--branch is a line of one class");
        Cli.check(refused(out, "--all", "--resume", "--force"), 2, "--resume");
        Cli.check(refused(out, "--class", "app.Counter", "--resume"), 2, "--resume goes with");
        Cli.check(refused(out, "--class", "app.Counter", "--own", "x.jar"), 2, "--own goes with");
        Cli.check(refused(out, "--all", "--own", "x.jar"), 2, "x.jar", "no entry of the class path");
        Cli.check(refused(out, "--all", "--threads", "-1"), 2, "--threads -1");
        Cli.check(refused(out, "--all", "--set", "generate.population=0"), 2, "population");
        assertFalse(Files.exists(out));
    }
}
