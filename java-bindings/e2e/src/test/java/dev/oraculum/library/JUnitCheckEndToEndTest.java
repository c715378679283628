package dev.oraculum.library;

import static dev.oraculum.library.CheckedSubject.JAVA_AGENT;
import static dev.oraculum.library.CheckedSubject.SAMPLES;
import static dev.oraculum.library.CheckedSubject.SOURCES;
import static dev.oraculum.library.CheckedSubject.coverage;
import static dev.oraculum.library.CheckedSubject.javac;
import static dev.oraculum.library.CheckedSubject.junit;
import static dev.oraculum.library.CheckedSubject.standalone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with {@code @OracleCheck}, of the subject {@code checked}, run in a fresh JVM by JUnit's Launcher as Surefire and Gradle run them.
 * Their oracle is recorded by the command line, from the same tests, annotation and all.
 */
class JUnitCheckEndToEndTest {
    private static final List<String> PARALLEL = List.of("-Djunit.jupiter.execution.parallel.enabled=true",
            "-Djunit.jupiter.execution.parallel.mode.default=concurrent", "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
            "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=4");
    /** Tests of BasketTest that are not disabled, and of MethodTest. */
    private static final int CHECKED = 10;

    @TempDir
    private static Path folder;

    private static CheckedSubject subject;

    @BeforeAll
    static void record() throws Exception {
        subject = CheckedSubject.in(folder);
        String output = subject.oraculum("select", "--classpath", subject.classes().toString(), "--tests", subject.testPath(),
                "--test-class", "shop.BasketTest", "shop.MethodTest", "--count", "100", "--record", "--out", "oracle");
        assertTrue(Files.isRegularFile(folder.resolve("oracle/oracle.json")), output);
    }

    private static List<String> options(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(Arrays.asList(more));
        return all;
    }

    private static long count(String output, String word) {
        return output.lines().filter(line -> line.startsWith(word)).count();
    }

    @Test
    void theSameVersionAgreesInParallelAndUnderJacocoWhoseCoverageIsTheSame() throws Exception {
        String jacoco = "-javaagent:" + SAMPLES.resolve("jacocoagent.jar") + "=destfile=";
        Path alone = folder.resolve("alone.exec");
        subject.java(List.of(jacoco + alone, "-Doraculum.check=off"), junit("platform-1"), subject.classes(), "shop.BasketTest",
                "shop.MethodTest");
        // In either order: JaCoCo's cannot retransform, so the JVM asks it first.
        Path together = folder.resolve("together.exec");
        String output = subject.java(options(PARALLEL, JAVA_AGENT, jacoco + together), junit("platform-1"), subject.classes(),
                "shop.BasketTest", "shop.MethodTest");
        assertEquals(0, count(output, "FAILED"), output);
        assertEquals(CHECKED + 1, count(output, "SUCCESSFUL"), output);
        assertEquals(0, count(output, "REPORTED"), output);
        assertFalse(coverage(alone).isEmpty());
        assertEquals(coverage(alone), coverage(together));
    }

    @Test
    void testsBesideItDoNotDisturbIt() throws Exception {
        for (String platform : List.of("platform-6", "1.9.3")) {
            String junit = platform.startsWith("platform") ? junit(platform) : standalone();
            String output = subject.java(options(PARALLEL, JAVA_AGENT), junit, subject.classes(), "shop.BusyTest", "shop.BasketTest",
                    "shop.MethodTest");
            assertEquals(0, count(output, "FAILED"), output);
            assertEquals(CHECKED + 1 + 4, count(output, "SUCCESSFUL"), output);
        }
    }

    @Test
    void anotherVersionFailsWithExpectedAndActual() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("changed/shop"));
        String basket = Files.readString(SOURCES.resolve("main/shop/Basket.java"));
        Files.writeString(sources.resolve("Basket.java"), basket.replace("percent = 5 * rank", "percent = 6 * rank"));
        Path changed = folder.resolve("changed-classes");
        javac(folder.resolve("changed"), changed, "");
        String output = subject.java(List.of(JAVA_AGENT, "-Dshop.fail=true"), junit("platform-1"), changed, "shop.BasketTest",
                "shop.MethodTest");
        String words = output.replaceAll("\\s+", " ");
        for (String part : List.of(
                "mismatch return value at shop.Basket.percent:24 test shop.BasketTest",
                "expected 10 (value 1 of 1) actual 12 (value 1 of 1)",
                "FAILED checked() = checked()", "FAILED dynamic()[2] = rank 3", "FAILED nested() = nested()",
                // A test that fails anyway says both.
                "AssertionFailedError: as asked with org.opentest4j.AssertionFailedError:")) {
            assertTrue(words.contains(part), part + "\nis not in\n" + output);
        }
        // What computes nothing with the rates is as it was: rank 0.
        assertTrue(output.lines().anyMatch(line -> line.startsWith("SUCCESSFUL") && line.endsWith("= [1] 0")), output);
    }

    @Test
    void whatCannotBeCheckedFailsAndSaysWhatToDo() throws Exception {
        String none = subject.java(List.of(), junit("platform-1"), subject.classes(), "shop.BasketTest", "shop.MethodTest");
        // The class once, and the tests that ask themselves.
        assertEquals(3, count(none, "FAILED"), none);
        assertTrue(none.contains("without Oraculum's agent") && none.contains("-javaagent:PATH"), none);
        assertEquals(1, count(none, "SUCCESSFUL"), none);
        String wrong = subject.java(List.of(JAVA_AGENT, "-Doraculum.check=of"), junit("platform-1"), subject.classes(), "shop.MethodTest");
        assertTrue(wrong.contains("oraculum.check is \"of\": expected on or off"), wrong);
        Path gone = folder.resolve("gone");
        String basket = Files.readString(SOURCES.resolve("main/shop/Basket.java"));
        Files.createDirectories(gone.resolve("shop"));
        Files.writeString(gone.resolve("shop/Basket.java"), basket.replace("int percent = 5 * rank;\n        return percent;",
                "return 5 * rank;"));
        javac(gone, folder.resolve("gone-classes"), "");
        String output = subject.java(List.of(JAVA_AGENT), junit("platform-1"), folder.resolve("gone-classes"), "shop.MethodTest");
        assertTrue(output.contains("gone      percent at shop.Basket.percent:23: method shop.Basket.percent does not define it any more"),
                output);
    }

    /** JUnitGuideEndToEndTest shows what comes where all is well. */
    @Test
    void whatIsWrongWhenAssertionsAreAskedForFailsNoTest() throws Exception {
        for (String platform : List.of("platform-6", "1.9.3")) {
            String junit = platform.startsWith("platform") ? junit(platform) : standalone();
            String none = subject.java(List.of(), junit, subject.classes(), "shop.BusyTest");
            String off = subject.java(List.of("-Doraculum.improve=off"), junit, subject.classes(), "shop.BusyTest");
            for (String output : List.of(none, off)) {
                assertEquals(4, count(output, "SUCCESSFUL"), output);
                assertFalse(output.contains("oraculum"), output);
            }
            String missing = subject.java(List.of("-Doraculum.improve=/no/such/oraculum"), junit, subject.classes(), "shop.BusyTest");
            assertEquals(4, count(missing, "SUCCESSFUL"), missing);
            assertTrue(missing.contains("oraculum: no assertions for shop.BusyTest") && missing.contains("/no/such/oraculum")
                    && missing.contains("system property oraculum.improve: expected a command"), missing);
            Path jar = Files.writeString(folder.resolve("oraculum.jar"), "no jar");
            String damaged = subject.java(List.of("-Doraculum.improve=" + jar), junit, subject.classes(), "shop.BusyTest");
            assertEquals(4, count(damaged, "SUCCESSFUL"), damaged);
            assertTrue(damaged.contains("no assertions for shop.BusyTest: the command ended with status 1"), damaged);
        }
        assertTrue(Files.isDirectory(folder.resolve("oraculum/suggestions")), "there is neither target nor build");
    }
}
