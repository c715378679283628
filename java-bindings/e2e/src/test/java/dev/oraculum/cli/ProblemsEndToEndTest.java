package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Problem.Code;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Setting;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.SearchEngine;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.patch.SourcePatch;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of each kind of problem: the library's message names no option of the command line, and the command line's does. */
@SameOnEveryJdk
class ProblemsEndToEndTest {
    private static final Pattern OPTION = Pattern.compile("--[a-z]");
    /** By the project's tests alone: a method that they do not reach would have generated ones. */
    private static final StateSettings OWN_TESTS = StateSettings.DEFAULT.with("generatedTests", 0).with("assessorTests", 0);

    @TempDir
    static Path folder;

    private static TestProject basics;
    private static Project project;
    private static Path nothing;
    private static final Map<Code, Case> CASES = new EnumMap<>(Code.class);

    /**
     * A way to have a problem.
     *
     * @param api the same through the API
     * @param option that the command line names
     */
    private record Case(Executable api, String option, List<String> arguments) {}

    private static void given(Code code, Executable api, String option, String... arguments) {
        CASES.put(code, new Case(api, option, List.of(arguments)));
    }

    private static String text(List<Path> paths) {
        return String.join(File.pathSeparator, paths.stream().map(Path::toString).toList());
    }

    private static void improve(Project of, String method) {
        Oraculum.improve(Improve.of(of, method).withStates(OWN_TESTS), JobListener.NONE);
    }

    private static String[] improving(Project of, String... more) {
        List<String> all = new ArrayList<>(List.of("improve", "--classpath", text(of.classPath()), "--tests", text(of.tests()),
                "--generated-tests", "0", "--assessor-tests", "0"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static Path compile(String name, String source) throws IOException {
        Path sources = folder.resolve(name + "-sources/pkg");
        Files.createDirectories(sources);
        Files.writeString(sources.resolve(name + ".java"), source);
        return basics.compileGenerated(sources.getParent(), basics.classes() + File.pathSeparator + TestProject.junit(),
                folder.resolve(name));
    }

    private static List<Path> with(Path tests) {
        List<Path> all = new ArrayList<>(List.of(tests));
        all.addAll(Oraculum.classPath(TestProject.junit()));
        return all;
    }

    private static void rank(List<Path> manual, List<Path> generated) {
        Oraculum.rank(Rank.of(Project.of(project.classPath(), manual), "pkg.Calc", generated), JobListener.NONE);
    }

    private static String[] ranking(List<Path> manual, List<Path> generated) {
        return new String[] {
            "rank", "--classpath", text(project.classPath()), "--manual-tests", text(manual), "--generated-tests", text(generated),
                    "--class",
            "pkg.Calc"
        };
    }

    private static Path oracle(String name, String testClass) throws IOException {
        OracleDatum datum = new OracleDatum("pkg.Gone", "m", "()I", null, 3, DatumKind.RETURN, null, null, false, List.of(1));
        Oracle.Site site = new Oracle.Site("return", "", 3, "I", 0);
        Oracle.TestValues test = new Oracle.TestValues(
                "[engine:e]/[class:" + testClass + "]/[method:m]", "T.m", testClass, 1,
                List.of(new Oracle.Values(0, 1, "00000000000000aa", null, List.of("7"), List.of())), List.of());
        Oracle.Method method = new Oracle.Method("pkg.Gone", "m", "()I", List.of(site));
        Oracle all = new Oracle(Oracle.FORMAT, Oracle.VERSION, 64, List.of(datum), List.of(method), List.of(test));
        return Files.writeString(folder.resolve(name), all.toJson());
    }

    private static void check(Path oracle) {
        Oraculum.check(Check.of(project, oracle), JobListener.NONE);
    }

    private static String[] checking(Path oracle) {
        return new String[] {
            "check", "--oracle", oracle.toString(), "--classpath", text(project.classPath()), "--tests", text(project.tests())
        };
    }

    @BeforeAll
    static void casesOfEveryKind() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("basics"));
        project = Project.of(List.of(basics.classes()), Oraculum.classPath(basics.tests()));
        nothing = Files.createDirectory(folder.resolve("nothing"));
        ofTests();
        ofRankedTests();
        ofClasses();
        ofFiles();
        ofOracles();
        ofSources();
        Path states = folder.resolve("states.jsonl");
        Oraculum.exportStates(Improve.of(project, "pkg.Calc#min").withStates(OWN_TESTS), states, JobListener.NONE);
        StateSettings one = StateSettings.DEFAULT.withLimits(StateSettings.DEFAULT.limits().withMaxStates(1));
        given(Code.LIMIT_REACHED, () -> Oraculum.improveStates(states, one, ImproveRequest.defaults(), 1, JobListener.NONE),
                "--max-states", "improve", "--states", states.toString(), "--max-states", "1");
    }

    private static void ofTests() throws IOException {
        Project untested = Project.of(project.classPath(), List.of(nothing));
        given(Code.NO_TEST_CLASS, () -> improve(untested, "pkg.Calc#min"), "--test-class", improving(untested, "--method", "pkg.Calc#min"));
        given(Code.NOTHING_TESTED, () -> Oraculum.improveAll(ImproveAll.of(untested, MethodSelection.all()), JobListener.NONE), "--tests",
                improving(untested, "--all-methods"));
        TestProject half = TestProject.compile("failing", folder.resolve("failing"));
        Project failing = Project.of(List.of(half.classes()), Oraculum.classPath(half.tests()));
        given(Code.TESTS_FAIL, () -> improve(failing, "pkg.Half#half"), "--exclude-failing-tests",
                improving(failing, "--method", "pkg.Half#half"));
        given(Code.NOT_REACHED, () -> improve(project, "pkg.Calc#untested"), "--test-class",
                improving(project, "--method", "pkg.Calc#untested"));
        given(Code.TESTS_NOT_LOADABLE, () -> improve(project.withTestClasses(List.of("pkg.Absent")), "pkg.Calc#min"), "--test-class",
                improving(project, "--method", "pkg.Calc#min", "--test-class", "pkg.Absent"));
        given(Code.JVM_UNUSABLE, () -> improve(project.withJvm(nothing), "pkg.Calc#min"), "--jvm",
                improving(project, "--method", "pkg.Calc#min", "--jvm", nothing.toString()));
    }

    private static void ofRankedTests() throws IOException {
        List<Path> sad = with(compile("SadTest", "package pkg; public class SadTest { @org.junit.Test public void sad() {"
                + " org.junit.Assert.assertEquals(9, Calc.min(1, 2)); } }"));
        given(Code.NO_TEST_PASSES, () -> rank(sad, project.tests()), "--manual-test-class", ranking(sad, project.tests()));
        given(Code.GENERATED_TESTS_FAIL, () -> rank(project.tests(), sad), "--generated-tests", ranking(project.tests(), sad));
        Path runner = compile("EvoRunner",
                "package org.evosuite.runtime; public class EvoRunner extends org.junit.runners.BlockJUnit4ClassRunner {"
                + " public EvoRunner(Class<?> type) throws Exception { super(type); } }");
        Path sources = Files.createDirectories(folder.resolve("evosuite-sources"));
        Files.writeString(sources.resolve("Calc_ESTest.java"),
                "package pkg; @org.junit.runner.RunWith(org.evosuite.runtime.EvoRunner.class)"
                + " public class Calc_ESTest { @org.junit.Test public void t() { org.junit.Assert.assertEquals(1, Calc.min(1, 2)); } }");
        List<Path> evosuite = with(basics.compileGenerated(
                sources, basics.classes() + File.pathSeparator + runner + File.pathSeparator + TestProject.junit(),
                        folder.resolve("evosuite")));
        given(Code.GENERATOR_RUNTIME_MISSING, () -> rank(project.tests(), evosuite), "--generated-tests",
                ranking(project.tests(), evosuite));
    }

    private static void ofClasses() throws IOException {
        given(Code.PACKAGE_WITHOUT_CLASSES,
                () -> Oraculum.improveAll(ImproveAll.of(project, MethodSelection.ofPackage("absent")), JobListener.NONE), "--package",
                improving(project, "--package", "absent"));
        Project bare = Project.of(List.of(compile("Bare", "package pkg; public class Bare { public Bare() {} }")), project.tests());
        given(Code.NO_METHODS, () -> Oraculum.improveAll(ImproveAll.of(bare, MethodSelection.ofClass("pkg.Bare")), JobListener.NONE),
                "--constructors", improving(bare, "--class", "pkg.Bare"));
        given(Code.CLASS_OF_JDK, () -> improve(project, "java.lang.String#length"), "--classpath",
                improving(project, "--method", "java.lang.String#length"));
        Path damaged = Files.createDirectories(folder.resolve("damaged/pkg"));
        Files.writeString(damaged.resolve("Broken.class"), "no class file");
        Select select = Select.of(Project.of(List.of(damaged.getParent()))).withClasses(List.of("pkg.Broken"));
        given(Code.CLASS_UNREADABLE, () -> Oraculum.select(select, JobListener.NONE), "--classpath",
                "select", "--classpath", damaged.getParent().toString(), "--class", "pkg.Broken");
    }

    private static void ofFiles() throws IOException {
        Path there = Files.createDirectories(folder.resolve("there/pkg"));
        Files.writeString(there.resolve("CalcGeneratedTest.java"), "");
        GenerateAll all = GenerateAll.of(Project.of(project.classPath()), ClassSelection.ofPackage("pkg")).withOut(there.getParent());
        given(Code.FILES_EXIST, () -> Oraculum.generateAll(all, JobListener.NONE), "--resume",
                "generate", "--classpath", text(project.classPath()), "--package", "pkg", "--out", there.getParent().toString());
        Infer recorded = Infer.of(project, MethodSelection.ofClass("pkg.Calc")).withRecorded(nothing);
        given(Code.RECORDING_UNUSABLE, () -> Oraculum.infer(recorded, JobListener.NONE), "--plan-recording",
                "infer", "--classpath", text(project.classPath()), "--tests", text(project.tests()), "--class", "pkg.Calc", "--recorded",
                nothing.toString());
    }

    private static void ofOracles() throws IOException {
        Path absent = folder.resolve("absent.json");
        given(Code.ORACLE_UNUSABLE, () -> check(absent), "--record", checking(absent));
        Path gone = oracle("gone.json", "pkg.GoneTest");
        given(Code.ORACLE_TESTS_MISSING, () -> check(gone), "--tests", checking(gone));
        Path old = oracle("old.json", "pkg.CalcTest");
        given(Code.ORACLE_OUTDATED, () -> check(old), "--record", checking(old));
    }

    private static void ofSources() throws IOException {
        Improve request = Improve.of(project, "pkg.Calc#min").withStates(OWN_TESTS)
                .withSearch(ImproveRequest.defaults().withEngine(SearchEngine.SYNTHESIS));
        AssertionText assertion = Oraculum.improve(request, JobListener.NONE).improvement().best().text();
        given(Code.SOURCES_MISSING, () -> SourcePatch.insert(nothing, "pkg.Calc#min(int,int)", assertion, Exits.ALL),
                "--sources", patching(nothing));
        Path others = Files.createDirectories(folder.resolve("others/pkg"));
        Files.writeString(others.resolve("Calc.java"), "package pkg; public class Calc {}");
        given(Code.SOURCES_DIFFER, () -> SourcePatch.insert(others.getParent(), "pkg.Calc#min(int,int)", assertion, Exits.ALL),
                "--sources", patching(others.getParent()));
    }

    private static String[] patching(Path sources) {
        return improving(project, "--method", "pkg.Calc#min", "--engine", "synthesis", "--patch", folder.resolve("a.patch").toString(),
                "--sources",
                sources.toString());
    }

    /** Warned of, and what the kind of an exception says; the tests below are theirs. */
    @ParameterizedTest
    @EnumSource(value = Code.class, mode = EnumSource.Mode.EXCLUDE, names = {
        "ENVIRONMENT_WITHHELD", "INVALID_INPUT", "PROJECT_UNUSABLE", "FILE", "PROCESS", "NATIVE_LIBRARY", "CANCELLED", "INTERNAL"})
    void theLibraryNamesNoOptionAndTheCommandLineDoes(Code code) {
        Case given = CASES.get(code);
        assertTrue(given != null, "no case of " + code);
        Throwable thrown = assertThrows(Throwable.class, given.api());
        assertEquals(code, Problem.of(thrown).code(), thrown.toString());
        assertNoOption(thrown);
        assertFalse(Problem.of(thrown).settings().isEmpty(), "a front door has something to name");

        StringWriter err = new StringWriter();
        int exitCode = Main.commandLine()
                .setErr(new PrintWriter(err))
                .setOut(new PrintWriter(new StringWriter()))
                .execute(given.arguments().toArray(String[]::new));
        assertTrue(exitCode == 2 || exitCode == 3, exitCode + ": " + err);
        String remedy = err.toString().lines().filter(line -> line.startsWith("what to do: ")).findFirst().orElse("");
        assertTrue(remedy.contains(given.option()), err.toString());
    }

    private static void assertNoOption(Throwable thrown) {
        assertFalse(OPTION.matcher(String.valueOf(thrown.getMessage())).find(), thrown.getMessage());
        if (thrown instanceof ProjectException refused) {
            refused.details().forEach(detail -> assertFalse(OPTION.matcher(detail).find(), detail));
        }
    }

    private static Problem.Code code(Executable api) {
        Throwable thrown = assertThrows(Throwable.class, api);
        assertNoOption(thrown);
        return Problem.of(thrown).code();
    }

    @Test
    void theKindOfAnExceptionIsItsCode() {
        assertEquals(Code.INVALID_INPUT, code(() -> improve(project, "min")));
        Improve ofText = Improve.of(project, "pkg.Calc#min").withSearch(ImproveRequest.defaults().withAssertion("x <"));
        assertEquals(Code.INVALID_INPUT, code(() -> Oraculum.improve(ofText, JobListener.NONE)));
        assertEquals(Code.PROJECT_UNUSABLE, code(() -> improve(project, "pkg.Calc#absent")));
        Path noFolder = nothing.resolve("absent/evidence.db");
        assertEquals(Code.FILE, code(() -> Oraculum.improve(Improve.of(project, "pkg.Calc#min").withEvidence(noFolder), JobListener.NONE)));
        Code[] general = {Code.FILE, Code.PROCESS, Code.NATIVE_LIBRARY, Code.INTERNAL};
        for (OraculumException.Code kind : OraculumException.Code.values()) {
            assertEquals(general[kind.ordinal()], Problem.of(new OraculumException(kind, "")).code());
        }
        assertEquals(Code.CANCELLED, Problem.of(new CancellationException()).code());
        assertEquals(Code.INTERNAL, Problem.of(new AssertionError()).code());
    }

    @Test
    void whatWasWithheldIsPassedOnWithAnOption() {
        Problem withheld = Code.ENVIRONMENT_WITHHELD.problem();
        String check = Remedies.of(withheld, Main.commandLine().getSubcommands().get("check").getCommandSpec()).orElseThrow();
        assertTrue(check.contains("--env NAME"), check);
    }

    /** Every setting that a problem may name is written somehow on the command line. */
    @ParameterizedTest
    @EnumSource(Setting.class)
    void everySettingHasAnOptionOfSomeCommand(Setting setting) {
        Problem problem = new Problem(Code.LIMIT_REACHED, List.of(setting));
        assertTrue(Main.commandLine().getSubcommands().values().stream()
                .anyMatch(command -> Remedies.of(problem, command.getCommandSpec()).isPresent()));
    }
}
