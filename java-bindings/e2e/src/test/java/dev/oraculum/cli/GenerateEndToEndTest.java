package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate} on classes of this test's own: what it writes is plain JUnit that javac compiles and that passes. */
class GenerateEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = new TestProject("generated", Files.createDirectories(folder.resolve("project")));
        project.compileSources(project.sources(), project.classes());
    }

    private static Cli.Result generate(String className, Path out, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("generate", "--classpath", project.classes().toString(), "--class", className, "--out", out.toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments);
    }

    /** Runs a written class as a build does: compiled by javac, in a JVM with JUnit and nothing of ours. */
    private static String junit(Path out, String className) throws Exception {
        return junit(out, className, System.getProperty("java.class.path"), TestRunner.class.getName());
    }

    private static String junit(Path out, String className, String classPath, String runner) throws Exception {
        Ran ran = run(compiled(out), project.classes(), classPath, runner, className, List.of());
        assertEquals(0, ran.exit(), ran.said() + Files.readString(out.resolve(className.replace('.', '/') + ".java")));
        return ran.said();
    }

    private static Path compiled(Path out) throws Exception {
        return project.compileGenerated(
                out, project.classes() + File.pathSeparator + TestProject.junit(), Files.createTempDirectory(folder, "compiled"));
    }

    private record Ran(int exit, String said) {}

    /** @param classes of the class under test */
    private static Ran run(Path tests, Path classes, String classPath, String runner, String className, List<String> jvmArguments)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", tests + File.pathSeparator + classes + File.pathSeparator + classPath, runner, className));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), said);
        return new Ran(process.exitValue(), said);
    }

    /** Runs a written class on the class as it is, in JVMs that differ in all that a test may not depend on. */
    private static void passesEverywhere(Path out, String className) throws Exception {
        Path tests = compiled(out);
        String order = "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$";
        for (List<String> arguments : List.of(
                List.<String>of(),
                List.of(order + "MethodName"),
                List.of(order + "Random", "-Djunit.jupiter.execution.order.random.seed=1"),
                List.of(order + "Random", "-Djunit.jupiter.execution.order.random.seed=2", "-Duser.timezone=America/St_Johns"),
                List.of("-Duser.language=de", "-Duser.country=DE", "-Duser.timezone=Asia/Kolkata", "-XX:ActiveProcessorCount=1"))) {
            Ran ran = run(tests, project.classes(), System.getProperty("java.class.path"), TestRunner.class.getName(), className,
                    arguments);
            assertEquals(0, ran.exit(), arguments + "\n" + ran.said()
                    + Files.readString(out.resolve(className.replace('.', '/') + ".java")));
        }
    }

    /** The classes of the project with a fault in one of them. */
    private static Path faulty(String className, String text, String other) throws Exception {
        Path sources = Files.createTempDirectory(folder, "faulty");
        Path file = Path.of("pkg", className + ".java");
        String source = Files.readString(project.sources().resolve(file));
        assertTrue(source.contains(text), source);
        Files.createDirectories(sources.resolve("pkg"));
        Files.writeString(sources.resolve(file), source.replace(text, other));
        return project.compileGenerated(sources, project.classes().toString(), Files.createTempDirectory(folder, "faulty-classes"));
    }

    /** Results, contents, identity, what inspectors show: for each there is a fault that nothing else shows. */
    @Test
    void theTestsOfATallyFailOnFaultsAndOnNothingElse() throws Exception {
        Path out = folder.resolve("tally");
        Path json = folder.resolve("tally.json");
        Cli.Result result = generate("pkg.Tally", out, "--max-tests", "4000", "--seed", "1", "--budget", "200", "--json", json.toString());
        Cli.check(result, 0, "written", "mutants");
        String source = Files.readString(out.resolve("pkg/TallyGeneratedTest.java"));
        passesEverywhere(out, "pkg.TallyGeneratedTest");
        JsonNode mutants = Cli.json(json).get("mutants");
        assertTrue(mutants.size() > 5, mutants.toString());
        int killed = 0;
        for (JsonNode mutant : mutants) {
            killed += mutant.get("end").textValue().equals("KILLED") ? 1 : 0;
        }
        // What replaces a result by an empty one, the search does not look for.
        assertTrue(killed >= mutants.size() - 3, mutants + "\n" + source);
        Path tests = compiled(out);
        for (String[] fault : new String[][] {
            {"total++;", "total += 2;"},
            {"return this;", "return new Tally();"},
            {"return this;", "return null;"},
            {"return total;", "return total + 1;"},
            {"return counts.isEmpty();", "return !counts.isEmpty();"},
            {"new ArrayList<>(counts.keySet())", "new ArrayList<>(List.of(\"x\"))"},
            {"(double) total / counts.size()", "(double) total / (counts.size() + 1)"},
            {"return counts.keySet().stream().findFirst();", "return Optional.of(\"x\");"},
            {"numbers[i] +=", "numbers[i] -="},
            {"IllegalArgumentException(\"no word\")", "IllegalStateException(\"no word\")"},
        }) {
            Ran ran = run(
                    tests, faulty("Tally", fault[0], fault[1]), System.getProperty("java.class.path"), TestRunner.class.getName(),
                    "pkg.TallyGeneratedTest", List.of());
            assertEquals(1, ran.exit(), fault[1] + "\n" + ran.said() + source);
            assertTrue(ran.said().contains("AssertionFailedError"), fault[1] + "\n" + ran.said());
        }
    }

    /** All branches are covered either way; where they begin, only variants find out. */
    @Test
    void variantsOfTestsKillMutantsThatTheseDoNotNotice() throws Exception {
        List<Long> killed = new ArrayList<>();
        for (int variants : new int[] {0, 200}) {
            Path out = folder.resolve("fare" + variants);
            Path json = folder.resolve("fare" + variants + ".json");
            Cli.check(generate("pkg.Fare", out, "--max-tests", "4000", "--seed", "1", "--budget", "200", "--json", json.toString(),
                    "--set", "generate.variants=" + variants), 0, "written");
            JsonNode report = Cli.json(json);
            assertEquals(report.at("/coverage/branch/goals"), report.at("/coverage/branch/covered"), report.toString());
            killed.add(StreamSupport.stream(report.get("mutants").spliterator(), false)
                    .filter(mutant -> mutant.get("end").textValue().equals("KILLED")).count());
            if (variants > 0) {
                passesEverywhere(out, "pkg.FareGeneratedTest");
                assertTrue(killed.get(1) > killed.get(0), killed + " " + report);
                for (String[] fault : new String[][] {{"age >= 65", "age > 65"}, {"zones > 9", "zones >= 9"}, {"age < 6", "age <= 6"}}) {
                    Ran ran = run(compiled(out), faulty("Fare", fault[0], fault[1]), System.getProperty("java.class.path"),
                            TestRunner.class.getName(), "pkg.FareGeneratedTest", List.of());
                    assertEquals(1, ran.exit(), fault[1] + "\n" + ran.said());
                }
            }
        }
    }

    @Test
    void whatIsNotTheSameEverywhereIsNotAsserted() throws Exception {
        Path out = folder.resolve("moody");
        Cli.check(generate("pkg.Moody", out, "--max-tests", "1000", "--budget", "120"), 0, "written");
        String source = Files.readString(out.resolve("pkg/MoodyGeneratedTest.java"));
        for (String call : List.of("now", "dice", "address", "identity", "order", "getNumber", "amount", "loud", "zone", "files")) {
            assertFalse(source.matches("(?s).*assert\\w+\\([^;]*\\." + call + "\\(.*"), call + "\n" + source);
            assertFalse(source.matches("(?s).* = \\w+\\." + call + "\\(.*"), "no variable for what nothing asserts: " + call + "\n"
                    + source);
        }
        assertTrue(source.contains("assertEquals(\"moody\", "), source);
        passesEverywhere(out, "pkg.MoodyGeneratedTest");
    }

    /** Some of what the search saw, only the tests before had made possible: what is reported is what the written tests do. */
    @Test
    void jacocoReportsTheBranchesThatAreClaimed() throws Exception {
        for (String name : List.of("Cached", "Lock")) {
            Path out = folder.resolve("jacoco-" + name);
            Path json = folder.resolve(name + "-jacoco.json");
            Cli.check(generate("pkg." + name, out, "--max-tests", "2000", "--seed", "1", "--budget", "100", "--json", json.toString()), 0,
                    "written");
            JsonNode claimed = Cli.json(json).at("/coverage/branch");
            Path exec = folder.resolve(name + ".exec");
            String agent = "-javaagent:" + Path.of("target/samples/jacocoagent.jar").toAbsolutePath() + "=destfile=" + exec
                    + ",includes=pkg." + name + "*";
            Ran ran = run(compiled(out), project.classes(), System.getProperty("java.class.path"), TestRunner.class.getName(),
                    "pkg." + name + "GeneratedTest", List.of(agent));
            assertEquals(0, ran.exit(), ran.said());
            ExecFileLoader loader = new ExecFileLoader();
            loader.load(exec.toFile());
            CoverageBuilder found = new CoverageBuilder();
            new Analyzer(loader.getExecutionDataStore(), found).analyzeAll(project.classes().toFile());
            List<ICounter> branches = found.getClasses().stream()
                    .filter(of -> of.getName().equals("pkg/" + name) || of.getName().startsWith("pkg/" + name + "$"))
                    .map(IClassCoverage::getBranchCounter)
                    .toList();
            assertEquals(branches.stream().mapToInt(ICounter::getTotalCount).sum(), claimed.get("goals").intValue());
            assertEquals(branches.stream().mapToInt(ICounter::getCoveredCount).sum(), claimed.get("covered").intValue());
        }
        JsonNode cached = Cli.json(folder.resolve("Cached-jacoco.json")).at("/coverage/branch");
        assertEquals(3, cached.get("covered").intValue(), "nobody asks a hundred times");
    }

    @Test
    void testsOfALockReachItsBranchesAndPassAlone() throws Exception {
        Path out = folder.resolve("lock");
        Path json = folder.resolve("lock.json");
        Cli.Result result = generate("pkg.Lock", out, "--max-tests", "30000", "--seed", "1", "--budget", "120", "--json", json.toString());
        Cli.check(result, 0, "written", "LockGeneratedTest.java", "coverage");
        JsonNode report = Cli.json(json);
        assertEquals(report.at("/coverage/line/goals").intValue(), report.at("/coverage/line/covered").intValue(), result.toString());
        // That a list has a null is left to chance.
        int missed = report.at("/coverage/branch/goals").intValue() - report.at("/coverage/branch/covered").intValue();
        assertTrue(missed <= 1, result.toString());
        assertTrue(report.get("stop").textValue().equals(missed == 0 ? "ALL_COVERED" : "MAX_TESTS"), result.toString());
        String source = Files.readString(out.resolve("pkg/LockGeneratedTest.java"));
        for (String part : List.of("assertThrows(IllegalArgumentException.class", "Lock.State.OPEN", "Lock.State.JAMMED",
                "\"turned once\"")) {
            assertTrue(source.contains(part), part + "\n" + source);
        }
        for (String part : List.of("oraculum", "java.lang.reflect", "setAccessible")) {
            assertFalse(source.contains(part), source);
        }
        assertTrue(junit(out, "pkg.LockGeneratedTest").contains(report.at("/files/0/tests").intValue() + " tests"), result.toString());

        // Again: the same bytes elsewhere, and nothing is written over.
        Path again = folder.resolve("again");
        Cli.check(generate("pkg.Lock", again, "--max-tests", "30000", "--seed", "1", "--budget", "120"), 0);
        assertEquals(source, Files.readString(again.resolve("pkg/LockGeneratedTest.java")));
        Files.writeString(again.resolve("pkg/LockGeneratedTest.java"), "mine");
        Cli.Result refused = generate("pkg.Lock", again, "--max-tests", "100");
        Cli.check(refused, 2, "is there already", "--force");
        assertFalse(refused.toString().contains("searching"), "before anything runs: " + refused);
        assertEquals("mine", Files.readString(again.resolve("pkg/LockGeneratedTest.java")));
    }

    /** Nothing implements the sensor: tests write objects of it, with the methods of the interface above it. */
    @Test
    void testsOfAnAlarmMakeSensorsOfTheirOwn() throws Exception {
        Path out = folder.resolve("alarm");
        Path json = folder.resolve("alarm.json");
        Cli.Result result = generate("pkg.Alarm", out, "--max-tests", "5000", "--seed", "1", "--budget", "120", "--json", json.toString());
        Cli.check(result, 0, "written");
        JsonNode report = Cli.json(json);
        assertEquals(6, report.at("/coverage/branch/goals").intValue(), result.toString());
        assertEquals(6, report.at("/coverage/branch/covered").intValue(), result.toString());
        assertTrue(report.get("left").isEmpty(), result.toString());
        String source = Files.readString(out.resolve("pkg/AlarmGeneratedTest.java"));
        for (String part : List.of("new Alarm.Sensor() {", "@Override\n", "return \"sauna\";", "return true;",
                "assertEquals(\"too warm\", alarm.check());")) {
            assertTrue(source.contains(part), part + "\n" + source);
        }
        passesEverywhere(out, "pkg.AlarmGeneratedTest");
    }

    @Test
    void otherSearchesAndJunit4() throws Exception {
        for (String algorithm : List.of("mosa", "random")) {
            Path out = folder.resolve(algorithm);
            Cli.Result result = generate(
                    "pkg.Lock", out, "--max-tests", "5000", "--junit", "4", "--set", "generate.algorithm=" + algorithm, "--budget", "120");
            Cli.check(result, 0, "written");
            String source = Files.readString(out.resolve("pkg/LockGeneratedTest.java"));
            assertTrue(source.contains("import org.junit.Test;") && !source.contains("jupiter"), source);
            assertTrue(junit(out, "pkg.LockGeneratedTest", TestProject.junit(), "org.junit.runner.JUnitCore").contains("OK ("), source);
        }
    }

    @Test
    void whatTheClassDoesWildlyHurtsNobody() throws Exception {
        Path out = folder.resolve("wild");
        long start = System.nanoTime();
        Cli.Result result = generate("pkg.Wild", out, "--max-tests", "2000", "--budget", "60", "--seed", "3");
        Cli.check(result, 0, "written");
        assertTrue(System.nanoTime() - start < TimeUnit.MINUTES.toNanos(3), result.toString());
        try (Stream<Path> left = Files.list(Path.of("/tmp"))) {
            assertEquals(List.of(), left.filter(file -> file.toString().contains("oraculum-generated-wild")).toList());
        }
        String source = Files.readString(out.resolve("pkg/WildGeneratedTest.java"));
        assertTrue(source.contains("wild.positive(") && source.contains("assertTrue("), source);
        // Where nobody types, a test that reads would wait.
        assertFalse(source.contains("wild.read()"), source);
        assertFalse(source.contains("wild.endless()") || source.contains("wild.sleep()"), source);
        assertFalse(source.contains("OutOfMemoryError") || source.contains("StackOverflowError"), source);
        // What differs from run to run, or with what ran before, is not asserted.
        assertFalse(source.matches("(?s).*assertEquals\\([^;]*\\.clock\\(\\).*"), source);
        junit(out, "pkg.WildGeneratedTest");
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        Cli.check(generate("pkg.Nothing", folder.resolve("nothing")), 1, "no test was found that can be kept");
        assertFalse(Files.exists(folder.resolve("nothing")));
        Cli.check(generate("pkg.Lok", folder.resolve("none")), 3, "there is no class pkg.Lok", "pkg.Lock");
        Cli.check(generate("pkg.Lock", folder.resolve("none"), "--budget", "0"), 2, "--budget 0");
        Cli.check(generate("pkg.Lock", folder.resolve("none"), "--set", "generate.populaton=3"), 2, "generate.population");
        Cli.check(Cli.run("generate", "--classpath", project.classes().toString()), 2, "missing --class");
    }
}
