package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No assertion goes out that the project's own tests refute, whether they are evidence or not. */
class ProvingEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject project;
    private static Improved costs;

    @BeforeAll
    static void compile() throws Exception {
        project = TestProject.compile("proving", folder.resolve("proving"));
    }

    private record Improved(Cli.Result result, JsonNode report, Path patch) {
        JsonNode proof() {
            return report.path("proof");
        }

        String assertion() {
            return report.path("improved").path("assertion").asText();
        }
    }

    private static Improved improve(String name, String method, String... options) throws Exception {
        Path json = folder.resolve(name + ".json");
        Path patch = folder.resolve(name + ".patch");
        List<String> all = new ArrayList<>(List.of(
                "--engine", "synthesis", "--json", json.toString(), "--patch", patch.toString(), "--sources",
                project.sources().toString()));
        all.addAll(List.of(options));
        Cli.Result result = Cli.run(project.improve(method, all.toArray(String[]::new)));
        return new Improved(result, Cli.json(json), patch);
    }

    /** As by default, made once. */
    private static synchronized Improved costs() throws Exception {
        if (costs == null) {
            costs = improve("initializer", "pkg.Costs#of(int)");
        }
        return costs;
    }

    private static void assertProven(Improved improved) {
        assertEquals(0, improved.result().exitCode(), improved.result().toString());
        assertEquals("proven", improved.proof().path("status").asText(), improved.result().toString());
        assertTrue(improved.proof().path("tests").asInt() > 0, improved.result().toString());
        assertTrue(improved.result().out().contains("proven    on the project's tests: compiled, "), improved.result().toString());
    }

    @Test
    void whatAStaticInitializerRefutesIsDroppedAndTheRestStays() throws Exception {
        Improved improved = costs();
        assertProven(improved);
        JsonNode dropped = improved.proof().path("dropped");
        assertTrue(dropped.size() > 0, improved.result().toString());
        assertTrue(dropped.get(0).path("reason").asText().contains("in the static initializer of pkg.Costs"), dropped.toString());
        assertTrue(improved.assertion().contains("this.asked"), improved.assertion());
        // By other means than ours: the patched class initializes itself, with assertions enabled.
        try (URLClassLoader loader = patched(improved, "patched", text -> text)) {
            loader.setDefaultAssertionStatus(true);
            assertEquals(7, loader.loadClass("pkg.Costs").getField("OF_A_GROUP").getInt(null));
        }
    }

    @Test
    void testsWithRandomInputsSpeakAndTheSearchGoesOn() throws Exception {
        Improved improved = improve("random", "pkg.Tariff#charge(int)", "--test-class", "pkg.TariffTest");
        assertProven(improved);
        assertTrue(improved.proof().path("counterexamples").asInt() > 0, improved.result().toString());
        assertTrue(improved.proof().path("rounds").asInt() > 0, improved.result().toString());
        try (URLClassLoader loader = patched(improved, "random-patched", text -> text)) {
            loader.setDefaultAssertionStatus(true);
            for (int units : new int[] {0, 1, 700, 5000, 90_000}) {
                assertEquals(units > 1000 ? 1000 : 3 * units,
                        loader.loadClass("pkg.Tariff").getMethod("charge", int.class).invoke(null, units));
            }
        }
    }

    @Test
    void contentsThatAreTooLongForTheEvidenceSpeakToo() throws Exception {
        Improved improved = improve("long", "pkg.Tariff#first(int[])", "--test-class", "pkg.FirstTest");
        assertProven(improved);
        assertEquals(1, improved.report().path("evidence").path("testsLeftOut").size(), improved.result().toString());
        assertTrue(improved.proof().path("counterexamples").asInt() > 0, improved.result().toString());
        assertTrue(improved.assertion().contains("result"), improved.assertion());
    }

    @Test
    void aClauseWhoseFailureATestSwallowsIsFound() throws Exception {
        Improved improved = improve("careless", "pkg.Tariff#twice(int)", "--test-class", "pkg.CarelessTest");
        JsonNode dropped = improved.proof().path("dropped");
        assertTrue(dropped.size() > 0, improved.result().toString());
        assertTrue(dropped.get(0).path("reason").asText().endsWith("is false outside of tests"), dropped.toString());
        assertFalse(improved.assertion().contains(dropped.get(0).path("name").asText()), improved.result().toString());
    }

    @Test
    @SameOnEveryJdk
    void aTestThatReachesTheClassThroughAnotherOneSpeaksToo() throws Exception {
        // By itself the class's own test has no long train.
        Improved without = improve("toll-own", "pkg.Toll#of(int)", "--test-class", "pkg.TollTest");
        assertProven(without);
        assertEquals("result == 2 * axles", without.assertion());
        Improved improved = improve("toll", "pkg.Toll#of(int)");
        assertProven(improved);
        assertTrue(improved.proof().path("counterexamples").asInt() > 0, improved.result().toString());
        try (URLClassLoader loader = patched(improved, "toll-patched", text -> text)) {
            loader.setDefaultAssertionStatus(true);
            assertEquals(100, loader.loadClass("pkg.Bridge").getMethod("pass", int.class).invoke(null, 30));
            assertEquals(8, loader.loadClass("pkg.Toll").getMethod("of", int.class).invoke(null, 4));
        }
    }

    @Test
    void withoutSourcesItIsSaidThatNothingIsProven() throws Exception {
        Path json = folder.resolve("states.json");
        Cli.Result result = Cli.run(project.improve("pkg.Costs#of(int)", "--engine", "synthesis", "--json", json.toString()));
        Cli.check(result, 0, "proven    no: no sources were given");
        assertEquals("notTried", Cli.json(json).path("proof").path("status").asText());
    }

    @Test
    void sourcesThatDoNotCompileProveNothing() throws Exception {
        Path sources = folder.resolve("broken");
        copy(project.sources(), sources);
        Path file = sources.resolve("pkg/Costs.java");
        Files.writeString(file, Files.readString(file).replace("private int asked;", "private int asked; private absent.Type nowhere;"));
        Path patch = folder.resolve("broken.patch");
        Cli.Result result = Cli.run(project.improve(
                "pkg.Costs#of(int)", "--engine", "synthesis", "--patch", patch.toString(), "--sources", sources.toString()));
        Cli.check(result, 0, "proven    no: its source does not compile against the class path, even without a patch: Costs.java:");
        assertTrue(Files.exists(patch), result.toString());
    }

    @Test
    @SameOnEveryJdk
    void aClassIsProvenByOnePatch() throws Exception {
        Path json = folder.resolve("class.json");
        Path patch = folder.resolve("class.patch");
        Cli.Result result = Cli.run(List.of(
                "improve", "--classpath", project.classes().toString(), "--tests", project.tests(), "--class", "pkg.Costs", "pkg.Tariff",
                "--engine", "synthesis", "--json", json.toString(), "--patch", patch.toString(), "--sources",
                project.sources().toString()));
        assertEquals(0, result.exitCode(), result.toString());
        int proven = 0;
        for (JsonNode report : Cli.json(json).path("results")) {
            if (report.path("improved").isObject()) {
                assertEquals("proven", report.path("proof").path("status").asText(), result + report.toPrettyString());
                proven++;
            }
        }
        assertTrue(proven >= 3, result.toString());
        Improved all = new Improved(result, null, patch);
        try (URLClassLoader loader = patched(all, "class-patched", text -> text)) {
            loader.setDefaultAssertionStatus(true);
            assertEquals(7, loader.loadClass("pkg.Costs").getField("OF_A_GROUP").getInt(null));
            assertEquals(1000, loader.loadClass("pkg.Tariff").getMethod("charge", int.class).invoke(null, 2000));
        }
    }

    @Test
    void aCheckThatThrowsSpeaksInAJvmWithoutAssertionsAndAStatementDoesNot() throws Exception {
        Improved statement = costs();
        Improved check = improve("check", "pkg.Costs#of(int)", "--form", "throw");
        assertProven(check);
        assertTrue(Files.readString(check.patch()).contains("throw new AssertionError("), Files.readString(check.patch()));
        assertTrue(statement.result().out().contains("do nothing in a JVM without -ea"), statement.result().toString());
        assertFalse(check.result().out().contains("do nothing in a JVM without -ea"), check.result().toString());
        // A fault as a mutant has it.
        assertNull(thrownBy(statement, "mutant-statement"));
        assertEquals(AssertionError.class, thrownBy(check, "mutant-check").getClass());
    }

    @Test
    void assertionsInTheTestsKillWhatTheTestsDidNot() throws Exception {
        Path testSources = Path.of("src/test/subjects/proving/test").toAbsolutePath();
        Improved improved = improve("tests", "pkg.Costs#of(int)", "--form", "test", "--test-sources", testSources.toString());
        assertProven(improved);
        // What is private cannot be said there, and that is said.
        assertTrue(improved.result().err().contains("asked has private access"), improved.result().toString());
        Path patched = folder.resolve("patched-tests");
        copy(testSources, patched);
        apply(improved.patch(), patched);
        assertTrue(Files.readString(patched.resolve("pkg/CostsTest.java")).contains("assertTrue(result == "), improved.result().toString());
        String classPath = project.classes() + File.pathSeparator + TestProject.junit();
        Path tests = project.compileGenerated(patched, classPath, folder.resolve("patched-test-classes"));
        Path sources = folder.resolve("survivor");
        copy(project.sources(), sources);
        Path file = sources.resolve("pkg/Costs.java");
        Files.writeString(file, Files.readString(file).replace("people > 100", "people > 100 || people > 15 && people < 20"));
        Path mutant = folder.resolve("survivor-classes");
        project.compileSources(sources, mutant);
        assertEquals(0, run(project.classes(), tests), "the patched tests pass on the program as it is");
        assertEquals(0, run(mutant, project.testClasses()), "the mutant survives the tests as they were");
        assertEquals(1, run(mutant, tests), "and not the patched ones");
    }

    /** Runs a test class in a JVM of its own, as a build does. */
    private static int run(Path classes, Path tests) throws Exception {
        String classPath = String.join(File.pathSeparator, classes.toString(), tests.toString(), System.getProperty("java.class.path"));
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath,
                TestRunner.class.getName(), "pkg.CostsTest").redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    private static void apply(Path patch, Path sources) throws Exception {
        Process apply = new ProcessBuilder("patch", "-p1", "--batch").directory(sources.toFile())
                .redirectInput(patch.toFile()).redirectErrorStream(true).start();
        String said = new String(apply.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, apply.waitFor(), said);
    }

    private static Throwable thrownBy(Improved improved, String name) throws Exception {
        try (URLClassLoader loader = patched(improved, name, text -> text.replace("asked++;", "asked += 2;"))) {
            Class<?> costs;
            try {
                costs = Class.forName("pkg.Costs", true, loader);
            } catch (AssertionError e) {
                // The initializer is the first to meet the fault.
                return e;
            }
            Object object = costs.getDeclaredConstructor().newInstance();
            try {
                costs.getMethod("of", int.class).invoke(object, 3);
                return null;
            } catch (InvocationTargetException e) {
                return e.getCause();
            }
        }
    }

    /** The patched sources, with a further change, compiled by javac; assertions are disabled. */
    private static URLClassLoader patched(Improved improved, String name, UnaryOperator<String> change) throws Exception {
        Path sources = folder.resolve(name);
        copy(project.sources(), sources);
        apply(improved.patch(), sources);
        List<String> arguments = new ArrayList<>(List.of("-d", folder.resolve(name + "-classes").toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                Files.writeString(file, change.apply(Files.readString(file)));
                arguments.add(file.toString());
            }
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
        URLClassLoader loader = new URLClassLoader(new URL[] {folder.resolve(name + "-classes").toUri().toURL()}, null);
        loader.setDefaultAssertionStatus(false);
        return loader;
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
