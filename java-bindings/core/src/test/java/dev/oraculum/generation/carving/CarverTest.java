package dev.oraculum.generation.carving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.carving.CarvedTests.Sequence;
import dev.oraculum.internal.Json;
import dev.oraculum.testing.Compiled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarverTest {
    @TempDir
    Path folder;

    private static final String CODE =
            """
            class Account {
                public int limit; public static String bank;
                enum Kind { PRIVATE, SHARED }
                Account(String name) {}
                Account(byte b, short s, char c, boolean z, long l, float f, double d) {}
                Account with(Kind kind) { return this; }
                Account all(int... numbers) { return this; }
                <T> T get(String key) { return null; }
                Object raw(Object key) { return key; }
                boolean isOpen() { return true; }
                void pay(long amount) { if (amount < 0) throw new IllegalArgumentException(); }
                void each(java.util.function.Consumer<String> to) {}
                Class<?> type(Class<?> type) { return type; }
                String[] names() { return null; }
            }
            """;

    /** Carves the tests of a class with this body. */
    private CarvedTests carve(String body, String... more) throws IOException {
        String source = "package p;\nimport java.util.*;\nimport org.junit.jupiter.api.*;\n"
                + "import static org.junit.jupiter.api.Assertions.*;\n"
                + CODE + "class AccountTest {\n" + body + "\n}\n" + String.join("\n", more);
        Path code = Files.createDirectories(folder.resolve("code"));
        Path tests = Files.createDirectories(folder.resolve("tests"));
        for (Map.Entry<String, byte[]> entry : Compiled.of(source).classes().entrySet()) {
            boolean ofCode = entry.getKey().startsWith("p/Account") && !entry.getKey().startsWith("p/AccountTest");
            Path file = (ofCode ? code : tests).resolve(entry.getKey() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        try (ClassPath all = ClassPath.open(List.of(code, tests));
                ClassPath codeOnly = ClassPath.open(List.of(code))) {
            return Carver.carve(all, codeOnly, List.of("p.AccountTest"));
        }
    }

    private List<String> carved(String statements) throws IOException {
        return said(only(carve("@Test void t() throws Exception {" + statements + "}")));
    }

    private static Sequence only(CarvedTests carved) {
        assertEquals(1, carved.sequences().size(), carved.sequences().toString());
        return carved.sequences().get(0);
    }

    /** A line for each statement: values by their places. */
    private static List<String> said(Sequence sequence) {
        List<String> lines = new ArrayList<>();
        for (Statement statement : sequence.statements()) {
            lines.add(statement instanceof Statement.Construct made ? "new " + made.className() + made.arguments()
                    : statement instanceof Statement.Call call
                            ? call.type() + " " + (call.receiver() == null ? call.owner() : call.receiver()) + "." + call.name()
                                    + call.arguments()
                    : statement instanceof Statement.GetField field
                            ? field.type() + " " + (field.object() == null ? field.owner() : field.object()) + "." + field.name()
                    : statement instanceof Statement.PutField field
                            ? (field.object() == null ? field.owner() : field.object()) + "." + field.name() + "=" + field.value()
                    : statement instanceof Statement.NewArray array ? array.type() + array.length()
                    : statement instanceof Statement.Element element ? element.type() + " " + element.array() + "[" + element.index() + "]"
                    : statement instanceof Statement.PutElement element
                            ? element.array() + "[" + element.index() + "]=" + element.value()
                    : statement instanceof Statement.Whole whole ? whole.type() + whole.value()
                    : statement instanceof Statement.Real real ? real.type() + real.value()
                    : statement instanceof Statement.Text text ? "'" + text.value() + "'"
                    : statement instanceof Statement.ClassObject type ? type.className() + ".class"
                    : statement instanceof Statement.Null ? statement.type() + "null" : statement.type() + "lambda");
        }
        return lines;
    }

    private static Map<String, List<String>> byName(CarvedTests carved) {
        return carved.sequences().stream()
                .collect(Collectors.toMap(
                        sequence -> sequence.name().replace("p.AccountTest", ""), CarverTest::said, (a, b) -> a, TreeMap::new));
    }

    @Test
    void aCallWhoseResultIsAssertedIsAStatementAndTheAssertionIsNone() throws IOException {
        assertEquals(
                List.of("'a'", "new p/Account[0]", "J7", "1.pay[2]", "Z 1.isOpen[]"),
                carved("Account a = new Account(\"a\"); a.pay(7); assertTrue(a.isOpen(), \"message\");").stream()
                        .map(line -> line.replace("V 1", "1")).toList());
    }

    @Test
    void everyPrimitiveTypeHasItsConstants() throws IOException {
        assertEquals(
                List.of("B-1", "S2", "C99", "Z1", "J5000000000", "F1.5", "D-0.5", "new p/Account[0, 1, 2, 3, 4, 5, 6]"),
                carved("new Account((byte) -1, (short) 2, 'c', true, 5_000_000_000L, 1.5f, -0.5);"));
    }

    @Test
    void boxesAreWhatIsInThem() throws IOException {
        assertEquals(
                List.of("'a'", "new p/Account[0]", "C120", "Ljava/lang/Object; 1.raw[2]", "J3", "Ljava/lang/Object; 1.raw[4]"),
                carved("Account a = new Account(\"a\"); a.raw('x'); a.raw(3L);"));
    }

    @Test
    void fieldsAndConstantsOfEnumsAreReadAndWritten() throws IOException {
        assertEquals(
                List.of("'a'", "new p/Account[0]", "I5", "1.limit=2", "I 1.limit", "'b'", "p/Account.bank=5",
                        "Lp/Account$Kind; p/Account$Kind.SHARED", "Lp/Account; 1.with[7]"),
                carved("Account a = new Account(\"a\"); a.limit = 5; assertEquals(5, a.limit); Account.bank = \"b\";"
                        + " a.with(Account.Kind.SHARED);"));
    }

    @Test
    void arraysAreMadeFilledAndRead() throws IOException {
        assertEquals(
                List.of("'a'", "new p/Account[0]", "[I2", "I8", "2[0]=3", "I9", "2[1]=5", "Lp/Account; 1.all[2]",
                        "[Ljava/lang/String; 1.names[]", "Ljava/lang/String; 8[1]", "new p/Account[9]"),
                carved("Account a = new Account(\"a\"); a.all(8, 9); String[] n = a.names(); new Account(n[1]);"));
    }

    @Test
    void nullsClassesAndLambdasAreSaid() throws IOException {
        assertEquals(
                List.of("Ljava/lang/String;null", "new p/Account[0]", "Lp/Account;.class", "Ljava/lang/Class; 1.type[2]",
                        "Ljava/util/function/Consumer;lambda", "V 1.each[4]"),
                carved("Account a = new Account((String) null); a.type(Account.class); a.each(s -> {});"));
    }

    @Test
    void aResultHasTheTypeThatItIsUsedAs() throws IOException {
        assertEquals(
                List.of("'a'", "new p/Account[0]", "'k'", "Lp/Account; 1.get[2]", "Z 3.isOpen[]"),
                carved("Account b = new Account(\"a\").get(\"k\"); b.isOpen();"));
    }

    @Test
    void constantsAreComputed() throws IOException {
        assertEquals(List.of("'ab-3'", "new p/Account[0]"), carved("int i = 1; i += 2; String s = \"ab\"; new Account(s + '-' + i);"));
    }

    @Test
    void whatIsNotKnownLeavesOutWhatNeedsIt() throws IOException {
        assertEquals(
                List.of("'a'", "new p/Account[0]", "Z 1.isOpen[]"),
                carved("Account a = new Account(\"a\"); a.pay(a.isOpen() ? System.nanoTime() / 3 : 2L * a.limit); a.isOpen();").stream()
                        .filter(line -> !line.contains("nanoTime") && !line.contains("limit")).distinct().toList());
    }

    @Test
    void loopsAreGoneThroughOnceAndBranchesOneWay() throws IOException {
        assertEquals(
                List.of("'a'", "new p/Account[0]", "J1", "V 1.pay[2]", "Z 1.isOpen[]", "J2", "V 1.pay[5]", "J3", "V 1.pay[7]"),
                carved("Account a = new Account(\"a\"); for (int i = 0; i < 3; i++) { a.pay(1); }"
                        + " if (a.isOpen()) { a.pay(2); } a.pay(3);"));
    }

    @Test
    void anIterationTakesTheNextElement() throws IOException {
        List<String> said = carved(
                "List<Account> all = new ArrayList<>(); all.add(new Account(\"a\")); for (Account a : all) { a.pay(1); }");
        assertTrue(said.contains("Lp/Account; 5.next[]")
                || said.stream().anyMatch(line -> line.startsWith("Lp/Account;") && line.contains(".next")),
                said.toString());
        assertTrue(said.get(said.size() - 1).contains(".pay"), said.toString());
    }

    @Test
    void fixturesFieldsAndHelpersArePartOfTheTest() throws IOException {
        CarvedTests carved = carve(
                """
                static String name = "n";
                private final Account field = new Account("f");
                private final Account unused = new Account("u");
                Account made;
                @BeforeEach void make() { made = new Account("m"); made.pay(1); }
                private Account helper(String name) { return new Account(name); }
                static void check(Account a) { assertTrue(a.isOpen()); }
                @Test void t() { check(made); field.pay(2); helper("h").pay(3); helper(name); }
                """);
        assertEquals(
                List.of("'f'", "new p/Account[0]", "'m'", "new p/Account[2]", "J1", "V 3.pay[4]", "Z 3.isOpen[]", "J2", "V 1.pay[7]", "'h'",
                        "new p/Account[9]", "J3", "V 10.pay[11]", "'n'", "new p/Account[13]"),
                said(only(carved)));
        assertFalse(said(only(carved)).contains("'u'"), "what no test needs of its fixtures");
    }

    @Test
    void whatIsExpectedToThrowEndsATestOfItsOwn() throws IOException {
        CarvedTests carved = carve(
                """
                @Test void t() {
                    Account a = new Account("a");
                    assertThrows(IllegalArgumentException.class, () -> a.pay(-1));
                    try { a.pay(-2); fail(); } catch (IllegalArgumentException e) { assertNull(e.getMessage()); }
                    a.pay(3);
                    assertDoesNotThrow(() -> a.pay(4));
                }
                """);
        assertEquals(
                Map.of(
                        "#t", List.of("'a'", "new p/Account[0]", "J-1", "V 1.pay[2]"),
                        "#t[001]", List.of("'a'", "new p/Account[0]", "J-2", "V 1.pay[2]"),
                        "#t[002]", List.of("'a'", "new p/Account[0]", "J3", "V 1.pay[2]", "J4", "V 1.pay[4]")),
                byName(carved));
    }

    @Test
    void nestedAndInheritedTestsHaveTheFixturesAroundThem() throws IOException {
        CarvedTests carved = carve(
                """
                Account a;
                @BeforeEach void make() { a = new Account("a"); }
                @Nested class Inner {
                    long amount = 5;
                    @BeforeEach void first() { a.pay(1); }
                    @Test void t() { a.pay(amount); }
                }
                """);
        assertEquals("p.AccountTest$Inner#t", only(carved).name());
        assertEquals(List.of("'a'", "new p/Account[0]", "J1", "V 1.pay[2]", "J5", "V 1.pay[4]"), said(only(carved)));
    }

    @Test
    void helpersOfOtherClassesOfTheTestsAreGoneThroughAndTheirObjectsAreUnknown() throws IOException {
        CarvedTests carved = carve(
                "@Test void t() { Account a = Make.one(\"x\"); new Make().use(a); a.pay(1); }",
                "class Make { static Account one(String n) { return new Account(n); } void use(Account a) { a.pay(9); } }");
        assertEquals(List.of("'x'", "new p/Account[0]", "J1", "V 1.pay[2]"), said(only(carved)));
    }

    @Test
    void constantsAndTypesOfTheTestsAreKnown() throws IOException {
        CarvedTests carved = carve("@Test void t() { Account a = new Account(\"a\"); assertEquals(\"expected\", a.raw(99)); a.pay(77L); "
                + "new java.util.TreeMap<String, String>().size(); }");
        assertEquals(List.of("a", "expected", 99, 77L), carved.constants());
        assertEquals(List.of("java/util/TreeMap", "p/Account"), carved.types());
    }

    @Test
    void testsThatUseNothingOfTheCodeAreNone() throws IOException {
        String tests = "@Test void t() { assertEquals(2, new ArrayList<>(List.of(1, 2)).size()); } void no() { new Account(\"\"); }";
        assertEquals(List.of(), carve(tests).sequences());
    }

    @Test
    void aTestOfManyStatementsIsCutOff() throws IOException {
        List<String> said = carved("Account a = new Account(\"a\");" + "a.isOpen();".repeat(200));
        assertEquals(100, said.size());
    }

    /** The engine reads it by this. */
    @Test
    void statementsAreJsonByKind() throws IOException {
        CarvedTests carved = carve("@Test void t() { new Account(\"a\").pay(1); }");
        String json = new String(Json.bytes(Map.of("sequences", carved.sequences())), StandardCharsets.UTF_8);
        assertTrue(json.contains("\"kind\":\"construct\"") && json.contains("\"class\":\"p/Account\""), json);
        assertTrue(json.contains("\"kind\":\"whole\""), json);
    }
}
