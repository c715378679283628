package dev.oraculum.cli;

import static dev.oraculum.library.CheckedSubject.JAVA_AGENT;
import static dev.oraculum.library.CheckedSubject.SAMPLES;
import static dev.oraculum.library.CheckedSubject.SOURCES;
import static dev.oraculum.library.CheckedSubject.coverage;
import static dev.oraculum.library.CheckedSubject.javac;
import static dev.oraculum.library.CheckedSubject.junit;
import static dev.oraculum.library.CheckedSubject.standalone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.library.CheckedSubject;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence that the tests of a build record while they run as they always do: it is what a run of our own records. */
class RecordedRunEndToEndTest {
    private static final String[] ALL = {"shop.BasketTest", "shop.BusyTest", "shop.MethodTest"};
    private static final String[] CHECKED = {"shop.BasketTest", "shop.MethodTest"};

    @TempDir
    private static Path folder;

    private static CheckedSubject subject;

    @BeforeAll
    static void compile() throws Exception {
        subject = CheckedSubject.in(folder);
    }

    private static String[] infer(String... more) throws IOException {
        return command(List.of("infer", "--class", "shop.Basket"), more);
    }

    private static String[] select(String... more) throws IOException {
        return command(List.of("select", "--count", "100", "--test-class", "shop.BasketTest", "shop.MethodTest"), more);
    }

    private static String[] command(List<String> command, String... more) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("--classpath", subject.classes().toString(), "--tests", subject.testPath()));
        for (String option : more) {
            // A name of the folder: the command may run in this JVM, whose working directory is another.
            boolean name = option.matches("[a-z][a-z-]*(\\.json)?") && !option.equals("last");
            all.add(name ? folder.resolve(option).toString() : option);
        }
        return all.toArray(String[]::new);
    }

    private static String oraculum(String... command) throws Exception {
        Cli.Result result = Cli.run(command);
        Cli.check(result, 0);
        return result.toString();
    }

    private static String recordingInto(String name) {
        return JAVA_AGENT + "=record=" + folder.resolve(name);
    }

    private static JsonNode withoutTimes(String file) throws IOException {
        JsonNode json = Cli.json(folder.resolve(file));
        ((ObjectNode) json).remove("elapsed");
        return json;
    }

    /** By path, what the files of a folder say. */
    private static Map<String, String> contents(String name) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder.resolve(name))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.put(folder.resolve(name).relativize(file).toString(), Files.readString(file));
            }
        }
        return all;
    }

    /** Two JVMs at a time in one of the runs, an old and a new release of JUnit, JaCoCo beside it, whose coverage stays what it is. */
    @Test
    void inferencesAreThoseOfARunOfOurOwn() throws Exception {
        oraculum(infer("--json", "own.json"));
        String planned = oraculum(infer("--plan-recording", "states"));
        assertTrue(planned.contains("planned   5 methods") && planned.contains("=record=" + folder.resolve("states")), planned);
        String jacoco = "-javaagent:" + SAMPLES.resolve("jacocoagent.jar") + "=destfile=";
        Path alone = folder.resolve("alone.exec");
        Path together = folder.resolve("together.exec");
        String plain = subject.java(List.of(jacoco + alone, "-Doraculum.check=off"), junit("platform-1"), subject.classes(), ALL);
        String recorded = subject.java(List.of(recordingInto("states"), jacoco + together), junit("platform-1"), subject.classes(), ALL);
        assertEquals(ends(plain), ends(recorded));
        assertEquals(coverage(alone), coverage(together));
        String once = oraculum(infer("--json", "once.json", "--recorded", "states"));
        assertTrue(once.contains("tests were recorded once in " + folder.resolve("states")), once);
        subject.java(List.of(recordingInto("states")), standalone(), subject.classes(), "shop.BasketTest");
        subject.java(List.of(recordingInto("states")), junit("platform-6"), subject.classes(), "shop.MethodTest", "shop.BusyTest");
        String output = oraculum(infer("--json", "recorded.json", "--recorded", "states"));
        assertTrue(!output.contains("tests were recorded once"), output);
        assertEquals(withoutTimes("own.json"), withoutTimes("once.json"));
        // The JVM that ran MethodTest first has initialized the class in it, by calls of a method.
        ObjectNode both = (ObjectNode) withoutTimes("recorded.json");
        assertEquals("[{\"method\":\"shop.Basket#percent(int)\",\"name\":\"shop.MethodTest.unchecked\","
                + "\"reason\":\"does not end alike in two runs\"}]", both.get("testsLeftOut").toString());
        both.set("testsLeftOut", withoutTimes("own.json").get("testsLeftOut"));
        assertEquals(withoutTimes("own.json"), both);
    }

    private static List<String> ends(String output) {
        return output.lines().filter(line -> line.matches("(SUCCESSFUL|FAILED|SKIPPED) .*")).toList();
    }

    @Test
    void oraclesAndTheirTestsAreThoseOfRunsOfOurOwn() throws Exception {
        oraculum(select("--record", "--out", "own", "--json", "own-selection.json"));
        oraculum(select("--plan-recording", "values"));
        for (int run = 0; run < 2; run++) {
            subject.java(List.of(recordingInto("values")), junit("platform-1"), subject.classes(), ALL);
        }
        String output = oraculum(select("--record", "--out", "taken", "--json", "selection.json", "--recorded", "values"));
        assertTrue(output.contains("11 tests that your build ran"), output);
        assertEquals(contents("own"), contents("taken"));
        assertTrue(contents("taken").size() > 1, contents("taken").keySet()::toString);
        assertEquals(withoutTimes("own-selection.json"), withoutTimes("selection.json"));
    }

    /** Parameterized tests, an assumption and an ignored test among them. */
    @Test
    void inferencesOfTestsThatJUnit4RanAreTheSame() throws Exception {
        Path old = folder.resolve("old-classes");
        javac(Path.of("src/test/subjects/checked-junit4").toAbsolutePath(), old,
                subject.classes() + File.pathSeparator + junit("platform-1"));
        List<String> infer = List.of("infer", "--class", "shop.Basket", "--classpath", subject.classes().toString(), "--tests",
                subject.testPath(old));
        oraculum(and(infer, "--json", folder.resolve("own-old.json").toString()));
        oraculum(and(infer, "--plan-recording", folder.resolve("old").toString()));
        for (int run = 0; run < 2; run++) {
            String output = subject.junit4(List.of(recordingInto("old")), old, "shop.OldTest");
            assertTrue(output.contains("4 run, 0 failed"), output);
        }
        String output = oraculum(and(infer, "--json", folder.resolve("old.json").toString(), "--recorded",
                folder.resolve("old").toString()));
        assertTrue(!output.contains("recorded once"), output);
        assertEquals(withoutTimes("own-old.json"), withoutTimes("old.json"));
        assertEquals(0, withoutTimes("old.json").get("testsLeftOut").size(), output);
        assertTrue(withoutTimes("old.json").get("points").size() > 3, output);
    }

    private static String[] and(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(Arrays.asList(more));
        return all.toArray(String[]::new);
    }

    @Test
    void whatWasNotRecordedIsRefused() throws Exception {
        refused("nothing was planned to be recorded there", infer("--recorded", "refused"));
        oraculum(infer("--plan-recording", "refused"));
        refused("no test run has left a recording there", infer("--recorded", "refused"));
        List<String> parallel = List.of(recordingInto("refused"), "-Djunit.jupiter.execution.parallel.enabled=true",
                "-Djunit.jupiter.execution.parallel.mode.default=concurrent", "-Doraculum.check=off");
        String ran = subject.java(parallel, junit("platform-1"), subject.classes(), "shop.BusyTest");
        assertEquals(4, ran.lines().filter(line -> line.startsWith("SUCCESSFUL")).count(), ran);
        refused("tests ran at the same time in one JVM", infer("--recorded", "refused"));

        String again = oraculum(infer("--plan-recording", "refused"));
        assertTrue(again.contains("removed   1 earlier recording"), again);
        subject.java(List.of(recordingInto("refused")), junit("platform-1"), subject.classes(), CHECKED);
        refused("did not run shop.BusyTest", infer("--recorded", "refused"));
        refused("different: methods and settings", command(List.of("infer", "--method", "shop.Basket#total"), "--recorded", "refused"));
        refused("different: testClasses", command(List.of("infer", "--class", "shop.Basket", "--test-class", "shop.BasketTest"),
                "--recorded", "refused"));

        Path changed = folder.resolve("changed");
        Files.createDirectories(changed.resolve("shop"));
        String basket = Files.readString(SOURCES.resolve("main/shop/Basket.java"));
        Files.writeString(changed.resolve("shop/Basket.java"), basket.replace("percent = 5 * rank", "percent = 6 * rank"));
        javac(changed, folder.resolve("changed-classes"), "");
        subject.java(List.of(recordingInto("refused")), junit("platform-1"), folder.resolve("changed-classes"), "shop.BusyTest");
        refused("classes were others, when the tests ran, than when the recording was planned: shop.Basket",
                infer("--recorded", "refused"));
        List<Path> recordings;
        try (Stream<Path> files = Files.list(folder.resolve("refused"))) {
            recordings = files.filter(file -> file.toString().endsWith(".recording")).toList();
        }
        byte[] bytes = Files.readAllBytes(recordings.get(0));
        Files.write(recordings.get(0), Arrays.copyOf(bytes, bytes.length - 20));
        refused("is damaged", infer("--recorded", "refused"));
    }

    private static void refused(String why, String... command) throws Exception {
        Cli.Result result = Cli.run(command);
        assertEquals(2, result.exitCode(), result::toString);
        String output = result.toString();
        assertTrue(output.replaceAll("\\s+", " ").contains(why), why + "\nis not in\n" + output);
        assertTrue(output.contains("--plan-recording"), output);
    }

    /** The tests are none the worse for a recording that cannot be made. */
    @Test
    void testsPassWhereNothingCanBeRecorded() throws Exception {
        for (String argument : List.of("=record=" + folder.resolve("absent"), "=recrod=x")) {
            String output = subject.java(List.of(JAVA_AGENT + argument, "-Doraculum.check=off"), junit("platform-1"), subject.classes(),
                    "shop.MethodTest");
            assertEquals(3, output.lines().filter(line -> line.startsWith("SUCCESSFUL")).count(), output);
            assertTrue(output.contains("oraculum: nothing is recorded: "), output);
        }
    }
}
