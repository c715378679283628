package dev.oraculum.cli;

import static dev.oraculum.cli.Cli.check;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum select} as a user runs it. */
class SelectEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject bank;

    @BeforeAll
    static void compile() throws Exception {
        bank = TestProject.compile("bank", folder.resolve("bank"));
    }

    private static Cli.Result select(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("select", "--classpath", bank.classes().toString()));
        arguments.addAll(List.of(options));
        return Cli.run(arguments);
    }

    @Test
    void ordersVariablesAndWritesJsonAndPicture() throws Exception {
        Path json = folder.resolve("bank.json");
        Path dot = folder.resolve("bank.dot");
        Cli.Result result = select("--preset", "paper", "--sites", "shared", "--count", "3", "--json", json.toString(), "--dot",
                dot.toString());
        check(result, 0, "capability", "pkg.Account.deposit");
        JsonNode report = Cli.json(json);
        assertEquals(3, report.get("selected").size());
        // newBalance uses balance, which two methods and the constructor write, and amount: nothing else observes more.
        JsonNode first = report.get("selected").get(0);
        assertEquals("newBalance", first.get("datum").get("name").asText(), report.toPrettyString());
        assertEquals("pkg.Account", first.get("datum").get("className").asText());
        assertEquals(first.get("capability"), first.get("initialCapability"), "nothing was selected before it");
        double capability = 1;
        for (JsonNode observed : first.get("observes")) {
            capability += observed.get("capability").asDouble();
        }
        assertEquals(first.get("capability").asDouble(), capability, 1e-9);
        String picture = Files.readString(dot);
        assertTrue(picture.startsWith("digraph substitution {") && picture.contains("1. newBalance") && picture.contains(" -> "), picture);
    }

    @Test
    void forTestsOnlyWhatTheyReachIsSelected() throws Exception {
        Path json = folder.resolve("tests.json");
        check(select("--tests", bank.tests(), "--test-class", "pkg.AccountTest", "--json", json.toString()), 0);
        JsonNode report = Cli.json(json);
        assertEquals("pkg.AccountTest", report.get("testClasses").get(0).asText());
        for (JsonNode choice : report.get("selected")) {
            String method = choice.get("datum").get("method").asText();
            assertTrue(List.of("<init>", "deposit", "getBalance").contains(method), "AccountTest never withdraws: " + method);
        }
    }

    @Test
    void testsAreRunForWhatTheyExecuteButNotByThePaper() throws Exception {
        Path json = folder.resolve("executed.json");
        check(select("--tests", bank.tests(), "--test-class", "pkg.AccountTest", "--count", "100", "--json", json.toString()), 0);
        assertTrue(Cli.json(json).get("elapsed").has("execution"), "the tests were run");
        double best = Cli.json(json).get("selected").get(0).get("initialCapability").asDouble();
        assertTrue(best > 1, "it observes more than itself");
        check(select("--preset", "paper", "--tests", bank.tests(), "--test-class", "pkg.AccountTest", "--json", json.toString()), 0);
        assertFalse(Cli.json(json).get("elapsed").has("execution"), "nothing was run");
    }

    @Test
    void aClassIsAnalysedAlone() throws Exception {
        Path json = folder.resolve("class.json");
        check(select("--class", "pkg.Fees", "--json", json.toString()), 0);
        for (JsonNode choice : Cli.json(json).get("selected")) {
            assertEquals("pkg.Fees", choice.get("datum").get("className").asText());
        }
    }

    @Test
    void theSameInputGivesTheSameOutput() throws Exception {
        Path first = folder.resolve("first.json");
        Path second = folder.resolve("second.json");
        check(select("--alpha", "0.5", "--json", first.toString()), 0);
        check(select("--alpha", "0.5", "--json", second.toString()), 0);
        assertEquals(Cli.withoutTimes(first), Cli.withoutTimes(second));
    }

    /** Capabilities before any selection, by variable and method. */
    private static Map<String, Double> capabilities(TestProject project, String... options) throws Exception {
        Path json = folder.resolve("capabilities.json");
        List<String> arguments = new ArrayList<>(
                List.of("select", "--classpath", project.classes().toString(), "--preset", "paper", "--count", "100", "--alpha", "1",
                "--json", json.toString()));
        arguments.addAll(List.of(options).contains("--sites") ? List.of() : List.of("--sites", "shared"));
        arguments.addAll(List.of(options));
        check(Cli.run(arguments), 0);
        Map<String, Double> capabilities = new TreeMap<>();
        for (JsonNode choice : Cli.json(json).get("selected")) {
            JsonNode datum = choice.get("datum");
            capabilities.put(datum.get("className").asText() + "." + datum.get("method").asText() + ":" + datum.get("name").asText(),
                    choice.get("initialCapability").asDouble());
        }
        return capabilities;
    }

    @Test
    void whereSitesAreWholeEachReaderOfAFieldCountsAlone() throws Exception {
        Map<String, Double> shared = capabilities(bank);
        Map<String, Double> whole = capabilities(bank, "--sites", "whole");
        String datum = "pkg.Account.deposit:newBalance";
        assertTrue(whole.get(datum) > shared.get(datum), whole + " against " + shared);
        shared.forEach((name, capability) -> assertTrue(
                whole.getOrDefault(name, capability) >= capability - 1e-9, name + ": " + whole.get(name) + " against " + capability));
    }

    @Test
    void aCallReachesWhatItsReceiverMayBeOrByRapidTypeAnalysisWhatThereIsAtAll() throws Exception {
        TestProject shapes = TestProject.compile("shapes", folder.resolve("shapes"));
        String area = "pkg.Shapes.ofSquare:area";
        double byReceiver = capabilities(shapes).get(area);
        assertEquals(byReceiver, capabilities(shapes, "--call-graph", "cfa").get(area), "the default");
        // By rapid type analysis `area` may be the line's as well: it observes `none`, and the square's half as surely.
        assertNotEquals(byReceiver, capabilities(shapes, "--call-graph", "rta").get(area), 1e-9);
        check(Cli.run("select", "--classpath", shapes.classes().toString(), "--call-graph", "guess"), 2, "--call-graph");
    }

    @Test
    void nothingToSelect() throws Exception {
        check(select("--class", "pkg.Marker"), 1, "nothing to select");
    }

    @Test
    void unknownNames() throws Exception {
        check(select("--class", "pkg.Acount"), 3, "no class pkg.Acount", "pkg.Account");
        check(select("--package", "gone"), 3, "no class of package gone");
        check(select("--tests", bank.tests(), "--test-class", "pkg.AcountTest"), 3, "no test class pkg.AcountTest", "pkg.AccountTest");
    }

    @Test
    void wrongSettings() throws Exception {
        check(select("--alpha", "2"), 2, "--alpha 2.0");
        check(select("--fp", "half"), 2, "--fp half", "uniform=");
        check(select("--fp", "uniform=3"), 2, "uniform=3");
        check(select("--count", "0"), 2, "--count 0");
        check(select("--test-class", "pkg.AccountTest"), 2, "--tests");
        check(Cli.run("select"), 2, "--classpath");
        check(Cli.run("select", "--classpath", folder.resolve("absent.jar").toString()), 3, "absent.jar", "does not exist");
    }

    @Test
    void aCorruptClassFileAndAMissingClassAreNamedAndTheRestIsAnalysed() throws Exception {
        Path damaged = Files.createDirectories(folder.resolve("damaged/pkg"));
        for (String name : List.of("Account", "Fees")) {
            Files.copy(bank.classes().resolve("pkg/" + name + ".class"), damaged.resolve(name + ".class"));
        }
        byte[] bytes = Files.readAllBytes(damaged.resolve("Fees.class"));
        Files.write(damaged.resolve("Fees.class"), java.util.Arrays.copyOf(bytes, bytes.length / 2));
        Cli.Result result = Cli.run("select", "--classpath", damaged.getParent().toString());
        check(result, 0, "class file of pkg.Fees: it is damaged", "pkg.Account");
        Files.delete(damaged.resolve("Fees.class"));
        check(Cli.run("select", "--classpath", damaged.getParent().toString()), 0, "not on the class path", "pkg.Fees");
    }
}
