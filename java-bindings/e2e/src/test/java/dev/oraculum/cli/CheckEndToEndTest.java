package dev.oraculum.cli;

import static dev.oraculum.cli.CheckRuns.check;
import static dev.oraculum.cli.CheckRuns.expect;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutators;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum select --record} and {@code oraculum check} as a user runs them, on commons-cli 1.2 and on a small project. */
class CheckEndToEndTest {
    private static final Path LIBRARY = Path.of(System.getProperty("oraculum.samples"), "commons-cli-1.2.jar");
    private static final String PACKAGE = "org/apache/commons/cli/";
    /** The value that PIT's mutator returns in place of a method's own. */
    private static final Map<String, String> RETURNED =
            Map.of("EMPTY_RETURNS", "\"\"", "FALSE_RETURNS", "false", "TRUE_RETURNS", "true", "PRIMITIVE_RETURNS",
            "0", "NULL_RETURNS", "null");

    private static final int MUTANTS = 20;

    @TempDir
    static Path folder;

    private static TestProject options;
    private static TestProject bank;
    private static Path oracle;
    private static Path bankOracle;

    @BeforeAll
    static void record() throws Exception {
        options = TestProject.ofLibrary("options", LIBRARY, folder.resolve("options"));
        Path out = folder.resolve("options/oracle");
        Cli.Result result = Cli.run("select", "--classpath", LIBRARY.toString(), "--tests", options.tests(), "--count", "100", "--set",
                "variant=published", "--record",
                "--out", out.toString());
        assertEquals(0, result.exitCode(), result.toString());
        oracle = out.resolve("oracle.json");
        bank = TestProject.compile("bank", folder.resolve("bank"));
        Path bankOut = folder.resolve("bank/new/oracle");
        result = Cli.run("select", "--classpath", bank.classes().toString(), "--tests", bank.tests(), "--record", "--out",
                bankOut.toString());
        assertEquals(0, result.exitCode(), result.toString());
        bankOracle = bankOut.resolve("oracle.json");
    }

    @Test
    void anUnmodifiedLibraryHasNoMismatch() throws Exception {
        Path json = folder.resolve("same.json");
        expect(check(oracle, LIBRARY.toString(), options.tests(), "--json", json.toString()), 0, "no mismatch");
        JsonNode report = Cli.json(json);
        assertEquals(6, report.get("testsRun").asInt());
        assertTrue(report.get("valuesCompared").asInt() > 100, report.get("valuesCompared").asText());
        assertEquals(0, report.get("dataGone").size() + report.get("testsGone").size() + report.get("testsNotPassing").size());
    }

    @Test
    void whatOtherTestsLeaveInStaticStateIsLeftOut() throws Exception {
        JsonNode recorded = Cli.json(oracle);
        // OptionBuilder keeps half an option in static fields; the first run of that test in a JVM finds them empty.
        for (JsonNode test : recorded.get("tests")) {
            for (JsonNode datum : test.get("unstable")) {
                assertEquals("pkg.OptionsTest.groupsAndBuilder", test.get("name").asText(),
                        "unstable " + recorded.get("data").get(datum.asInt()));
            }
        }
    }

    @Test
    void mutantsAreReportedWithTestAndVariable() throws Exception {
        JsonNode recorded = Cli.json(oracle);
        int detected = 0;
        int returnsChecked = 0;
        int notRun = 0;
        List<Mutant> mutants = mutants(recorded);
        assertEquals(MUTANTS, mutants.size());
        for (int i = 0; i < mutants.size(); i++) {
            Mutant mutant = mutants.get(i);
            Path classes = folder.resolve("mutant-" + i);
            Path file = classes.resolve(mutant.className().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, mutant.bytes());
            Path json = folder.resolve("mutant-" + i + ".json");
            Cli.Result result = check(oracle, classes + File.pathSeparator + LIBRARY, options.tests(), "--json", json.toString());
            if (result.exitCode() == 3) {
                notRun++;
                continue;
            }
            assertTrue(result.exitCode() == 0 || result.exitCode() == 1, mutant.id() + ": " + result);
            JsonNode report = Cli.json(json);
            detected += result.exitCode();
            assertEquals(result.exitCode() == 1, report.get("mismatches").size() + report.get("testsNotPassing").size() > 0, mutant.id());
            assertTrueOfRecord(recorded, report, mutant);
            returnsChecked += returnedValues(recorded, report, mutant);
        }
        System.out.printf("[e2e] check: %d of %d mutants detected, %d not run; %d returned values foretold%n", detected, mutants.size(),
                notRun,
                returnsChecked);
        assertTrue(detected >= MUTANTS / 2, "only " + detected + " of " + MUTANTS + " mutants detected");
        assertTrue(returnsChecked >= 5, "only " + returnsChecked + " returned values could be foretold");
    }

    /**
     * Mutants of lines that the tests are known to execute: of returns that define recorded data, and as many others of the same methods.
     */
    private static List<Mutant> mutants(JsonNode recorded) {
        Set<Integer> executed = new HashSet<>();
        recorded.get("tests").forEach(test -> test.get("values").forEach(values -> executed.add(values.get("datum").asInt())));
        Map<String, Set<Integer>> returns = new HashMap<>();
        for (int datum : executed) {
            JsonNode d = recorded.get("data").get(datum);
            if (d.get("kind").asText().equals("return")) {
                returns.computeIfAbsent(d.get("className").asText(), key -> new HashSet<>()).add(d.get("line").asInt());
            }
        }
        List<Mutant> ofReturns = new ArrayList<>();
        List<Mutant> others = new ArrayList<>();
        try (ClassPath classPath = ClassPath.open(List.of(LIBRARY))) {
            for (String type : List.of("CommandLine", "Option", "Options", "OptionGroup", "HelpFormatter", "PosixParser", "Util")) {
                Set<Integer> lines = returns.getOrDefault((PACKAGE + type).replace('/', '.'), Set.of());
                for (Mutant mutant : Mutants.of(classPath, PACKAGE + type, "", "", MutationScope.CLASS, Mutators.defaults())) {
                    boolean onReturn = RETURNED.containsKey(mutant.mutator()) && lines.contains(mutant.line());
                    if (onReturn) {
                        ofReturns.add(mutant);
                    } else if (!mutant.mutator().equals("INCREMENTS") && !type.equals("HelpFormatter")) {
                        // Loops that never end are another test's.
                        others.add(mutant);
                    }
                }
            }
        }
        List<Mutant> chosen = new ArrayList<>();
        for (int i = 0; i < MUTANTS / 2; i++) {
            chosen.add(ofReturns.get(i * ofReturns.size() / (MUTANTS / 2)));
            chosen.add(others.get(i * others.size() / (MUTANTS / 2)));
        }
        return chosen;
    }

    /** What is said to be expected is what was recorded, of a datum and a test of the oracle. */
    private static void assertTrueOfRecord(JsonNode recorded, JsonNode report, Mutant mutant) {
        for (JsonNode mismatch : report.get("mismatches")) {
            JsonNode values = values(recorded, mismatch.get("testId").asText(), mismatch.get("datum"));
            long index = mismatch.get("index").asLong();
            if (mismatch.get("kind").asText().equals("new")) {
                assertEquals(null, values, mutant.id() + ": " + mismatch);
                continue;
            }
            assertEquals(values.get("count").asLong(), mismatch.get("expectedCount").asLong());
            if (index < values.get("first").size()) {
                assertEquals(values.get("first").get((int) index).asText(), mismatch.get("expected").asText());
            }
            assertFalse(mismatch.get("expected").equals(mismatch.get("actual"))
                    && mismatch.get("expectedCount").equals(mismatch.get("actualCount")),
                    mismatch.toString());
        }
    }

    /**
     * A mutant that only changes what one statement returns: in every test the first value of that datum is the mutator's, which is a
     * mismatch of that test and that variable wherever another was recorded.
     */
    private static int returnedValues(JsonNode recorded, JsonNode report, Mutant mutant) {
        String constant = RETURNED.get(mutant.mutator());
        int checked = 0;
        for (JsonNode test : recorded.get("tests")) {
            for (JsonNode values : test.get("values")) {
                JsonNode datum = recorded.get("data").get(values.get("datum").asInt());
                String descriptor = datum.get("descriptor").asText();
                boolean known = !mutant.mutator().equals("EMPTY_RETURNS") || descriptor.endsWith(")Ljava/lang/String;");
                known &= !mutant.mutator().equals("PRIMITIVE_RETURNS") || descriptor.endsWith(")I");
                boolean mutated = constant != null
                        && known
                        && datum.get("kind").asText().equals("return")
                        && datum.get("line").asInt() == mutant.line()
                        && datum.get("className").asText().equals(mutant.className());
                if (mutated && !values.get("first").get(0).asText().equals(constant)) {
                    boolean reported = false;
                    for (JsonNode mismatch : report.get("mismatches")) {
                        reported |= mismatch.get("testId").equals(test.get("id"))
                                && mismatch.get("datum").equals(datum)
                                && mismatch.get("index").asInt() == 0
                                && mismatch.get("expected").equals(values.get("first").get(0))
                                && mismatch.get("actual").asText().equals(constant);
                    }
                    assertTrue(reported, mutant.id() + " " + mutant.sentence() + " in " + test.get("name") + ": "
                            + report.toPrettyString());
                    checked++;
                }
            }
        }
        return checked;
    }

    private static JsonNode values(JsonNode recorded, String testId, JsonNode datum) {
        for (JsonNode test : recorded.get("tests")) {
            if (test.get("id").asText().equals(testId)) {
                for (JsonNode values : test.get("values")) {
                    if (recorded.get("data").get(values.get("datum").asInt()).equals(datum)) {
                        return values;
                    }
                }
            }
        }
        return null;
    }

    @Test
    void badInput() throws Exception {
        String classes = bank.classes().toString();
        expect(check(folder.resolve("absent.json"), classes, bank.tests()), 2, "absent.json does not exist", "--record");
        expect(check(folder, classes, bank.tests()), 2, "is a folder");
        Path damaged = folder.resolve("damaged.json");
        String text = Files.readString(bankOracle);
        Files.writeString(damaged, text.substring(0, text.length() / 2));
        expect(check(damaged, classes, bank.tests()), 2, "is damaged at line", "record it again");
        Files.writeString(damaged, "{\"selected\": []}");
        expect(check(damaged, classes, bank.tests()), 2, "is no oracle file");
        Files.writeString(damaged, text.replace("\"version\": 3", "\"version\": 9"));
        expect(check(damaged, classes, bank.tests()), 2, "version 9");
        Files.writeString(damaged, text.replace("\"datum\":0", "\"datum\":77"));
        expect(check(damaged, classes, bank.tests()), 2, "is damaged", "77");
        Files.writeString(damaged, text.replace("\"kept\"", "\"keeps\""));
        expect(check(damaged, classes, bank.tests()), 2, "is damaged", "kept");
        expect(check(bankOracle, classes, TestProject.junit()), 3, "none of the oracle's test classes", "pkg.AccountTest");
        expect(check(bankOracle, classes, bank.tests(), "--test-class", "pkg.Other"), 3, "knows no test class pkg.Other",
                "pkg.AccountTest");
        expect(check(bankOracle, classes, bank.tests(), "--json", folder.resolve("no/where.json").toString()), 2, "does not exist");
        expect(Cli.run("check", "--oracle", bankOracle.toString()), 2, "missing --classpath");
    }

    @Test
    @SameOnEveryJdk
    void badInputOfRecord() throws Exception {
        List<String> select = List.of("select", "--classpath", bank.classes().toString());
        expect(Cli.run(with(select, "--record")), 2, "--record needs --tests");
        List<String> record = with(select, "--tests", bank.tests(), "--record");
        expect(Cli.run(with(record, "--values", "0")), 2, "--values 0");
        expect(Cli.run(with(record, "--out", bankOracle.toString())), 2, "is a file");
        expect(Cli.run(with(record, "--test-class", "pkg.Nobody")), 3, "no test class pkg.Nobody");
        expect(Cli.run(with(record, "--class", "pkg.Marker")), 1, "nothing to select");
        TestProject failing = TestProject.compile("failing", folder.resolve("failing"));
        Cli.Result result = Cli.run("select", "--classpath", failing.classes().toString(), "--tests", failing.tests(), "--record", "--out",
                folder.resolve("failing/oracle").toString());
        expect(result, 0, "left out  test", "failed");
    }

    @Test
    void generatedTestsPassAndFailOnAMutant() throws Exception {
        Path source = oracle.resolveSibling("pkg/OptionsOracleTest.java");
        assertTrue(Files.readString(source).contains("assertTrue(commandLine"), source.toString());
        Path classes = options.compileGenerated(oracle.getParent(), LIBRARY + File.pathSeparator + TestProject.junit(),
                folder.resolve("generated"));
        Cli.Result original = junit(classes + File.pathSeparator + LIBRARY, "pkg.OptionsOracleTest");
        assertEquals(0, original.exitCode(), original.toString());
        Path mutant = folder.resolve("mutant-of-replay");
        try (ClassPath classPath = ClassPath.open(List.of(LIBRARY))) {
            Mutant wrong = Mutants.of(classPath, PACKAGE + "CommandLine", "hasOption", "(Ljava/lang/String;)Z", MutationScope.METHOD,
                    Mutators.defaults())
                    .get(0);
            Path file = mutant.resolve(PACKAGE + "CommandLine.class");
            Files.createDirectories(file.getParent());
            Files.write(file, wrong.bytes());
        }
        Cli.Result wrong = junit(mutant + File.pathSeparator + classes + File.pathSeparator + LIBRARY, "pkg.OptionsOracleTest");
        assertEquals(1, wrong.exitCode(), wrong.toString());
        assertTrue(wrong.out().contains("hasOptionIn"), wrong.toString());
    }

    @Test
    void everyKindOfValueIsReplayed() throws Exception {
        TestProject replay = TestProject.compile("replay", folder.resolve("replay"));
        Path out = folder.resolve("replay/oracle");
        Cli.Result result = Cli.run("select", "--classpath", replay.classes().toString(), "--tests", replay.tests(), "--count", "100",
                "--record", "--verbose",
                "--out", out.toString());
        expect(result, 0, "compiled and passed", "it returns an object of class pkg.Text, which has no literal",
                "return value at pkg.Text.of:13");
        String source = Files.readString(out.resolve("pkg/TextOracleTest.java"));
        for (String part : List.of(
                "import org.junit.Test;", "public void reversedInEvery()", "Text.of('a')", "\"\\u00e9\\n\\\"ba\"",
                "Long.MIN_VALUE, 1.5f, (short) 3, (byte) 0",
                "Double.valueOf(Double.NEGATIVE_INFINITY)",
                "Double.valueOf(Double.NaN)", "Character.valueOf('\\u00e9')", "assertNull(", " = Text.EMPTY;", "new byte[] {",
                "Text.Case.LOWER",
                "(Text.Case) null", "assertEquals(\"x\\\"y\", text1.label);",
                                "asList(new Object[] {Integer.valueOf(3), Integer.valueOf(5)})")) {
            assertTrue(source.contains(part), "expected " + part + " in\n" + source + result);
        }
    }

    private static Cli.Result junit(String classPath, String testClass) throws Exception {
        Path out = Files.createTempFile(folder, "junit", ".out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp", classPath + File.pathSeparator
                        + System.getProperty("java.class.path"), TestRunner.class.getName(), testClass)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        int exitCode = process.waitFor();
        return new Cli.Result(exitCode, Files.readString(out), "");
    }

    private static List<String> with(List<String> arguments, String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return all;
    }
}
