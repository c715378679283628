package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with the input: a message that says what, where and what to do, the right exit code, no stack trace. */
class BadInputEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject basics;

    @BeforeAll
    static void compile() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("basics"));
    }

    private static void check(List<String> arguments, int exitCode, String... messageParts) throws Exception {
        Cli.Result result = Cli.run(arguments);
        assertEquals(exitCode, result.exitCode(), result.toString());
        for (String part : messageParts) {
            assertTrue(result.err().contains(part), "expected '" + part + "' in " + result);
        }
        assertFalse(result.err().contains("\tat "), "a stack trace: " + result);
    }

    private static List<String> with(List<String> arguments, String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return all;
    }

    @Test
    void unknownClass() throws Exception {
        check(basics.improve("pkg.Absent#min(int,int)"), 3, "pkg.Absent", basics.classes().toString());
    }

    @Test
    void unknownMethod() throws Exception {
        check(basics.improve("pkg.Calc#max(int,int)"), 3, "max", "pkg.Calc#min(int,int)");
    }

    @Test
    void ambiguousMethodWithoutADescriptor() throws Exception {
        check(basics.improve("pkg.Calc#twice"), 2, "ambiguous", "pkg.Calc#twice(int)", "pkg.Calc#twice(long)");
    }

    @Test
    void malformedMethod() throws Exception {
        check(basics.improve("min"), 2, "'min'", "pkg.Class#method");
    }

    @Test
    void unreadableJar() throws Exception {
        Path jar = Files.writeString(folder.resolve("broken.jar"), "no jar");
        check(List.of("improve", "--classpath", jar.toString(), "--tests", basics.tests(), "--method", "pkg.Calc#min"), 3, jar.toString());
        check(List.of("improve", "--classpath", folder.resolve("absent.jar").toString(), "--tests", basics.tests(), "--method",
                "pkg.Calc#min"), 3, "absent.jar", "does not exist");
    }

    @Test
    void assertionThatDoesNotParse() throws Exception {
        check(basics.improve("pkg.Calc#min", "--assertion", "result <= x &&"), 2, "result <= x &&");
    }

    @Test
    void assertionWithAnUnknownVariable() throws Exception {
        check(basics.improve("pkg.Calc#min", "--assertion", "result <= z"), 2, "z", "old_x");
    }

    @Test
    void assertionThatIsNotBoolean() throws Exception {
        check(basics.improve("pkg.Calc#min", "--assertion", "result + 1"), 2, "boolean");
    }

    @Test
    @SameOnEveryJdk
    void failingTestsOnTheOriginal() throws Exception {
        TestProject failing = TestProject.compile("failing", folder.resolve("failing"));
        check(failing.improve("pkg.Half#half"), 3, "1 test fails", "HalfTest.expectsTheWrongThing", "six halves",
                "--exclude-failing-tests");
        Path json = folder.resolve("half.json");
        Cli.Result excluded = Cli.run(failing.improve("pkg.Half#half", "--exclude-failing-tests", "--json", json.toString()));
        assertEquals(0, excluded.exitCode(), excluded.toString());
        assertTrue(Cli.json(json).path("evidence").path("testsLeftOut").toString().contains("expectsTheWrongThing"));
    }

    @Test
    void methodThatNoTestReaches() throws Exception {
        check(basics.improve("pkg.Calc#untested"), 3, "no test reaches pkg.Calc#untested(int)", "pkg.CalcTest");
    }

    @Test
    void testClassThatIsNotThere() throws Exception {
        check(basics.improve("pkg.Calc#min", "--test-class", "pkg.AbsentTest"), 3, "pkg.AbsentTest");
    }

    @Test
    void unknownMutator() throws Exception {
        check(basics.improve("pkg.Calc#min", "--mutators", "NO_SUCH"), 2, "NO_SUCH", "DEFAULTS");
    }

    @Test
    void emptyStatesFile() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
        check(List.of("improve", "--states", empty.toString()), 2, "empty.jsonl");
    }

    @Test
    void statesFileWithoutStates() throws Exception {
        Path header = Files.writeString(folder.resolve("header.jsonl"),
                "{\"schemaVersion\":1,\"method\":\"m\",\"variables\":[{\"name\":\"x\",\"type\":\"int\"}]}\n");
        check(List.of("improve", "--states", header.toString()), 2, "state");
    }

    @Test
    void corruptStatesLineIsNamedWithLineAndColumn() throws Exception {
        Path corrupt = Files.writeString(
                folder.resolve("corrupt.jsonl"),
                """
                {"schemaVersion":1,"method":"m","variables":[{"name":"x","type":"int"}]}
                {"correct":true,"test":"t","mutant":null,"pair":0,"values":[1]}
                {"correct":true,"test":"t","mutant":null,"pair":1,"values":[oops]}
                """);
        check(List.of("improve", "--states", corrupt.toString()), 2, "line 3", "column");
    }

    /** Texts of a states file go into a program: what is more than a path is refused, and not run. */
    @Test
    void codeInAStatesFileIsRefusedAndNotRun() throws Exception {
        Path made = folder.resolve("made");
        String code = "1 == 1 || new java.io.File(\\\"" + made + "\\\").mkdir() || 1";
        for (String variable : List.of(
                "\"type\":\"int\",\"java\":\"" + code + "\"",
                "\"type\":\"int\",\"java\":\"result\",\"entry\":\"" + code + "\"",
                "\"type\":\"reference\",\"javaType\":\"int[]; static { " + code + "; } int[]\"")) {
            StringBuilder states = new StringBuilder(
                    "{\"schemaVersion\":1,\"method\":\"C#m(int)\",\"variables\":[{\"name\":\"x\",\"type\":\"int\"},{\"name\":\"result\","
                            + variable + "}]}\n");
            for (int i = 1; i < 60; i++) {
                states.append("{\"correct\":true,\"test\":\"t" + i % 7 + "\",\"mutant\":null,\"pair\":" + i + ",\"values\":[" + i + "," + i
                        + "]}\n");
                states.append("{\"correct\":false,\"test\":\"t" + i % 7 + "\",\"mutant\":\"m\",\"pair\":" + i + ",\"values\":[" + i + ","
                        + (i + 1) + "]}\n");
            }
            Path file = Files.writeString(folder.resolve("code.jsonl"), states);
            check(List.of("improve", "--states", file.toString()), 2, "code.jsonl, line 1", "variable `result`", "expected");
            assertFalse(Files.exists(made), "the text was run");
        }
    }

    /** Names are the file's: a terminal must not obey them. */
    @Test
    void controlCharactersInNamesAreShownNotObeyed() throws Exception {
        StringBuilder states = new StringBuilder(
                "{\"schemaVersion\":1,\"method\":\"C#m\\u001b[2J\",\"variables\":[{\"name\":\"x\",\"type\":\"int\"}]}\n");
        states.append("{\"correct\":true,\"test\":\"t\\n\",\"mutant\":null,\"pair\":0,\"values\":[1]}\n");
        states.append("{\"correct\":false,\"test\":\"t\\n\",\"mutant\":\"m\\u001b]0;title\\u0007\\u202e\",\"pair\":0,\"values\":[2]}\n");
        Path file = Files.writeString(folder.resolve("escapes.jsonl"), states);
        Cli.Result result = Cli.run(List.of("improve", "--states", file.toString(), "--verbose"));
        assertTrue(result.out().contains("mutant    m\\u001b]0;title\\u0007\\u202e: "), result.toString());
        assertTrue((result.out() + result.err()).chars().noneMatch(c -> c < ' ' && c != '\n' && c != '\t' || c == 0x202e),
                result.toString());
    }

    @Test
    void jdkOlderThan17() throws Exception {
        Path home = folder.resolve("old-jdk");
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho '    java.version = 1.8.0_402' >&2\necho 'openjdk version \"1.8.0_402\"' >&2\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
        check(basics.improve("pkg.Calc#min", "--jvm", home.toString()), 3, "1.8.0_402", "17", home.toString());

        ProcessBuilder launcher = new ProcessBuilder(Cli.HOME.resolve("bin/oraculum").toString(), "--version").redirectErrorStream(true);
        launcher.environment().put("ORACULUM_JAVA_HOME", home.toString());
        Process process = launcher.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(3, process.waitFor(), output);
        assertTrue(output.contains("1.8.0_402") && output.contains("JDK 17"), output);
    }

    @Test
    void wrongOptions() throws Exception {
        check(List.of("improve", "--classpath", "x"), 2, "--tests", "--method");
        check(List.of("improve", "--no-such-option"), 2, "--no-such-option");
        check(with(basics.improve("pkg.Calc#min"), "--resume"), 2, "--evidence");
        check(with(basics.improve("pkg.Calc#min"), "--budget", "soon"), 2, "'soon'", "60s");
        check(with(basics.improve("pkg.Calc#min"), "--set", "population=3"), 2, "population", "populationSize");
        check(with(basics.improve("pkg.Calc#min"), "--set", "populationSize=many"), 2, "populationSize=many");
        check(with(basics.improve("pkg.Calc#min"), "--patch", folder.resolve("p").toString()), 2, "--sources");
        check(with(basics.improve("pkg.Calc#min"), "--json", folder.resolve("absent/x.json").toString()), 2, "absent");
        check(List.of("export-states", "--output", folder.resolve("o").toString()), 2, "--evidence");
    }

    @Test
    @SameOnEveryJdk
    void anEvidenceFileOfAnotherRunIsNotResumed() throws Exception {
        Path evidence = folder.resolve("other.db");
        assertEquals(0, Cli.run(basics.improve("pkg.Calc#min", "--evidence", evidence.toString())).exitCode());
        check(basics.improve("pkg.Calc#min", "--evidence", evidence.toString()), 2, evidence.toString());
        check(basics.improve("pkg.Calc#min", "--evidence", evidence.toString(), "--resume", "--mutators", "MATH"), 2, "mutators");
        Path noEvidence = Files.writeString(folder.resolve("notes.txt"),
                "not a database, but notes of some length so that it is no empty file");
        check(basics.improve("pkg.Calc#min", "--evidence", noEvidence.toString(), "--resume"), 2, "notes.txt");
    }
}
