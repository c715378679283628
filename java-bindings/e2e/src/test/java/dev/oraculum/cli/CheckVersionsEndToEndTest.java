package dev.oraculum.cli;

import static dev.oraculum.cli.CheckRuns.check;
import static dev.oraculum.cli.CheckRuns.expect;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum check} on versions that differ from the recorded one: other values, other code, less code, no end. */
class CheckVersionsEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject bank;
    private static Path bankOracle;

    @BeforeAll
    static void record() throws Exception {
        bank = TestProject.compile("bank", folder.resolve("bank"));
        bankOracle = recorded("bank-oracle", bank.classes(), bank.tests());
    }

    private static Path recorded(String name, Path classes, String tests, String... more) throws Exception {
        Path out = folder.resolve(name);
        List<String> arguments = new ArrayList<>(
                List.of("select", "--classpath", classes.toString(), "--tests", tests, "--record", "--out", out.toString()));
        arguments.addAll(List.of(more));
        expect(Cli.run(arguments), 0, "recorded");
        return out.resolve("oracle.json");
    }

    private static Path changed(String name, String from, String to) throws Exception {
        Path sources = folder.resolve(name + "-sources/pkg");
        Files.createDirectories(sources);
        for (String file : List.of("Account", "Fees", "Marker")) {
            String text = Files.readString(bank.sources().resolve("pkg/" + file + ".java"));
            assertTrue(!file.equals("Account") || text.contains(from), text);
            Files.writeString(sources.resolve(file + ".java"), text.replace(from, to));
        }
        Path classes = folder.resolve(name + "-classes");
        bank.compileSources(sources, classes);
        return classes;
    }

    @Test
    void linesThatMoveAreNoMismatch() throws Exception {
        Path classes = changed("moved", "    public void deposit",
                "    // one\n    // two\n    int twice(int n) {\n        int newBalance = 2 * n;\n        return newBalance;\n    }\n\n"
                + "    public void deposit");
        expect(check(bankOracle, classes.toString(), bank.tests()), 0, "no mismatch");
    }

    @Test
    void aChangedValueAndAMissingDefinitionAreReported() throws Exception {
        Path classes = changed("wrong", "balance + amount", "balance + 10 * amount");
        Path json = folder.resolve("wrong.json");
        expect(check(bankOracle, classes.toString(), bank.tests(), "--json", json.toString()), 1, "newBalance at pkg.Account.deposit:12",
                "pkg.AccountTest.deposits", "expected  3 (value 1 of 1)", "actual    21 (value 1 of 1)", "not passing");
        boolean found = false;
        for (JsonNode mismatch : Cli.json(json).get("mismatches")) {
            found |= mismatch.get("kind").asText().equals("value") && mismatch.get("datum").path("name").asText().equals("newBalance");
        }
        assertTrue(found, Files.readString(json));

        Path without = changed("gone", "int newBalance = balance + amount;\n        balance = newBalance;", "balance = balance + amount;");
        String[] gone = {"gone", "newBalance at pkg.Account.deposit:12 (recorded in 1 test)", "does not define it any more", "no mismatch",
                "not checked: 1 variable of the oracle"};
        expect(check(bankOracle, without.toString(), bank.tests()), 1, gone);
        expect(check(bankOracle, without.toString(), bank.tests(), "--allow-gone"), 0, gone);
    }

    @Test
    @SameOnEveryJdk
    void aClassAndAMethodThatAreGoneAreReported() throws Exception {
        Path classes = changed("rounding", "    public void deposit(int amount) {\n        int newBalance = balance + amount;", """
                static int half(int amount) {
                    int half = amount / 2;
                    return half;
                }

                static class Rounding {
                    static int of(int amount) {
                        int rounded = amount - amount % 1;
                        return rounded;
                    }
                }

                public void deposit(int amount) {
                    int newBalance = balance + Rounding.of(amount) + half(0);""");
        Path rich = recorded("rounding-oracle", classes, bank.tests());
        Path json = folder.resolve("rounding.json");
        expect(check(rich, bank.classes().toString(), bank.tests(), "--json", json.toString()), 1,
                "variables: class pkg.Account$Rounding is not on the class path", "rounded at pkg.Account$Rounding.of:",
                "variables: class pkg.Account has no method half(I)I any more", "no mismatch", "not checked:", "--allow-gone");
        for (JsonNode gone : Cli.json(json).get("dataGone")) {
            assertEquals(1, gone.get("tests").asInt(), gone.toString());
        }
        expect(check(rich, bank.classes().toString(), bank.tests(), "--allow-gone"), 0, "no mismatch");

        Path damaged = folder.resolve("rounding-damaged/pkg/Account$Rounding.class");
        Files.createDirectories(damaged.getParent());
        Files.write(damaged, Arrays.copyOf(Files.readAllBytes(classes.resolve("pkg/Account$Rounding.class")), 100));
        expect(check(rich, folder.resolve("rounding-damaged") + File.pathSeparator + classes, bank.tests()), 1,
                "class pkg.Account$Rounding cannot be read", "not passing  pkg.AccountTest.deposits");

        Path elsewhere = Files.createDirectories(folder.resolve("empty"));
        expect(check(rich, elsewhere.toString(), bank.tests(), "--allow-gone"), 3, "this version has none of the oracle's",
                "class pkg.Account is not on the class path");
    }

    @Test
    @SameOnEveryJdk
    void testsThatAreGoneAreReported() throws Exception {
        Path more = folder.resolve("more-tests/pkg/FeesTest.java");
        Files.createDirectories(more.getParent());
        Files.writeString(more, """
                package pkg;

                class FeesTest {
                    @org.junit.jupiter.api.Test
                    void withdraws() {
                        new Account(50).withdraw(5);
                    }
                }
                """);
        Path testClasses = bank.compileGenerated(more.getParent(), bank.classes() + File.pathSeparator + TestProject.junit(),
                folder.resolve("more-test-classes"));
        String tests = testClasses + File.pathSeparator + bank.tests();
        Path both = recorded("more-oracle", bank.classes(), tests);
        expect(check(both, bank.classes().toString(), tests), 0, "no mismatch", "of 2 tests");
        expect(check(both, bank.classes().toString(), bank.tests()), 1, "gone      test pkg.FeesTest.withdraws", "no mismatch",
                "not checked: 1 test of the oracle");
        expect(check(both, bank.classes().toString(), bank.tests(), "--allow-gone"), 0, "gone      test pkg.FeesTest.withdraws");
        Cli.Result asked = check(both, bank.classes().toString(), bank.tests(), "--test-class", "pkg.AccountTest");
        expect(asked, 0, "no mismatch", "of 1 test");
        assertFalse(asked.toString().contains("gone"), asked.toString());
    }

    @Test
    @SameOnEveryJdk
    void testsThatNeverEndAreNamedAndTheOthersRecorded() throws Exception {
        TestProject endless = TestProject.compile("endless", folder.resolve("endless"));
        Path out = folder.resolve("endless/oracle");
        Cli.Result result = Cli.run("select", "--classpath", endless.classes().toString(), "--tests", endless.tests(), "--record",
                "--test-timeout", "2",
                "--out", out.toString());
        expect(result, 0, "left out  2 tests: ran out of time and was stopped after 2 s", "          pkg.StepsTest.never\n",
                "left out  test pkg.StepsTest.crashes: was running when its worker process ended",
                "left out  test pkg.StepsTest.halts: tried to end the JVM",
                "          pkg.StepsTest.sometimesEnds [2]", "from 3 tests");
        // The tests that were left out are not run again.
        expect(check(out.resolve("oracle.json"), endless.classes().toString(), endless.tests()), 0, "no mismatch", "of 3 tests");
        expect(Cli.run("select", "--classpath", endless.classes().toString(), "--tests", endless.tests(), "--record", "--test-timeout",
                "0"), 2,
                "--test-timeout 0");
    }

    @Test
    void aVersionThatNeverEndsOrTakesTheJvmDownIsReported() throws Exception {
        Path endless = changed("endless", "balance = newBalance;",
                "balance = newBalance;\n        while (balance > 0) {\n            balance |= 1;\n        }");
        expect(check(bankOracle, endless.toString(), bank.tests(), "--test-timeout", "2"), 1, "not passing",
                "pkg.AccountTest.deposits ran out of time");
        Path halting = changed("halting", "balance = newBalance;",
                "balance = newBalance;\n        try {\n            Runtime.class.getMethod(\"halt\","
                + " int.class).invoke(Runtime.getRuntime(), 7);\n        } catch (ReflectiveOperationException e) {\n            throw"
                + " new IllegalStateException(e);\n        }");
        expect(check(bankOracle, halting.toString(), bank.tests()), 1, "not passing", "pkg.AccountTest.deposits tried to end the JVM");
        expect(check(bankOracle, bank.classes().toString(), bank.tests(), "--test-timeout", "0"), 2, "--test-timeout 0");
    }
}
