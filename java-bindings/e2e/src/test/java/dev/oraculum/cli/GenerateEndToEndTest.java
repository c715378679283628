package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.cli.GenerateRuns.Mutants;
import dev.oraculum.process.LoggedProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
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
    private static final String[] LOCK = {"--class", "pkg.Lock", "--max-tests", "30000"};

    @TempDir
    static Path folder;

    private static GenerateRuns runs;
    private static GenerateRuns.Written lock;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("generated", folder);
    }

    /** Tests of the lock, which several cases look at. */
    private static GenerateRuns.Written lock() throws Exception {
        if (lock == null) {
            lock = runs.write("lock", Mutants.FEW_VARIANTS, LOCK);
        }
        return lock;
    }

    /** The classes of the project with a fault in one of them. */
    private static Path faulty(String className, String text, String other) throws Exception {
        Path sources = Files.createTempDirectory(folder, "faulty");
        Path file = Path.of("pkg", className + ".java");
        String source = Files.readString(runs.project().sources().resolve(file));
        assertTrue(source.contains(text), source);
        Files.createDirectories(sources.resolve("pkg"));
        Files.writeString(sources.resolve(file), source.replace(text, other));
        return runs.project().compileGenerated(
                sources, runs.project().classes().toString(), Files.createTempDirectory(folder, "faulty-classes"));
    }

    /** Results, contents, identity, what inspectors show: for each there is a fault that nothing else shows. */
    @Test
    @SameOnEveryJdk
    void theTestsOfATallyFailOnFaultsAndOnNothingElse() throws Exception {
        GenerateRuns.Written tally = runs.write("tally", Mutants.DEFAULT, "--class", "pkg.Tally", "--max-tests", "4000");
        Cli.check(tally.result(), 0, "mutants");
        String source = tally.source("pkg.TallyGeneratedTest");
        runs.passesEverywhere(tally.out(), "pkg.TallyGeneratedTest");
        JsonNode mutants = tally.report().get("mutants");
        assertTrue(mutants.size() > 5, mutants.toString());
        int killed = 0;
        for (JsonNode mutant : mutants) {
            killed += mutant.get("end").textValue().equals("KILLED") ? 1 : 0;
        }
        // What replaces a result by an empty one, the search does not look for.
        assertTrue(killed >= mutants.size() - 3, mutants + "\n" + source);
        Path tests = runs.compiled(tally.out());
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
            GenerateRuns.Ran ran = runs.test(tests, faulty("Tally", fault[0], fault[1]), "pkg.TallyGeneratedTest");
            assertEquals(1, ran.exit(), fault[1] + "\n" + ran.said() + source);
            assertTrue(ran.said().contains("AssertionFailedError"), fault[1] + "\n" + ran.said());
        }
    }

    /** What a buffer was given, what a value of the JDK is, what the object shows that a getter gives, and the words of an exception. */
    @Test
    @SameOnEveryJdk
    void theTestsOfAnInvoiceNoticeWhatOnlyASecondLookShows() throws Exception {
        GenerateRuns.Written invoice = runs.write("invoice", Mutants.DEFAULT, "--class", "pkg.Invoice", "--max-tests", "4000");
        Cli.check(invoice.result(), 0, "mutants");
        String source = invoice.source("pkg.InvoiceGeneratedTest");
        runs.passesEverywhere(invoice.out(), "pkg.InvoiceGeneratedTest");
        // Who words a message anew has broken nothing: it is asserted where it says what a mutant changes.
        assertFalse(source.matches("(?s).*\"negative count\", exception\\d*\\.getMessage.*"), source);
        assertFalse(source.contains("For input string"), "the words of the JDK are not asserted\n" + source);
        Path tests = runs.compiled(invoice.out());
        for (String[] fault : new String[][] {
            {"new Line(article, count)", "new Line(\"\", count)"},
            {"new Line(article, count)", "new Line(article, count + 1)"},
            {"i < count", "i <= count"},
            {"valueOf(cents, 2)", "valueOf(cents, 1)"},
            {".plusDays(14)", ".plusDays(13)"},
            {".append(' ')", ".append(\"\")"},
            {"(count - 3)", "(count - 2)"},
        }) {
            GenerateRuns.Ran ran = runs.test(tests, faulty("Invoice", fault[0], fault[1]), "pkg.InvoiceGeneratedTest");
            assertEquals(1, ran.exit(), fault[1] + "\n" + ran.said() + source);
            assertTrue(ran.said().contains("AssertionFailedError"), fault[1] + "\n" + ran.said());
        }
    }

    /** The JVM lets no class that is not signed into the package of one that is: there, not one of the tests would be loaded. */
    @Test
    void theTestsOfASignedClassAreInAPackageBelowIts() throws Exception {
        Path jar = folder.resolve("signed.jar");
        Path keys = folder.resolve("keys.p12");
        String classes = runs.project().classes().toString();
        assertEquals(0, ToolProvider.findFirst("jar").orElseThrow().run(
                System.out, System.err, "--create", "--file", jar.toString(), "-C", classes, "pkg/Lock.class", "-C", classes,
                "pkg/Fare.class"));
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        for (List<String> command : List.of(
                List.of(bin.resolve("keytool").toString(), "-genkeypair", "-keyalg", "EC", "-alias", "us", "-dname", "CN=us", "-keystore",
                        keys.toString(), "-storepass", "secret"),
                List.of(bin.resolve("jarsigner").toString(), "-keystore", keys.toString(), "-storepass", "secret", jar.toString(), "us"))) {
            LoggedProcess.Output output = LoggedProcess.run(new ProcessBuilder(command));
            assertEquals(0, output.exitCode(), output.text());
        }
        Path out = folder.resolve("signed");
        Cli.Result result = Cli.run(List.of("generate", "--classpath", jar.toString(), "--class", "pkg.Fare", "--out", out.toString(),
                "--max-tests", "500", "--set", "generate.variants=0", "--budget", "300"));
        Cli.check(result, 0, "written");
        assertTrue(result.err().contains("signed or sealed"), result.toString());
        assertEquals(List.of("pkg/generated/FareGeneratedTest.java"), GenerateRuns.files(out));
        assertTrue(Files.readString(out.resolve("pkg/generated/FareGeneratedTest.java")).contains("import pkg.Fare;"));
        GenerateRuns.Ran ran = runs.test(runs.compiled(out), jar, "pkg.generated.FareGeneratedTest");
        assertEquals(0, ran.exit(), ran.said());
    }

    /** No change of a text, one character at a time, comes to what matches; the pattern of one method is no constant of the code. */
    @Test
    @SameOnEveryJdk
    void whatIsBehindARegularExpressionIsReachedByTextsThatMatch() throws Exception {
        String[] ticket = {"--class", "pkg.Ticket", "--max-tests", "6000"};
        GenerateRuns.Written with = runs.write("ticket", Mutants.NONE, ticket);
        List<String> none = new ArrayList<>(List.of(ticket));
        none.addAll(List.of("--set", "generate.patternsShare=0"));
        GenerateRuns.Written without = runs.write("ticket-without", Mutants.NONE, none.toArray(String[]::new));
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().toString());
        assertTrue(without.covered("branch") <= with.goals("branch") / 2, without.report().toString());
        runs.passesEverywhere(with.out(), "pkg.TicketGeneratedTest");
    }

    /** All branches are covered either way; where they begin, only variants find out. */
    @Test
    @SameOnEveryJdk
    void variantsOfTestsKillMutantsThatTheseDoNotNotice() throws Exception {
        String[] fare = {"--class", "pkg.Fare", "--max-tests", "4000"};
        GenerateRuns.Written without = runs.write("fare-without", Mutants.WITHOUT_VARIANTS, fare);
        GenerateRuns.Written with = runs.write("fare", Mutants.DEFAULT, fare);
        for (GenerateRuns.Written written : List.of(without, with)) {
            assertEquals(written.goals("branch"), written.covered("branch"), written.report().toString());
        }
        assertTrue(killed(with) > killed(without), killed(without) + " " + with.report());
        runs.passesEverywhere(with.out(), "pkg.FareGeneratedTest");
        Path tests = runs.compiled(with.out());
        for (String[] fault : new String[][] {{"age >= 65", "age > 65"}, {"zones > 9", "zones >= 9"}, {"age < 6", "age <= 6"}}) {
            GenerateRuns.Ran ran = runs.test(tests, faulty("Fare", fault[0], fault[1]), "pkg.FareGeneratedTest");
            assertEquals(1, ran.exit(), fault[1] + "\n" + ran.said());
        }
    }

    /** All branches are covered at once, and no constant of the code is the weight at which a truck is heavy: that the search looks for. */
    @Test
    @SameOnEveryJdk
    void theSearchLooksForTheBoundsOfComparisons() throws Exception {
        String[] toll = {"--class", "pkg.Toll", "--max-tests", "4000", "--set", "generate.engine=search", "--seed", "3"};
        List<String> weak = new ArrayList<>(List.of(toll));
        weak.addAll(List.of("--set", "generate.weakMutation=2000"));
        GenerateRuns.Written without = runs.write("toll-without", Mutants.FEW_VARIANTS, toll);
        GenerateRuns.Written with = runs.write("toll", Mutants.FEW_VARIANTS, weak.toArray(String[]::new));
        for (GenerateRuns.Written written : List.of(without, with)) {
            assertEquals(written.goals("branch"), written.covered("branch"), written.report().toString());
            assertEquals("ALL_COVERED", written.report().get("stop").textValue());
        }
        assertEquals(without.report().get("coverage"), with.report().get("coverage"), "infections are no coverage");
        assertEquals("UNCHANGED", boundary(without));
        assertEquals("KILLED", boundary(with));
        runs.passesEverywhere(with.out(), "pkg.TollGeneratedTest");
        GenerateRuns.Ran ran = runs.test(
                runs.compiled(with.out()), faulty("Toll", "load >= 2661", "load > 2661"), "pkg.TollGeneratedTest");
        assertEquals(1, ran.exit(), ran.said());
    }

    /** The verdict on the mutant that moves the bound of the only comparison. */
    private static String boundary(GenerateRuns.Written written) {
        return StreamSupport.stream(written.report().get("mutants").spliterator(), false)
                .filter(mutant -> mutant.get("id").textValue().contains("/CONDITIONALS_BOUNDARY/"))
                .map(mutant -> mutant.get("end").textValue()).collect(Collectors.joining());
    }

    private static long killed(GenerateRuns.Written written) {
        return StreamSupport.stream(written.report().get("mutants").spliterator(), false)
                .filter(mutant -> mutant.get("end").textValue().equals("KILLED")).count();
    }

    @Test
    void whatIsNotTheSameEverywhereIsNotAsserted() throws Exception {
        GenerateRuns.Written moody = runs.write("moody", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Moody", "--max-tests", "1000");
        String source = moody.source("pkg.MoodyGeneratedTest");
        for (String call : List.of("now", "dice", "address", "digitsOfAddress", "identity", "order", "getNumber", "amount", "digit",
                "loud", "zone", "variables", "properties", "user", "files", "year", "isMorning", "age", "fractionsOfAge", "since",
                "atOnce")) {
            assertFalse(source.matches("(?s).*assert\\w+\\([^;]*\\." + call + "\\(.*"), call + "\n" + source);
            assertFalse(source.matches("(?s).* = \\w+\\." + call + "\\(.*"), "no variable for what nothing asserts: " + call + "\n"
                    + source);
        }
        assertFalse(source.contains("\"by stub\""), source);
        assertTrue(source.contains("assertEquals(\"moody\", "), source);
        runs.passesEverywhere(moody.out(), "pkg.MoodyGeneratedTest");
    }

    @Test
    void whatAProgramSaysInAnotherLanguageIsNotAsserted() throws Exception {
        GenerateRuns spoken = GenerateRuns.of("spoken", Files.createTempDirectory(folder, "spoken"));
        GenerateRuns.Written greeter = spoken.write("greeter", Mutants.FEW_VARIANTS, "--class", "pkg.Greeter", "--max-tests", "500");
        String source = greeter.source("pkg.GreeterGeneratedTest");
        assertFalse(source.contains("Hello"), source);
        assertTrue(source.contains("assertEquals(1, greeter.greeted());"), source);
        spoken.passesEverywhere(greeter.out(), "pkg.GreeterGeneratedTest");
    }

    /** Of what a class shows by views, by lists of its own, by iterators and as the objects that it was given. */
    @Test
    void whatContainersHoldIsAssertedWhoeverMadeThem() throws Exception {
        GenerateRuns.Written shelf = runs.write("shelf", Mutants.DEFAULT, "--class", "pkg.Shelf", "--max-tests", "2000");
        assertTrue(shelf.result().out().contains("12 of 12 killed"), shelf.result().toString());
        String source = shelf.source("pkg.ShelfGeneratedTest");
        for (String asserted : List.of(".titles()", ".hasNext());", ".last());", ".size());", "assertSame(")) {
            assertTrue(source.contains(asserted), asserted + " in " + source);
        }
        runs.passesEverywhere(shelf.out(), "pkg.ShelfGeneratedTest");
    }

    /** And nothing is asserted that hangs on whether statements {@code assert} are looked at. */
    @Test
    void whatIsWrittenToObjectsOfTheJdkIsAsserted() throws Exception {
        GenerateRuns.Written sale = runs.write("sale", Mutants.FEW_VARIANTS, "--class", "pkg.Sale", "--max-tests", "4000");
        String source = sale.source("pkg.SaleGeneratedTest");
        for (String asserted : List.of("ataOutputStream.size());", "riter.toString());", "uffer.", "ocument.get")) {
            assertTrue(source.matches("(?s).*assert[^;]*" + Pattern.quote(asserted) + ".*"), asserted + " in " + source);
        }
        sale.report().get("mutants").forEach(mutant -> {
            String id = mutant.get("id").textValue();
            boolean writes = Stream.of("save(", "print(").anyMatch(id::startsWith);
            assertTrue(!writes || mutant.get("end").textValue().equals("KILLED"), id + "\n" + source);
        });
        assertFalse(source.contains("AssertionError"), source);
        assertFalse(source.contains("nullOutputStream") || source.contains("nullWriter"), source);
        runs.passesEverywhere(sale.out(), "pkg.SaleGeneratedTest");
    }

    /** What a class does to what it keeps shows only there, and that of a method that throws only behind it. */
    @Test
    @SameOnEveryJdk
    void elementsOfArraysAndContainersAreAsked() throws Exception {
        GenerateRuns.Written journal = runs.write("journal", Mutants.FEW_VARIANTS, "--class", "pkg.Journal", "--max-tests", "3000");
        String source = journal.source("pkg.JournalGeneratedTest");
        for (String asked : List.of(".last().get().read());", ".marks().values().iterator().next().read());", ".counts()[0].times);")) {
            assertTrue(source.contains(asked), asked + " in " + source);
        }
        journal.report().get("mutants").forEach(mutant -> {
            String id = mutant.get("id").textValue();
            boolean entries = Stream.of("write(", "readAll(", "mark(", "erase(").anyMatch(id::startsWith);
            assertTrue(!entries || mutant.get("end").textValue().equals("KILLED"), id + "\n" + source);
        });
        assertTrue(source.matches("(?s).*assertThrows\\(UnsupportedOperationException.class, \\(\\) -> journal2?.erase\\([^}]*times\\);.*"),
                source);
        runs.passesEverywhere(journal.out(), "pkg.JournalGeneratedTest");
    }

    /** What reads to the end of something needs an object that has something and then nothing more. */
    @Test
    @SameOnEveryJdk
    void objectsOfInterfacesAnswerWhatTheCodeAsks() throws Exception {
        GenerateRuns.Written inbox = runs.write("inbox", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Inbox", "--max-tests", "6000",
                "--seed", "2");
        assertEquals(inbox.goals("branch"), inbox.covered("branch"), inbox.result().toString());
        String source = inbox.source("pkg.InboxGeneratedTest");
        assertTrue(source.contains("return hasMoreCalls++ == 0;"), source);
        runs.passesEverywhere(inbox.out(), "pkg.InboxGeneratedTest");
        GenerateRuns.Written ledger = runs.write("ledger", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Ledger", "--max-tests", "12000");
        assertEquals(ledger.goals("branch"), ledger.covered("branch"), ledger.result().toString());
        source = ledger.source("pkg.LedgerGeneratedTest");
        assertTrue(source.contains("private static <T> T stub(Class<T> type, Map<String, List<?>> answers) {"), source);
        assertTrue(source.contains("\"getLong(java.lang.String)\", Arrays.asList("), source);
        runs.passesEverywhere(ledger.out(), "pkg.LedgerGeneratedTest");
    }

    /** The search finds each test with an open valve; among the written ones, that which closes it goes, and the others stay. */
    @Test
    @SameOnEveryJdk
    void testsDoNotHangOnWhatOthersLeaveInStaticFields() throws Exception {
        onlyThePolluterGoes("Valve", "1", "2", "\"open\"", "\"broken\"");
    }

    /** What all share is behind a weak map, and some tests clear up behind those that do not. */
    @Test
    @SameOnEveryJdk
    void aPolluterIsFoundWhereOthersClearUpBehindIt() throws Exception {
        onlyThePolluterGoes("Cabinet", "1", "2", "-1", "\"letters\"", "\"empty\"");
    }

    /** Of a class with two branches that only tests behind a polluter take. */
    private void onlyThePolluterGoes(String name, String... expected) throws Exception {
        GenerateRuns.Written written = runs.write(
                name, Mutants.WITHOUT_VARIANTS, "--class", "pkg." + name, "--max-tests", "2000");
        assertTrue(written.result().out().contains("others fail after it: it changes static state"), written.result().toString());
        assertEquals(written.goals("branch") - 2, written.covered("branch"), written.result().toString());
        String source = written.source("pkg." + name + "GeneratedTest");
        for (String value : expected) {
            assertTrue(source.contains("assertEquals(" + value + ", "), source);
        }
        runs.passesEverywhere(written.out(), "pkg." + name + "GeneratedTest");
    }

    /** The stream counts as closed when it was to be closed once: the tests behind that one are refused the same. */
    @Test
    @SameOnEveryJdk
    void noTestClosesStandardOutput() throws Exception {
        writesOnly("Report", "report.line(", "report.close(");
    }

    /** Of two kinds of calls, tests are written of the one that does nothing which no test may do. */
    private void writesOnly(String name, String wanted, String... refused) throws Exception {
        GenerateRuns.Written written = runs.write(name, Mutants.WITHOUT_VARIANTS, "--class", "pkg." + name, "--max-tests", "500");
        String source = written.source("pkg." + name + "GeneratedTest");
        assertTrue(source.contains(wanted), source);
        for (String call : refused) {
            assertFalse(source.contains(call), call + " in " + source);
        }
        runs.passesEverywhere(written.out(), "pkg." + name + "GeneratedTest");
    }

    /** A test whose thread writes a file where it is run is not written, and no run of it has written the file. */
    @Test
    @SameOnEveryJdk
    void nothingIsWrittenWhereTheUserIs() throws Exception {
        Path file = Path.of("logbook-of-a-generated-test.txt");
        Files.deleteIfExists(file);
        writesOnly("Logbook", "logbook.pages(", "logbook.note(\"", "logbook.noteLater(\"");
        assertFalse(Files.exists(file));
    }

    /** Nothing but its calls shows what the bell does. */
    @Test
    @SameOnEveryJdk
    void testsAssertWhatCallbacksAreCalledWith() throws Exception {
        GenerateRuns.Written bell = runs.write("bell", Mutants.DEFAULT, "--class", "pkg.Bell", "--max-tests", "3000");
        String source = bell.source("pkg.BellGeneratedTest");
        for (String part : List.of("List<Object> received = new ArrayList<>\\(\\);",
                "IntConsumer intConsumer = any -> received\\d?.add\\(any\\);",
                "Bell.Stroke stroke = any -> received\\d?.add\\(any\\);",
                "\\(any1, any2\\) -> received\\d?.addAll\\(Arrays.asList\\(any1, any2\\)\\);",
                "\\(\\) -> received\\d?.add\\(\"run\"\\);", "assertEquals\\(List.of\\(\"run\", \"run\"\\), received\\d?\\);",
                "assertEquals\\(List.of\\('.'(, '.')*\\), received\\d?\\);", "assertTrue\\(received\\d?.isEmpty\\(\\)\\);")) {
            assertTrue(Pattern.compile(part).matcher(source).find(), part + "\n" + source);
        }
        bell.report().get("mutants").forEach(mutant -> assertEquals("KILLED", mutant.get("end").textValue(), mutant + "\n" + source));
        runs.passesEverywhere(bell.out(), "pkg.BellGeneratedTest");
    }

    /** Some of what the search saw, only the tests before had made possible: what is reported is what the written tests do. */
    @Test
    void jacocoReportsTheBranchesThatAreClaimed() throws Exception {
        GenerateRuns.Written cached = runs.write("cached", Mutants.NONE, "--class", "pkg.Cached", "--max-tests", "2000");
        assertEquals(3, cached.covered("branch"), "nobody asks a hundred times");
        jacocoReportsWhatIsClaimed("Cached", cached);
        // Variants are among the tests of this one.
        jacocoReportsWhatIsClaimed("Lock", lock());
    }

    private static void jacocoReportsWhatIsClaimed(String name, GenerateRuns.Written written) throws Exception {
        Path exec = folder.resolve(name + ".exec");
        GenerateRuns.Ran ran = runs.test(runs.compiled(written.out()), "pkg." + name + "GeneratedTest", "-javaagent:"
                + Path.of("target/samples/jacocoagent.jar").toAbsolutePath() + "=destfile=" + exec + ",includes=pkg." + name + "*");
        assertEquals(0, ran.exit(), ran.said());
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(exec.toFile());
        CoverageBuilder found = new CoverageBuilder();
        new Analyzer(loader.getExecutionDataStore(), found).analyzeAll(runs.project().classes().toFile());
        List<ICounter> branches = found.getClasses().stream()
                .filter(of -> of.getName().equals("pkg/" + name) || of.getName().startsWith("pkg/" + name + "$"))
                .map(IClassCoverage::getBranchCounter)
                .toList();
        assertEquals(branches.stream().mapToInt(ICounter::getTotalCount).sum(), written.goals("branch"));
        assertEquals(branches.stream().mapToInt(ICounter::getCoveredCount).sum(), written.covered("branch"));
    }

    /** What a stream has is a text as often as numbers: else nothing comes behind the first word of the format. */
    @Test
    @SameOnEveryJdk
    void bytesAndCharactersAreMadeOfTexts() throws Exception {
        String[] header = {"--class", "pkg.Header", "--max-tests", "3000"};
        GenerateRuns.Written written = runs.write("header", Mutants.WITHOUT_VARIANTS, header);
        assertEquals(written.goals("branch"), written.covered("branch"), written.result().toString());
        String source = written.source("pkg.HeaderGeneratedTest");
        assertTrue(source.contains(".getBytes(StandardCharsets.UTF_8)"), source);
        assertFalse(source.contains("getBytes()"), "what depends on the machine: " + source);
        runs.passesEverywhere(written.out(), "pkg.HeaderGeneratedTest");
        GenerateRuns.Written numbers = runs.write("numbers", Mutants.NONE, "--class", "pkg.Header", "--max-tests", "3000",
                "--set", "generate.textArrays=0");
        assertTrue(numbers.covered("branch") < written.covered("branch"), numbers.result().toString());
    }

    /** Nothing makes one, and the names of a class's members are not in its code. */
    @Test
    @SameOnEveryJdk
    void fieldsMethodsAndConstructorsAreLookedUp() throws Exception {
        GenerateRuns.Written written = runs.write("column", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Column", "--max-tests", "3000");
        assertEquals(written.goals("branch"), written.covered("branch"), written.result().toString());
        String source = written.source("pkg.ColumnGeneratedTest");
        for (String lookedUp : List.of("getDeclaredField(\"notes\")", "getDeclaredMethod(\"", "getDeclaredConstructor(")) {
            assertTrue(source.contains("Column.class." + lookedUp), source);
        }
        assertTrue(source.matches("(?s).*Class<\\?>\\[] classes\\d* = \\{\\w.*"), "arrays are written with what they hold: " + source);
        assertFalse(source.matches("(?s).*s\\d*\\[0] = .*"), source);
        assertFalse(source.contains("setAccessible"), "the class opens fields itself, or nobody does: " + source);
        runs.passesEverywhere(written.out(), "pkg.ColumnGeneratedTest");
    }

    /** A copy by serialization: nothing else calls what a class has for that. */
    @Test
    @SameOnEveryJdk
    void whatOnlySerializationCallsIsReachedByCopies() throws Exception {
        GenerateRuns.Written written = runs.write("wallet", Mutants.DEFAULT, "--class", "pkg.Wallet", "--max-tests", "3000");
        assertEquals(written.goals("branch"), written.covered("branch"), written.result().toString());
        String source = written.source("pkg.WalletGeneratedTest");
        assertTrue(source.contains("(Wallet) objectInputStream.readObject()"), source);
        runs.passesEverywhere(written.out(), "pkg.WalletGeneratedTest");
        Path tests = runs.compiled(written.out());
        for (String[] fault : new String[][] {
            {"out.writeInt(note);", ""},
            {"in.defaultReadObject();", ""},
            {"full = notes.size() >= 2;", "full = notes.size() > 2;"},
        }) {
            GenerateRuns.Ran ran = runs.test(tests, faulty("Wallet", fault[0], fault[1]), "pkg.WalletGeneratedTest");
            assertEquals(1, ran.exit(), fault[1] + "\n" + ran.said() + source);
        }
    }

    @Test
    void testsOfALockReachItsBranchesAndPassAlone() throws Exception {
        Cli.Result result = lock().result();
        Cli.check(result, 0, "written", "LockGeneratedTest.java", "coverage");
        JsonNode report = lock().report();
        assertEquals(lock().goals("line"), lock().covered("line"), result.toString());
        // That a list has a null is left to chance.
        int missed = lock().goals("branch") - lock().covered("branch");
        assertTrue(missed <= 1, result.toString());
        assertTrue(report.get("stop").textValue().equals(missed == 0 ? "ALL_COVERED" : "MAX_TESTS"), result.toString());
        String source = lock().source("pkg.LockGeneratedTest");
        for (String part : List.of("assertThrows(IllegalArgumentException.class", "Lock.State.OPEN", "Lock.State.JAMMED",
                "\"turned once\"")) {
            assertTrue(source.contains(part), part + "\n" + source);
        }
        for (String part : List.of("oraculum", "java.lang.reflect", "setAccessible")) {
            assertFalse(source.contains(part), source);
        }
        GenerateRuns.Ran ran = runs.test(runs.compiled(lock().out()), "pkg.LockGeneratedTest");
        assertEquals(0, ran.exit(), ran.said() + source);
        assertTrue(ran.said().contains(report.at("/files/0/tests").intValue() + " tests"), ran.said() + result);

        // Again: the same bytes elsewhere, and nothing is written over.
        GenerateRuns.Written again = runs.write("again", Mutants.FEW_VARIANTS, LOCK);
        assertEquals(source, again.source("pkg.LockGeneratedTest"));
        Path file = again.out().resolve("pkg/LockGeneratedTest.java");
        Files.writeString(file, "mine");
        Cli.Result refused = runs.refused(again.out(), "--class", "pkg.Lock", "--max-tests", "100");
        Cli.check(refused, 2, "is there already", "--force");
        assertFalse(refused.toString().contains("searching"), "before anything runs: " + refused);
        assertEquals("mine", Files.readString(file));
    }

    /** Nothing implements the sensor: tests write objects of it, with the methods of the interface above it. */
    @Test
    @SameOnEveryJdk
    void testsOfAnAlarmMakeSensorsOfTheirOwn() throws Exception {
        GenerateRuns.Written alarm = runs.write("alarm", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Alarm", "--max-tests", "5000");
        assertEquals(6, alarm.goals("branch"), alarm.result().toString());
        assertEquals(6, alarm.covered("branch"), alarm.result().toString());
        assertTrue(alarm.report().get("left").isEmpty(), alarm.result().toString());
        String source = alarm.source("pkg.AlarmGeneratedTest");
        for (String part : List.of("new Alarm.Sensor() {", "@Override\n", "return \"sauna\";", "return true;",
                "assertEquals(\"too warm\", alarm.check());")) {
            assertTrue(source.contains(part), part + "\n" + source);
        }
        runs.passesEverywhere(alarm.out(), "pkg.AlarmGeneratedTest");
    }

    @Test
    void otherSearchesAndJunit4() throws Exception {
        for (String algorithm : List.of("mosa", "monotonic", "random")) {
            GenerateRuns.Written written = runs.write(algorithm, Mutants.WITHOUT_VARIANTS, "--class", "pkg.Lock", "--max-tests", "2000",
                    "--junit", "4", "--set", "generate.algorithm=" + algorithm);
            String source = written.source("pkg.LockGeneratedTest");
            assertTrue(source.contains("import org.junit.Test;") && !source.contains("jupiter"), source);
            GenerateRuns.Ran ran = runs.testWithJunit4(runs.compiled(written.out()), "pkg.LockGeneratedTest");
            assertEquals(0, ran.exit(), ran.said() + source);
            assertTrue(ran.said().contains("OK ("), ran.said() + source);
        }
    }

    @Test
    void whatTheClassDoesWildlyHurtsNobody() throws Exception {
        long start = System.nanoTime();
        GenerateRuns.Written wild = runs.write("wild", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Wild", "--max-tests", "1000",
                "--budget", "60", "--seed", "3");
        assertTrue(System.nanoTime() - start < TimeUnit.MINUTES.toNanos(3), wild.result().toString());
        try (Stream<Path> left = Files.list(Path.of("/tmp"))) {
            assertEquals(List.of(), left.filter(file -> file.toString().contains("oraculum-generated-wild")).toList());
        }
        String source = wild.source("pkg.WildGeneratedTest");
        assertTrue(source.contains("wild.positive(") && source.contains("assertTrue("), source);
        // Where nobody types, a test that reads would wait.
        assertFalse(source.contains("wild.read()"), source);
        assertFalse(source.contains("wild.endless()") || source.contains("wild.sleep()"), source);
        assertFalse(source.contains("OutOfMemoryError") || source.contains("StackOverflowError"), source);
        // What differs from run to run, or with what ran before, is not asserted.
        assertFalse(source.matches("(?s).*assertEquals\\([^;]*\\.clock\\(\\).*"), source);
        runs.passes(wild.out());
    }

    /** A constant of an interface is mostly a lambda or an anonymous class. */
    @Test
    @SameOnEveryJdk
    void codeInConstantsIsCalled() throws Exception {
        GenerateRuns.Written ranking = runs.write("ranking", Mutants.NONE, "--class", "pkg.Ranking", "--max-tests", "2000");
        String source = ranking.source("pkg.RankingGeneratedTest");
        assertEquals(ranking.goals("branch"), ranking.covered("branch"), ranking.result().toString());
        assertTrue(ranking.goals("branch") >= 6 && source.contains("Ranking.BY_LENGTH") && source.contains("Ranking.LONG"), source);
    }

    /** Of objects of another package, what only the class's own package may call; of others, of which class they are. */
    @Test
    @SameOnEveryJdk
    void objectsOfOtherPackagesAndOfClassesThatSayNothingAreAsserted() throws Exception {
        GenerateRuns.Written dial = runs.write("dial", Mutants.DEFAULT, "--class", "pkg.Dial", "--max-tests", "1000");
        String source = dial.source("pkg.DialGeneratedTest");
        assertEquals(dial.goals("branch"), dial.covered("branch"), dial.result().toString());
        assertTrue(source.contains("((Dial) knob).turned()") && source.contains("((Dial) knob).speed()"), source);
        assertTrue(source.matches("(?s).*assertEquals\\(Dial.(Even|Closing).class, \\w+.getClass\\(\\)\\);.*"), source);
        dial.report().get("mutants").forEach(mutant -> assertEquals("KILLED", mutant.get("end").textValue(), mutant + "\n" + source));
        runs.passesEverywhere(dial.out(), "pkg.DialGeneratedTest");
    }

    /** When its memory was overwritten, a worker's answer cannot be relied on: it counts as lost, and a test that does it is left out. */
    @Test
    void testsThatSpoilTheirJvmAreLeftOut() throws Exception {
        GenerateRuns.Written spoiler = runs.write("spoiler", Mutants.WITHOUT_VARIANTS, "--class", "pkg.Spoiler", "--max-tests", "100",
                "--seed", "4");
        String source = spoiler.source("pkg.SpoilerGeneratedTest");
        assertTrue(source.contains("\"negative\"") && source.contains("\"small\""), source);
        assertFalse(source.contains("\"large\"") || source.contains(".far("), source);
        String said = spoiler.result().err();
        assertTrue(said.matches("(?s).*\\d+ tests? left out: the JVM does not survive .*"), said);
        runs.passesEverywhere(spoiler.out(), "pkg.SpoilerGeneratedTest");
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        Path nothing = folder.resolve("nothing");
        Cli.check(runs.run(nothing, Mutants.NONE, "--class", "pkg.Nothing"), 1, "no test was found that can be kept");
        assertFalse(Files.exists(nothing));
        Path none = folder.resolve("none");
        Cli.check(runs.refused(none, "--class", "pkg.Lok"), 3, "there is no class pkg.Lok", "pkg.Lock");
        Cli.check(runs.refused(none, "--class", "pkg.Lock", "--budget", "0"), 2, "--budget 0");
        Cli.check(runs.refused(none, "--class", "pkg.Lock", "--set", "generate.populaton=3"), 2, "generate.population");
        Cli.check(Cli.run("generate", "--classpath", runs.project().classes().toString()), 2, "missing --class");
    }
}
