package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code oraculum rank} says when it cannot do what it is asked. */
@SameOnEveryJdk
class RankBadInputEndToEndTest {
    private static final String COUNTER = """
            package count;

            public class Counter {
                private int n;

                public int increment(int by) {
                    n += by;
                    return n;
                }
            }
            """;

    private static final String TEST = """
            package count;

            import static org.junit.Assert.*;

            public class CounterTest {
                @org.junit.Test
                public void increments() {
                    for (int j = 0; j < 200; j++) {
                        int i = j % 20 + 1;
                        assertEquals(i, new Counter().increment(i));
                    }
                }
            }
            """;

    /** Says its file, so that a second run, seeing it, does something else. */
    private static final String CHANGING = """
            package count;

            import static org.junit.Assert.*;

            import java.nio.file.*;

            public class CounterChangingTest {
                @org.junit.Test
                public void changes() throws Exception {
                    Path seen = Path.of("%s");
                    Counter counter = new Counter();
                    if (Files.exists(seen)) {
                        counter.increment(1);
                    } else {
                        Files.createFile(seen);
                    }
                    assertEquals(-900, new Counter().increment(-900));
                }
            }
            """;

    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = new TestProject("none", folder);
        compile("main", "Counter", COUNTER, "");
        test("manual", "CounterTest", TEST);
    }

    private static Path compile(String suite, String name, String text, String classPath) throws IOException {
        Path file = folder.resolve(suite).resolve("count").resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return project.compileGenerated(folder.resolve(suite), classPath, folder.resolve(suite + "-classes"));
    }

    private static Path test(String suite, String name, String text) throws IOException {
        return compile(suite, name, text, folder.resolve("main-classes") + File.pathSeparator + TestProject.junit());
    }

    private static String withJunit(String suite) {
        return folder.resolve(suite + "-classes") + File.pathSeparator + TestProject.junit();
    }

    private static Cli.Result rank(String manual, String generated, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "rank", "--classpath", folder.resolve("main-classes").toString(), "--manual-tests", withJunit(manual), "--generated-tests",
                withJunit(generated)));
        if (!List.of(options).contains("--class")) {
            arguments.addAll(List.of("--class", "count.Counter"));
        }
        arguments.addAll(List.of(options));
        return Cli.run(arguments);
    }

    private static void check(Cli.Result result, int exitCode, String... messageParts) {
        assertEquals(exitCode, result.exitCode(), result.toString());
        for (String part : messageParts) {
            assertTrue(result.err().contains(part), "expected '" + part + "' in " + result);
        }
        assertFalse(result.err().contains("\tat "), "a stack trace: " + result);
    }

    @Test
    void wrongOptionsAreNamed() throws Exception {
        check(Cli.run("rank"), 2, "missing --classpath, --manual-tests, --generated-tests, --class");
        check(rank("manual", "manual", "--threshold", "1.5"), 2, "--threshold 1.5: expected a number from 0 to 1");
        check(rank("manual", "manual", "--top", "0"), 2, "--top 0: expected a whole number from 1");
        check(rank("manual", "manual", "--depth", "99"), 2, "--depth 99: expected 0 to 10");
        check(rank("manual", "manual", "--set", "nothing=1"), 2, "--set nothing: there is no setting nothing", "infer.confidence");
        check(rank("manual", "manual", "--set", "infer.confidence=2"), 2, "--set infer.confidence=2: expected a number from 0 to 1");
        check(rank("manual", "manual", "--sources", folder.resolve("nowhere").toString()), 2, "nowhere does not exist");
        check(rank("manual", "manual", "--sarif", folder.resolve("nowhere/a.sarif").toString()), 2, "--sarif", "does not exist");
    }

    @Test
    void anUnknownClassIsNamedWithSimilarOnes() throws Exception {
        check(rank("manual", "manual", "--class", "count.Conter"), 3, "no class count.Conter on the class path", "count.Counter");
    }

    @Test
    void aTestClassThatIsNotThereIsNamed() throws Exception {
        check(rank("manual", "manual", "--manual-test-class", "count.NoTest"), 3, "count.NoTest", "--manual-tests");
    }

    @Test
    void suitesThatDoNotReferToTheClassAreRefused() throws Exception {
        test("others", "OtherTest", TEST.replace("CounterTest", "OtherTest").replace("new Counter().increment(i)", "i"));
        check(rank("others", "manual"), 3, "no test class refers to count.Counter; searched (setting tests): ", "check --manual-tests",
                "--manual-test-class");
        check(rank("manual", "others"), 3, "no test class refers to count.Counter; searched (setting generatedTests): ",
                "check --generated-tests");
    }

    @Test
    void suitesThatDoNotExecuteTheClassAreRefused() throws Exception {
        test("idle", "IdleTest", TEST.replace("CounterTest", "IdleTest")
                .replace("new Counter().increment(i)", "Counter.class == null ? 0 : i"));
        check(rank("idle", "manual"), 3, "none of the 1 manual tests that pass executes count.Counter");
    }

    @Test
    void suitesThatFailAreRefused() throws Exception {
        test("failing", "CounterTest", TEST.replace(
                "public void increments() {", "public void increments() { new Counter().increment(1); fail(\"always\");").replace(
                        "assertEquals(i,", "assertEquals(i + 1,"));
        check(rank("failing", "manual"), 3, "none of the 1 manual tests passes", "CounterTest.increments failed", "always");
        check(rank("manual", "failing"), 3, "none of the 1 generated tests passes", "generate them again", "always");
    }

    @Test
    void testsWithoutAssertionsAreRefused() throws Exception {
        test("silent", "SilentTest", TEST.replace("CounterTest", "SilentTest")
                .replace("assertEquals(i, new Counter().increment(i))", "new Counter().increment(i)"));
        check(rank("manual", "silent"), 3, "there is no assertion in the generated tests", "count.SilentTest");
    }

    @Test
    void evoSuitesTestsWithoutItsRuntimeAreRefused() throws Exception {
        Path file = folder.resolve("evosuite-api/org/evosuite/runtime/EvoRunner.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                package org.evosuite.runtime;

                public class EvoRunner extends org.junit.runners.BlockJUnit4ClassRunner {
                    public EvoRunner(Class<?> type) throws Exception {
                        super(type);
                    }
                }
                """);
        Path api = project.compileGenerated(folder.resolve("evosuite-api"), TestProject.junit(), folder.resolve("evosuite-api-classes"));
        compile("evosuite", "Counter_ESTest", TEST.replace(
                "public class CounterTest", "@org.junit.runner.RunWith(org.evosuite.runtime.EvoRunner.class) public class Counter_ESTest"),
                folder.resolve("main-classes") + File.pathSeparator + api + File.pathSeparator + TestProject.junit());
        check(rank("manual", "evosuite"), 3, "count.Counter_ESTest was written by EvoSuite", "evosuite-standalone-runtime",
                "--generated-tests");
    }

    @Test
    void testsThatDoNotDoTheSameTwiceAreReported() throws Exception {
        Path seen = folder.resolve("seen");
        test("changing", "CounterChangingTest", CHANGING.formatted(seen));
        Cli.Result result = rank("manual", "changing");
        check(result, 0, "CounterChangingTest.changes did not do the same again");
        Files.delete(seen);
        // The same values in a run that goes the same way are unusual.
        test("stable", "CounterChangingTest", CHANGING.formatted(seen).replace("counter.increment(1);", ""));
        result = rank("manual", "stable");
        check(result, 1);
        assertTrue(result.out().contains("increment(int)"), result.toString());
    }
}
