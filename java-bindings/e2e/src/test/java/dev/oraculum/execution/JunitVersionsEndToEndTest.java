package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests written for any JUnit run, with the jars that the project has. */
class JunitVersionsEndToEndTest {
    private static final String JUNIT_3 =
            """
            package old;
            import junit.framework.*;
            public class OldTest extends TestCase {
                public OldTest(String name) { super(name); }
                public void testSum() { assertEquals(3, 1 + 2); }
                public void testWrong() { assertEquals("two", 3, 1 + 1); }
            }
            """;
    private static final String JUNIT_3_SUITE =
            """
            package old;
            import junit.framework.*;
            public class AllTests {
                public static Test suite() {
                    TestSuite suite = new TestSuite();
                    suite.addTest(new OldTest("testSum"));
                    return suite;
                }
            }
            """;
    private static final String JUNIT_4 =
            """
            package four;
            import static org.junit.Assert.*;
            import org.junit.*;
            public class FourTest {
                static int fixture;
                @BeforeClass public static void before() { fixture = 7; }
                @Test public void usesFixture() { assertEquals(7, fixture); }
                @Test(expected = IllegalStateException.class) public void throwsIt() { throw new IllegalStateException(); }
                @Ignore("later") @Test public void ignored() { fail(); }
                @Test public void assumes() { Assume.assumeTrue(false); }
            }
            """;
    private static final String JUNIT_4_PARAMETERIZED =
            """
            package four;
            import static org.junit.Assert.*;
            import java.util.*;
            import org.junit.*;
            import org.junit.runner.RunWith;
            import org.junit.runners.Parameterized;
            @RunWith(Parameterized.class)
            public class ManyTest {
                @Parameterized.Parameters public static Collection<Object[]> data() {
                    return Arrays.asList(new Object[][] {{1}, {2}, {3}});
                }
                private final int n;
                public ManyTest(int n) { this.n = n; }
                @Test public void small() { assertTrue(n < 4); }
            }
            """;
    private static final String JUPITER =
            """
            package five;
            import static org.junit.jupiter.api.Assertions.*;
            import org.junit.jupiter.api.*;
            import org.junit.jupiter.params.ParameterizedTest;
            import org.junit.jupiter.params.provider.ValueSource;
            public class FiveTest {
                static int fixture;
                @BeforeAll static void before() { fixture = 7; }
                @Test void usesFixture() { assertEquals(7, fixture); }
                @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void each(int n) { assertTrue(n > 0); }
                @RepeatedTest(2) void again() { }
                @Disabled("later") @Test void disabled() { fail(); }
                @Nested class Inner { @Test void nested() { } }
            }
            """;

    @TempDir
    Path directory;

    private static List<Path> concat(List<Path> one, List<Path> two) {
        List<Path> both = new ArrayList<>(one);
        both.addAll(two);
        return both;
    }

    private static ExecutionSettings settings(SampleProject project, String... testClasses) {
        return ExecutionSettings.of(
                Distribution.installation(), Jvm.running(), project.classPath(), List.of(testClasses), new byte[0]);
    }

    /** Outcomes by name of the test, of both runs if they agree. */
    private static Map<String, TestOutcome> run(SampleProject project, String platform, String... testClasses) {
        try (WorkerPool pool = WorkerPool.open(settings(project, testClasses))) {
            assertEquals(platform, pool.platform());
            OriginalRun run = pool.runOriginal(pool.discover().tests(), new Notebook());
            assertEquals(List.of(), run.unstable());
            assertEquals(List.of(), run.problems());
            return run.first().stream()
                    .collect(Collectors.toMap(test -> test.test().name(), TestRun::outcome));
        }
    }

    private static CannotRunException refused(SampleProject project, String... testClasses) {
        try (WorkerPool pool = WorkerPool.open(settings(project, testClasses))) {
            return assertThrows(CannotRunException.class, pool::discover);
        }
    }

    @Test
    void junit3RunsWithItsOldJar() {
        SampleProject project = SampleProject.compile(directory, Distribution.samples("junit-3.8"), JUNIT_3, JUNIT_3_SUITE);
        assertEquals(
                Map.of("old.OldTest.testSum", TestOutcome.PASSED, "old.OldTest.testWrong", TestOutcome.FAILED),
                run(project, "our JUnit Platform 1", "old.OldTest"));
        assertEquals(
                Map.of("old.OldTest.testSum", TestOutcome.PASSED), run(project, "our JUnit Platform 1", "old.AllTests"));
    }

    @Test
    void aFailureOnTheOriginalHasItsClassNameAndFirstLine() {
        SampleProject project = SampleProject.compile(directory, Distribution.samples("junit-3.8"), JUNIT_3);
        try (WorkerPool pool = WorkerPool.open(settings(project, "old.OldTest"))) {
            TestRun failing = pool.runOriginal(pool.discover().tests(), new Notebook()).failing().get(0);
            assertEquals("old.OldTest", failing.test().className());
            assertEquals("testWrong", failing.test().methodName());
            assertEquals(
                    "junit.framework.AssertionFailedError: two expected:<3> but was:<2>", failing.failureLine());
        }
    }

    @Test
    void junit4RunsWithAJarOlderThanTheVintageEngineNeeds() {
        SampleProject project =
                SampleProject.compile(directory, Distribution.samples("junit-4.8"), JUNIT_4, JUNIT_4_PARAMETERIZED);
        assertEquals(
                Map.of(
                        "four.FourTest.usesFixture", TestOutcome.PASSED,
                        "four.FourTest.throwsIt", TestOutcome.PASSED,
                        "four.FourTest.ignored", TestOutcome.SKIPPED,
                        "four.FourTest.assumes", TestOutcome.ABORTED,
                        "four.ManyTest.small small[0]", TestOutcome.PASSED,
                        "four.ManyTest.small small[1]", TestOutcome.PASSED,
                        "four.ManyTest.small small[2]", TestOutcome.PASSED),
                run(project, "our JUnit Platform 1", "four.FourTest", "four.ManyTest"));
    }

    private static final Map<String, TestOutcome> JUPITER_OUTCOMES = Map.of(
            "five.FiveTest.usesFixture", TestOutcome.PASSED,
            "five.FiveTest.each [1] 1", TestOutcome.PASSED,
            "five.FiveTest.each [2] 2", TestOutcome.PASSED,
            "five.FiveTest.each [3] 3", TestOutcome.PASSED,
            "five.FiveTest.again repetition 1 of 2", TestOutcome.PASSED,
            "five.FiveTest.again repetition 2 of 2", TestOutcome.PASSED,
            "five.FiveTest.disabled", TestOutcome.SKIPPED,
            "five.FiveTest$Inner.nested", TestOutcome.PASSED);

    /** JUnit 6 names the parameter in the display name: {@code [1] n = 1}. */
    private static Map<String, TestOutcome> withoutParameterNames(Map<String, TestOutcome> outcomes) {
        return outcomes.entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().replaceFirst("\\] n ?= ?", "] "), Map.Entry::getValue));
    }

    @Test
    void jupiterRunsWithTheApiAlone() {
        SampleProject project = SampleProject.compile(
                directory,
                Distribution.junit("platform-1", "junit-jupiter-api", "junit-jupiter-params", "junit-platform-commons", "opentest4j"),
                JUPITER);
        assertEquals(JUPITER_OUTCOMES, withoutParameterNames(run(project, "our JUnit Platform 1", "five.FiveTest")));
    }

    @Test
    void aProjectWithItsOwnLauncherKeepsIt() {
        SampleProject project = SampleProject.compile(directory, Distribution.junit("platform-1", "j", "o", "h"), JUPITER, JUNIT_4);
        Map<String, TestOutcome> outcomes =
                run(project, "the project's own JUnit Platform", "five.FiveTest", "four.FourTest");
        assertEquals(JUPITER_OUTCOMES.size() + 4, outcomes.size(), outcomes::toString);
    }

    @Test
    void junit6RunsWithItsOwnLauncherAndWithOurs() {
        List<Path> api = Distribution.junit(
                "platform-6", "junit-jupiter-api", "junit-jupiter-params", "junit-platform-commons", "opentest4j");
        SampleProject project = SampleProject.compile(directory.resolve("api"), api, JUPITER);
        assertEquals(JUPITER_OUTCOMES, withoutParameterNames(run(project, "our JUnit Platform 6", "five.FiveTest")));
        SampleProject own =
                SampleProject.compile(directory.resolve("own"), Distribution.junit("platform-6", "j", "o"), JUPITER);
        assertEquals(
                JUPITER_OUTCOMES, withoutParameterNames(run(own, "the project's own JUnit Platform", "five.FiveTest")));
    }

    @Test
    void jupiterAndJunit4RunTogether() {
        SampleProject project = SampleProject.compile(
                directory,
                concat(
                        Distribution.junit("platform-1", "junit-jupiter-api", "junit-jupiter-params", "junit-platform-commons",
                                "opentest4j"),
                        Distribution.samples("junit-4.8")),
                JUPITER,
                JUNIT_4);
        assertEquals(12, run(project, "our JUnit Platform 1", "five.FiveTest", "four.FourTest").size());
    }

    @Test
    void aTestClassThatIsNotThereIsNamed() {
        SampleProject project = SampleProject.compile(directory, Distribution.samples("junit-4.8"), JUNIT_4);
        String message = refused(project, "four.FourTest", "four.MissingTest").getMessage();
        assertTrue(message.startsWith("test class not found or not loadable: four.MissingTest: not on the class path"), message);
    }

    @Test
    void aClassThatNoEngineCanRunIsNamed() {
        SampleProject project = SampleProject.compile(
                directory, Distribution.samples("junit-4.8"), "package none; public class NoTest { public void m() { } }");
        String message = refused(project, "none.NoTest").getMessage();
        assertTrue(message.startsWith("no test engine can run a test of none.NoTest"), message);
    }

    @Test
    void testClassesAreChosenByWhatTheyReferTo() {
        String subject = "package sel; public class Subject { public static int one() { return 1; } }";
        String other = "package sel; public class Other { }";
        String direct = "package sel; public class DirectTest { @org.junit.Test public void t() { Subject.one(); } }";
        String base = "package sel; public abstract class Base { @org.junit.Test public void t() { Subject.one(); } }";
        String inherited = "package sel; public class InheritedTest extends Base { }";
        String helper = "package sel; public class Helper { static int help() { return Subject.one(); } }";
        String indirect = "package sel; public class IndirectTest { @org.junit.Test public void t() { Helper.help(); } }";
        String unrelated = "package sel; public class UnrelatedTest { @org.junit.Test public void t() { } }";
        List<Path> junit = Distribution.samples("junit-4.8");
        SampleProject main = SampleProject.compile(directory.resolve("main"), List.of(), subject, other);
        SampleProject tests = SampleProject.compile(
                directory.resolve("tests"),
                concat(main.classPath(), junit),
                direct, base, inherited, helper, indirect, unrelated);
        assertEquals(List.of("sel.DirectTest", "sel.InheritedTest"), select(tests, "sel/Subject"));
        assertEquals(List.of(), select(tests, "sel/Other"));
        SampleProject indirectOnly = SampleProject.compile(
                directory.resolve("indirect"), concat(main.classPath(), junit), helper, indirect, unrelated);
        assertEquals(List.of("sel.IndirectTest"), select(indirectOnly, "sel/Subject"));
    }

    private static List<String> select(SampleProject tests, String classUnderTest) {
        try (ClassPath testsPath = ClassPath.open(Arrays.asList(tests.classes()));
                ClassPath all = ClassPath.open(tests.classPath())) {
            return TestSelection.referringTo(testsPath, all, classUnderTest);
        }
    }
}
