package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum rank} as a user runs it, on commons-math 1.2, whose Complex.equals is wrong (MATH-221). */
class RankEndToEndTest {
    private static final int TESTS = 120;

    @TempDir
    static Path folder;

    private static Path library;
    private static TestProject complex;
    private static Path sources;
    private static Path generated;
    private static int assertions;
    private static JsonNode report;
    private static Cli.Result first;

    @BeforeAll
    static void rank() throws Exception {
        library = Path.of(System.getProperty("oraculum.samples")).resolve("commons-math-1.2.jar").toAbsolutePath();
        complex = TestProject.ofLibrary("complex", library, folder.resolve("complex"));
        sources = folder.resolve("generated sources");
        assertions = GeneratedComplexTests.write(library, TESTS, sources);
        generated = complex.compileGenerated(sources, library + File.pathSeparator + TestProject.junit(), folder.resolve("generated"));
        first = Cli.run(rank(
                "--json", folder.resolve("1.json").toString(), "--sarif", folder.resolve("1.sarif").toString(), "--sources",
                sources.toString(), "--threads", "1"));
        assertEquals(1, first.exitCode(), first.toString());
        report = Cli.json(folder.resolve("1.json"));
    }

    private static List<String> rank(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "rank", "--classpath", library.toString(), "--manual-tests", complex.tests(), "--generated-tests",
                generated + File.pathSeparator + TestProject.junit(), "--class",
                "org.apache.commons.math.complex.Complex"));
        arguments.addAll(List.of(options));
        return arguments;
    }

    @Test
    void everyStageSaysWhatCameOfIt() {
        for (String said : List.of(
                "reading the class and the tests: ", ", " + assertions + " assertions", "running the manual tests: ",
                "running the generated tests: " + (TESTS + 1) + " tests, ",
                "finding unusual values: ", "following them to assertions",
                "ranking the assertions: " + report.get("totals").get("unsafe").asInt() + " of " + assertions)) {
            assertTrue(first.err().contains(said), said + " is not in " + first.err());
        }
    }

    @Test
    void theWrongAssertionIsAmongTheFirstFive() {
        assertTrue(assertions > 200, assertions + " assertions");
        assertEquals(assertions, report.get("totals").get("assertions").asInt());
        assertEquals(assertions, report.get("totals").get("executed").asInt());
        assertEquals(TESTS + 1, report.get("generated").get("used").asInt(), report.get("generated").toPrettyString());
        JsonNode wrong = null;
        for (JsonNode assertion : report.get("assertions")) {
            if (assertion.get("test").asText().endsWith("." + GeneratedComplexTests.WRONG)
                    && assertion.get("kind").asText().equals("assertFalse")) {
                wrong = assertion;
            }
        }
        assertTrue(wrong != null, "not unsafe; unsafe are " + report.get("assertions").toPrettyString());
        assertTrue(wrong.get("top").asBoolean() && wrong.get("position").asDouble() <= 5, "at " + wrong.get("position") + ": " + first);
        assertEquals("assertFalse(boolean0);", wrong.get("text").asText());
        assertEquals("org/apache/commons/math/complex/ComplexGeneratedTest.java", wrong.get("file").asText());
        assertFalse(wrong.get("reasons").isEmpty());
        assertTrue(report.get("toRead").asInt() < assertions / 4, report.get("toRead") + " to read");
        assertTrue(first.out().contains("assertFalse(boolean0);"), first.toString());
        assertTrue(first.out().contains("test000 (ComplexGeneratedTest.java:15)"), first.toString());
    }

    @Test
    void theThreadsChangeNothing() throws Exception {
        Path other = folder.resolve("2.json");
        Cli.run(rank("--json", other.toString(), "--sources", sources.toString(), "--threads", "2"));
        assertEquals(Cli.withoutTimes(folder.resolve("1.json")), Cli.withoutTimes(other));
    }

    @Test
    void thePresetOfThePaperRanksBySums() throws Exception {
        Path published = folder.resolve("published.json");
        assertEquals(1, Cli.run(rank("--preset", "paper", "--json", published.toString())).exitCode());
        JsonNode settings = Cli.json(published).path("settings");
        assertEquals("sum", settings.path("aggregate").asText(), settings.toString());
        assertFalse(settings.path("signs").asBoolean(true), settings.toString());
        assertFalse(settings.path("infer").path("functions").asBoolean(true), settings.toString());
        assertFalse(Cli.json(published).path("assertions").isEmpty());
    }

    @Test
    void sarifSaysWhatReviewersNeed() throws Exception {
        JsonNode log = Cli.json(folder.resolve("1.sarif"));
        assertEquals("2.1.0", log.get("version").asText());
        JsonNode run = log.get("runs").get(0);
        JsonNode driver = run.get("tool").get("driver");
        assertEquals("Oraculum", driver.get("name").asText());
        Set<String> rules = new HashSet<>();
        driver.get("rules").forEach(rule -> rules.add(rule.get("id").asText()));
        assertEquals(report.get("assertions").size(), run.get("results").size());
        Path root = Path.of(java.net.URI.create(run.get("originalUriBaseIds").get("SOURCES").get("uri").asText()));
        double before = 101;
        for (JsonNode result : run.get("results")) {
            assertTrue(rules.contains(result.get("ruleId").asText()));
            assertTrue(Set.of("warning", "note").contains(result.get("level").asText()));
            assertFalse(result.get("message").get("text").asText().isBlank());
            double rank = result.get("rank").asDouble();
            assertTrue(rank > 0 && rank <= 100 && rank <= before);
            before = rank;
            JsonNode place = result.get("locations").get(0).get("physicalLocation");
            String uri = place.get("artifactLocation").get("uri").asText();
            assertFalse(uri.startsWith("/") || uri.contains(":"), uri);
            String line = Files.readAllLines(root.resolve(uri)).get(place.get("region").get("startLine").asInt() - 1);
            assertTrue(line.contains("assert"), line);
        }
    }

    @Test
    void sarifFollowsTheSchemaOfOasis() throws Exception {
        JsonNode log = Cli.json(folder.resolve("1.sarif"));
        assertEquals(Set.of(), offences(log));
        ((ObjectNode) log.get("runs").get(0).get("results").get(0)).put("rank", 101);
        ((ObjectNode) log.get("runs").get(0)).put("column", "utf16CodeUnits");
        assertEquals(2, offences(log).size(), () -> "of two: " + offences(log));
    }

    private static Set<ValidationMessage> offences(JsonNode log) {
        InputStream schema = Objects.requireNonNull(RankEndToEndTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json"));
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema).validate(log);
    }

    @Test
    void withoutSourcesKindAndLineStandForTheText() throws Exception {
        Cli.Result result = Cli.run(rank("--set", "dataFlow=false", "--top", "1", "--profile", "invocation", "--depth", "1"));
        assertEquals(1, result.exitCode(), result.toString());
        assertTrue(result.out().contains(" in line "), result.toString());
        assertTrue(result.out().contains("to read"), result.toString());
    }

    // ---- tests of every kind

    private static final String ACCOUNT = """
            package shop;

            public class Account {
                private int balance;

                public int deposit(int amount) {
                    balance += amount;
                    return balance;
                }

                public int balance() {
                    return balance;
                }

                public void withdraw(int amount) {
                    if (amount > balance) {
                        throw new IllegalStateException("not enough");
                    }
                    balance -= amount;
                }
            }
            """;

    private static final String MANUAL = """
            package shop;

            import static org.junit.jupiter.api.Assertions.*;

            import org.junit.jupiter.params.ParameterizedTest;
            import org.junit.jupiter.params.provider.ValueSource;

            class AccountTest {
                @ParameterizedTest
                @ValueSource(ints = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597})
                void balance(int amount) {
                    Account account = new Account();
                    assertEquals(amount, account.deposit(amount));
                    assertEquals(amount + 7, account.deposit(7));
                    account.withdraw(amount);
                    assertEquals(7, account.balance());
                    assertThrows(IllegalStateException.class, () -> account.withdraw(amount + 8));
                }
            }
            """;

    private static final String JUNIT_3 = """
            package shop;

            public class AccountThreeTest extends junit.framework.TestCase {
                public void testDeposit() {
                    Account account = new Account();
                    assertEquals(4, account.deposit(4));
                }

                public void testNegative() {
                    Account account = new Account();
                    account.deposit(-5);
                    assertEquals(-5, account.balance());
                }
            }
            """;

    private static final String JUNIT_4 = """
            package shop;

            import static org.junit.Assert.*;

            public class AccountFourTest {
                @org.junit.Test
                public void negative() {
                    Account account = new Account();
                    account.deposit(-5);
                    assertEquals(-5, account.balance());
                }

                @org.junit.Test
                public void throwing() {
                    Account account = new Account();
                    account.deposit(3);
                    try {
                        account.withdraw(4);
                        fail("expected");
                    } catch (IllegalStateException e) {
                        assertEquals("not enough", e.getMessage());
                    }
                }

                @org.junit.Test
                public void failing() {
                    assertEquals(1, new Account().balance());
                }
            }
            """;

    private static final String JUNIT_5 = """
            package shop;

            import static org.junit.jupiter.api.Assertions.*;

            class AccountFiveTest {
                @org.junit.jupiter.api.Test
                void negative() {
                    Account account = new Account();
                    int after = account.deposit(-5);
                    assertEquals(-5, after);
                    assertNotNull(account);
                }
            }
            """;

    private static Path shop;

    private static synchronized Path shop() throws IOException {
        if (shop == null) {
            shop = folder.resolve("shop");
            write("main", "Account", ACCOUNT);
            write("manual", "AccountTest", MANUAL);
            write("three", "AccountThreeTest", JUNIT_3);
            write("four", "AccountFourTest", JUNIT_4);
            write("five", "AccountFiveTest", JUNIT_5);
            compile("main", "");
            for (String suite : List.of("manual", "three", "four", "five")) {
                compile(suite, shop.resolve("main-classes") + File.pathSeparator + TestProject.junit());
            }
        }
        return shop;
    }

    private static void write(String suite, String name, String text) throws IOException {
        Path file = shop.resolve(suite).resolve("shop").resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void compile(String suite, String classPath) throws IOException {
        complex.compileGenerated(shop.resolve(suite), classPath, shop.resolve(suite + "-classes"));
    }

    /** The suites that differ in their JUnit only, ranked once each: the report is in the file that {@link #rankedJson} names. */
    private static final Map<String, Cli.Result> RANKED = new HashMap<>();

    private static Path rankedJson(String suite) {
        return folder.resolve(suite + ".json");
    }

    private static Cli.Result ranked(String suite) throws Exception {
        if (!RANKED.containsKey(suite)) {
            RANKED.put(suite, rankShop("manual", suite, "--json", rankedJson(suite).toString()));
        }
        return RANKED.get(suite);
    }

    private static Cli.Result rankShop(String manual, String generatedSuite, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "rank", "--classpath", shop().resolve("main-classes").toString(), "--manual-tests",
                shop().resolve(manual + "-classes") + File.pathSeparator + TestProject.junit(),
                "--generated-tests", shop().resolve(generatedSuite + "-classes") + File.pathSeparator + TestProject.junit(), "--class",
                "shop.Account", "--sources",
                shop().resolve(generatedSuite).toString()));
        arguments.addAll(List.of(options));
        return Cli.run(arguments);
    }

    @Test
    void assertionsOfEveryJunitAreKnown() throws Exception {
        for (String suite : List.of("three", "four", "five")) {
            Cli.Result result = ranked(suite);
            assertEquals(1, result.exitCode(), result.toString());
            JsonNode found = Cli.json(rankedJson(suite));
            String text = found.get("assertions").get(0).get("text").asText();
            assertTrue(Set.of("assertEquals(-5, account.balance());", "assertEquals(-5, after);").contains(text),
                    suite + ": " + found.toPrettyString());
            assertFalse(found.toString().contains("assertEquals(4, account.deposit(4))"),
                    suite + ": a usual deposit: " + found.toPrettyString());
        }
    }

    @Test
    void generatedTestsThatFailAreListed() throws Exception {
        Cli.Result result = ranked("four");
        JsonNode generatedSuite = Cli.json(rankedJson("four")).get("generated");
        assertEquals(3, generatedSuite.get("tests").asInt());
        assertEquals(2, generatedSuite.get("used").asInt());
        assertTrue(generatedSuite.get("leftOut").get(0).get("name").asText().endsWith("AccountFourTest.failing"),
                generatedSuite.toPrettyString());
        assertTrue(result.out().contains("AccountFourTest.failing failed"), result.toString());
    }

    @Test
    void aSuiteMeasuredByItselfIsSafe() throws Exception {
        Cli.Result result = rankShop("manual", "manual");
        assertEquals(0, result.exitCode(), result.toString());
        assertTrue(result.out().contains("no assertion depends on an unusual value"), result.toString());
    }

    @Test
    void helpNamesEveryOption() throws Exception {
        Cli.Result result = Cli.run("help", "rank");
        assertEquals(0, result.exitCode(), result.toString());
        for (String option : List.of(
                "--manual-tests", "--generated-tests", "--class", "--sources", "--top", "--threshold", "--depth", "--profile", "--set",
                "--json", "--sarif")) {
            assertTrue(Stream.of(result.out().split("\n")).anyMatch(line -> line.contains(option)), option + " in " + result);
        }
    }
}
