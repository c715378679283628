package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.KeptTests.Answer;
import dev.oraculum.generation.KeptTests.Assertion;
import dev.oraculum.generation.KeptTests.Expected;
import dev.oraculum.generation.KeptTests.Form;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Kind;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TestWriter.Junit;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.testing.Compiled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asserted, as a reader of the tests sees it. */
class TestWriterTest {
    private static final List<Member> MEMBERS = List.of(
            member(MemberKind.CONSTRUCTOR, "<init>", "()V", "Lp/Box;"),
            member(MemberKind.METHOD, "put", "(I)Lp/Box;", "Lp/Box;"),
            member(MemberKind.METHOD, "getWeight", "()D", "D"),
            member(MemberKind.METHOD, "names", "()Ljava/util/List;", "Ljava/util/List<Ljava/lang/String;>;"),
            member(MemberKind.METHOD, "count", "()Ljava/lang/Integer;", "Ljava/lang/Integer;"),
            member(MemberKind.METHOD, "sizes", "()[[I", "[[I"),
            takes("listen", "p/Sensor"),
            takes("ask", "p/Source"),
            takes("mark", "p/Big"),
            takes("store", "p/Big"),
            throwing("read", "java/io/IOException"),
            throwing("fail", "java/lang/Throwable"),
            member(MemberKind.METHOD, "lids", "()[Lp/Lid;", "[Lp/Lid;"),
            new Member(
                    MemberKind.METHOD, "boxes", "()Ljava/util/List;", false, false, false, false, List.of(), List.of(),
                    "Ljava/util/List<Lp/Box;>;", List.of("java/io/IOException"), false),
            member(MemberKind.METHOD, "lid", "()Lp/Lid;", "Lp/Lid<TT;>;"));
    /** Of the class above. */
    private static final List<Member> INHERITED = List.of(takes("store", "p/Source"), takes("mark", "p/Big"));

    private static Member takes(String name, String type) {
        String descriptor = "L" + type + ";";
        return new Member(
                MemberKind.METHOD, name, "(" + descriptor + ")V", false, false, false, false, List.of(), List.of(descriptor), "V",
                List.of(), false);
    }

    private static Member throwing(String name, String exception) {
        return new Member(MemberKind.METHOD, name, "()V", false, false, false, false, List.of(), List.of(), "V", List.of(exception), false);
    }

    private static Member member(MemberKind kind, String name, String descriptor, String result) {
        List<String> parameters = descriptor.startsWith("(I") ? List.of("I") : List.of();
        return new Member(kind, name, descriptor, false, false, false, false, List.of(), parameters, result, List.of(), false);
    }

    private static String body(Junit junit, List<Step> steps, int statements, Assertion... assertions) {
        String source = writer(junit).write(List.of(test(steps, statements, assertions))).source();
        return source.substring(source.indexOf("void "), source.lastIndexOf("}\n}")).replaceAll("(?m)^ {8}", "").stripTrailing();
    }

    private static Kept test(List<Step> steps, int statements, Assertion... assertions) {
        return new Kept(steps, statements, List.of(assertions), List.of(), List.of(), null, false, null);
    }

    private static TestWriter writer(Junit junit) {
        return writer(junit, ClassPath.open(List.of()));
    }

    private static TestWriter writer(Junit junit, ClassPath classPath) {
        TypeFacts.Type box = new TypeFacts.Type(
                "p/Box", TypeFacts.TypeKind.CLASS, false, true, false, false, List.of(), "Lp/Shelf;", List.of(), null, MEMBERS);
        TypeFacts.Type shelf = new TypeFacts.Type(
                "p/Shelf", TypeFacts.TypeKind.CLASS, false, true, false, false, List.of(), "Ljava/lang/Object;", List.of(), null,
                INHERITED);
        TypeFacts.Literals none = new TypeFacts.Literals(List.of(), List.of(), List.of(), List.of(), List.of());
        List<TypeFacts.Type> types = new ArrayList<>(List.of(box));
        types.addAll(StubTypes.ALL);
        types.add(shelf);
        return new TestWriter(
                classPath, new TypeFacts(1, "p/Box", types, none, none, List.of(), List.of(), List.of(), List.of(), List.of()), junit);
    }

    private static Step literal(int value) {
        return new Step("I", Kind.INT, Integer.toString(value), -1, -1, List.of(), 0);
    }

    private static Step call(int member, int receiver, Integer... arguments) {
        return new Step(MEMBERS.get(member).result(), Kind.INVOKE, null, member, receiver, Arrays.asList(arguments), 0);
    }

    private static Expected literal(Form form, String text) {
        return new Expected(form, text, null, 0, List.of());
    }

    private static Expected many(Form form, Expected... all) {
        return new Expected(form, null, null, 0, List.of(all));
    }

    private static Assertion exactly(int slot, Expected is) {
        return new Assertion(slot, is, Double.NaN);
    }

    /** A method of the class above has another one beside it in the class; one that the class overrides has not. */
    @Test
    void nullSaysWhichMethodIsMeant() {
        int first = MEMBERS.size() + StubTypes.ALL.stream().mapToInt(of -> of.members().size()).sum();
        Step none = new Step("Lp/Big;", Kind.NULL, "null", -1, -1, List.of(), 0);
        Step stores = new Step("V", Kind.INVOKE, null, first, 0, List.of(1), 0);
        Step marks = new Step("V", Kind.INVOKE, null, first + 1, 0, List.of(1), 0);
        String body = body(Junit.JUNIT_5, List.of(call(0, -1), none, stores, marks), 4);
        assertTrue(body.contains("box.store((Source) null);"), body);
        assertTrue(body.contains("box.mark(null);"), body);
    }

    /** Not the exceptions one by one, but all that is needed. */
    @Test
    void aTestDeclaresWhatItsCallsMayThrow() {
        assertTrue(body(Junit.JUNIT_5, List.of(call(0, -1), call(10, 0)), 2).startsWith("void read() throws Exception {"));
        assertTrue(body(Junit.JUNIT_5, List.of(call(0, -1), call(10, 0), call(11, 0)), 3).startsWith("void fail() throws Throwable {"));
    }

    @Test
    void whatIsBehindACallThatThrowsIsAsserted() {
        List<Step> steps = List.of(call(0, -1), call(10, 0), call(4, 0));
        Assertion three = exactly(2, literal(Form.INT, "3"));
        Kept behind = new Kept(steps, 2, List.of(three), List.of(), List.of(), "java.io.IOException", true, null);
        String source = writer(Junit.JUNIT_5).write(List.of(behind)).source();
        String asserted = "assertEquals(Integer.valueOf(3), box.count());";
        assertTrue(source.contains("        assertThrows(IOException.class, () -> box.read());\n        " + asserted), source);
        Assertion message = exactly(1, literal(Form.MESSAGE, "full"));
        Kept both = new Kept(steps, 2, List.of(message, three), List.of(), List.of(), "java.io.IOException", true, null);
        source = writer(Junit.JUNIT_5).write(List.of(both)).source();
        assertTrue(source.contains("        assertEquals(\"full\", exception.getMessage());\n        " + asserted), source);
    }

    /** And what a call that leads to what is asserted may throw is declared. */
    @Test
    void elementsAreAsked() {
        Step lid = new Step("Lp/Lid;", Kind.ELEMENT, null, -1, 1, List.of(), 0);
        Step isNull = new Step("Lp/Lid;", Kind.ELEMENT, null, -1, 3, List.of(), 1);
        Step box = new Step("Lp/Box;", Kind.ITEM, null, -1, 1, List.of(), 1);
        Expected none = literal(Form.NULL, null);
        String body = body(
                Junit.JUNIT_5, List.of(call(0, -1), call(12, 0), lid, call(12, 0), isNull), 1, exactly(2, none), exactly(4, none));
        assertTrue(body.contains("assertNull(box.lids()[0]);\nassertNull(box.lids()[1]);"), body);
        body = body(Junit.JUNIT_5, List.of(call(0, -1), call(13, 0), box, call(4, 2)), 1, exactly(3, literal(Form.INT, "3")));
        assertTrue(body.contains("assertEquals(Integer.valueOf(3), box.boxes().get(1).count());"), body);
        assertTrue(body.contains("() throws Exception {"), body);
        List<Step> wholes = new ArrayList<>(List.of(call(0, -1), call(13, 0)));
        List<Assertion> all = new ArrayList<>();
        for (Kind kind : List.of(Kind.FIRST, Kind.FIRSTVALUE, Kind.PRESENT)) {
            all.add(exactly(wholes.size(), none));
            wholes.add(new Step("Lp/Box;", kind, null, -1, 1, List.of(), 0));
        }
        body = body(Junit.JUNIT_5, wholes, 1, all.toArray(Assertion[]::new));
        assertTrue(body.contains("assertNull(box.boxes().iterator().next());\nassertNull(box.boxes().values().iterator().next());\n"
                + "assertNull(box.boxes().get());"), body);
    }

    /** As in the class file, whatever the search found first; in a group as it found them. */
    @Test
    void testsOfAMemberStandNextToEachOther() {
        Step made = call(0, -1);
        Kept weight = test(List.of(made, call(2, 0)), 2);
        Kept put = test(List.of(literal(1), made, call(1, 1, 0)), 3);
        Kept constructor = test(List.of(made), 1);
        assertEquals(List.of(3, 1, 4, 0, 2), writer(Junit.JUNIT_5).grouped(List.of(weight, put, weight, constructor, put)));
    }

    @Test
    void oneAssertionOfTheLastCallHasTheCallInIt() {
        String body = body(
                Junit.JUNIT_5, List.of(call(0, -1), call(2, 0)), 2, new Assertion(1, literal(Form.DOUBLE, "12.5"), 1e-8));
        assertEquals("void getWeight() {\nBox box = new Box();\n\nassertEquals(12.5, box.getWeight(), 1.0E-8);", body);
    }

    @Test
    void moreAssertionsStandBehindTheStatements() {
        List<Step> steps = List.of(call(0, -1), literal(3), call(1, 0, 1), call(3, 2), call(2, 2));
        String body = body(
                Junit.JUNIT_5, steps, 4, exactly(2, new Expected(Form.SAME, null, null, 0, List.of())),
                exactly(3, many(Form.LIST, literal(Form.STRING, "a"), literal(Form.STRING, "b"))), exactly(4, literal(Form.DOUBLE, "NaN")));
        assertEquals(
                """
                void names() {
                Box box = new Box();
                Box box2 = box.put(3);
                List<String> names = box2.names();

                assertSame(box, box2);
                assertEquals(List.of("a", "b"), names);
                assertEquals(Double.NaN, box2.getWeight());""",
                body);
    }

    /** A class that no test may name is said by the nearest one above it. */
    @Test
    void anExceptionIsSaidByItsClassAndItsMessage() {
        Assertion full = exactly(2, literal(Form.MESSAGE, "full"));
        assertEquals(
                """
                void put_throwsIllegalStateException() {
                Box box = new Box();

                IllegalStateException exception = assertThrows(IllegalStateException.class, () -> box.put(3));
                assertEquals("full", exception.getMessage());""",
                throwing("java.lang.IllegalStateException", full));
        for (String[] said : new String[][] {
            {"java.util.concurrent.TimeoutException", "TimeoutException"},
            {"java.util.Collections$CopiesList", "AbstractList"},
            {"nobody.Has", "Throwable"},
        }) {
            String body = throwing(said[0]);
            assertTrue(body.endsWith("assertThrows(" + said[1] + ".class, () -> box.put(3));"), body);
        }
    }

    private static String throwing(String exception, Assertion... assertions) {
        List<Step> steps = List.of(call(0, -1), literal(3), call(1, 0, 1));
        Kept test = new Kept(steps, 3, List.of(assertions), List.of(), List.of(), exception, true, null);
        String source = writer(Junit.JUNIT_5).write(List.of(test)).source();
        return source.substring(source.indexOf("void "), source.lastIndexOf("}\n}")).replaceAll("(?m)^ {8}", "").stripTrailing();
    }

    @Test
    void junit4IsToldThatRealsAreExact() {
        String body = body(Junit.JUNIT_4, List.of(call(0, -1), call(2, 0)), 2, exactly(1, literal(Form.DOUBLE, "0.0")));
        assertTrue(body.endsWith("assertEquals(0.0, box.getWeight(), 0.0);"), body);
    }

    private static Step array(String element, int length) {
        return new Step("[" + element, Kind.ARRAY, null, -1, -1, List.of(), length);
    }

    private static Step store(int array, int index, int value) {
        return new Step("V", Kind.STORE, null, -1, array, List.of(value), index);
    }

    private static Step number(String type, Kind kind, String text) {
        return new Step(type, kind, text, -1, -1, List.of(), 0);
    }

    /** What is stored first, where nothing else is done between; a literal is converted, and what is not stored is as Java leaves it. */
    @Test
    void arraysAreWrittenWithTheirFirstContents() {
        Step five = number("B", Kind.BYTE, "5");
        Step text = number("Ljava/lang/String;", Kind.STRING, "a");
        String body = body(Junit.JUNIT_5, List.of(
                array("B", 3), five, store(0, 2, 1),
                array("Ljava/lang/String;", 2), text, store(3, 1, 4), store(3, 1, 4),
                array("[B", 1), store(7, 0, 0),
                array("J", 2),
                array("I", 11), literal(1), store(10, 0, 11)), 13);
        assertEquals(List.of(
                "void test() {", "byte[] bytes = {0, 0, 5};", "String[] strings = {null, \"a\"};", "strings[1] = \"a\";",
                "byte[][] bytes2 = {bytes};", "long[] longs = new long[2];", "int[] ints = new int[11];", "ints[0] = 1;"),
                body.lines().toList());
    }

    /** A call between, an array that holds itself, and what throws stand in statements of their own. */
    @Test
    void whatIsStoredLaterIsWrittenLater() {
        List<Step> steps = List.of(
                array("Ljava/lang/Object;", 2), call(0, -1), store(0, 0, 1), array("Ljava/lang/Object;", 1), store(3, 0, 3),
                array("I", 1), literal(1), store(5, 1, 6));
        String source = writer(Junit.JUNIT_5).write(List.of(new Kept(
                steps, steps.size(), List.of(), List.of(), List.of(), "java.lang.ArrayIndexOutOfBoundsException", false, null))).source();
        for (String line : List.of(
                "Object[] objects = new Object[2];", "objects[0] = box;", "Object[] objects2 = new Object[1];", "objects2[0] = objects2;",
                "int[] ints = new int[1];", "assertThrows(ArrayIndexOutOfBoundsException.class, () -> { ints[1] = 1; });")) {
            assertTrue(source.contains(line), source);
        }
    }

    /** Of a {@code Box<? super String>} it gives one of a type that nobody can name; of a {@code Box<String>}, what it says. */
    @Test
    void whatAWildcardStandsForIsCast() {
        for (String wildcard : List.of("-", "")) {
            Step box = new Step("Lp/Box<" + wildcard + "Ljava/lang/String;>;", Kind.INVOKE, null, 0, -1, List.of(), 0);
            Step lid = new Step("Lp/Lid<Ljava/lang/String;>;", Kind.INVOKE, null, 14, 0, List.of(), 0);
            Step use = new Step("V", Kind.STORE, null, -1, 2, List.of(1), 0);
            String body = body(Junit.JUNIT_5, List.of(box, lid, array("Ljava/lang/Object;", 1), use), 4);
            assertTrue(body.contains("Lid<String> lid = " + (wildcard.isEmpty() ? "" : "(Lid<String>) ") + "box.lid();"), body);
        }
    }

    /** Of generic types Java has arrays only where all arguments are wildcards. */
    @Test
    void arraysOfGenericTypesAreMadeOfWhatJavaHas() {
        Step of = number("Ljava/lang/Class<*>;", Kind.CLASS, "I");
        Step none = number("Ljava/util/List<Ljava/lang/String;>;", Kind.NULL, "null");
        String source = writer(Junit.JUNIT_5).write(List.of(test(List.of(
                array("Ljava/lang/Class<*>;", 1), of, store(0, 0, 1),
                array("Ljava/util/List<Ljava/lang/String;>;", 1), none, store(3, 0, 4)), 6))).source();
        assertTrue(source.contains("Class<?>[] classes = {int.class};"), source);
        assertTrue(source.contains("List<String>[] lists = new List[] {null};"), source);
        assertTrue(source.contains("@SuppressWarnings(\"unchecked\")"), source);
    }

    @Test
    void boxesArraysAndEmptyLists() {
        assertTrue(body(Junit.JUNIT_5, List.of(call(0, -1), call(4, 0)), 2, exactly(1, literal(Form.INT, "7")))
                .endsWith("assertEquals(Integer.valueOf(7), box.count());"));
        Expected rows = many(Form.ELEMENTS, many(Form.ELEMENTS, literal(Form.INT, "1")), many(Form.ELEMENTS));
        assertTrue(body(Junit.JUNIT_5, List.of(call(0, -1), call(5, 0)), 2, exactly(1, rows))
                .endsWith("assertArrayEquals(new int[][] {{1}, {}}, box.sizes());"));
        assertTrue(body(Junit.JUNIT_5, List.of(call(0, -1), call(3, 0)), 2, exactly(1, many(Form.LIST)))
                .endsWith("assertTrue(box.names().isEmpty());"));
    }

    /** As {@code ClassLoader} of bcel does. */
    @Test
    void aClassOfThePackageHidesOneOfJavaLang(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("p"));
        Files.write(folder.resolve("p/Integer.class"), Compiled.of("package p; public class Integer {}").classes().get("p/Integer"));
        List<Step> steps = List.of(call(0, -1), call(4, 0), call(2, 0));
        try (ClassPath classPath = ClassPath.open(List.of(folder))) {
            String source = writer(Junit.JUNIT_5, classPath).write(List.of(test(
                    steps, 3, exactly(1, literal(Form.INT, "7")), exactly(2, literal(Form.DOUBLE, "NaN"))))).source();
            assertTrue(source.contains("java.lang.Integer count = box.count();"), source);
            assertFalse(source.contains("import java.lang") || source.matches("(?s).*[ (]Integer[ .].*"), source);
        }
    }

    @Test
    void aCallOfWhichNothingIsAssertedHasNoVariable() {
        String body = body(Junit.JUNIT_5, List.of(call(0, -1), call(4, 0)), 2);
        assertEquals("void count() {\nBox box = new Box();\nbox.count();", body);
        assertFalse(body.contains("assert"));
    }

    // ---- objects of interfaces --------------------------------------------------------------------------------------

    /** {@code box.method(stub)}, all of whose methods give a value where its type fits. */
    private static List<Step> stubbed(String type, int method, Step value) {
        if (value == null) {
            return List.of(call(0, -1), stub(type, List.of()), call(method, 0, 1));
        }
        int all = MEMBERS.size() + StubTypes.ALL.stream().mapToInt(of -> of.members().size()).sum();
        List<Answer> answers = IntStream.range(MEMBERS.size(), all).mapToObj(number -> new Answer(number, 1, -1)).toList();
        return List.of(call(0, -1), value, stub(type, answers), call(method, 0, 2));
    }

    private static Step stub(String type, List<Answer> answers) {
        return new Step(type, Kind.STUB, null, -1, -1, List.of(), 0, answers);
    }

    /** The number of a method of one of the interfaces. */
    private static int number(String name) {
        List<String> names = StubTypes.ALL.stream().flatMap(of -> of.members().stream()).map(Member::name).toList();
        return MEMBERS.size() + names.indexOf(name);
    }

    private static String stub(String type, int method, Step value) {
        List<Step> steps = stubbed(type, method, value);
        String body = body(Junit.JUNIT_5, steps, steps.size());
        return body.substring(body.indexOf("new Box();\n") + 11, body.lastIndexOf("\nbox."));
    }

    @Test
    void anObjectOfAnInterfaceWithSeveralMethodsIsAnAnonymousClass() {
        String expected =
                """
                Sensor sensor = new Sensor() {
                    @Override
                    public int level() {
                        return 7;
                    }

                    @Override
                    public double at(long any1, String... any2) {
                        return 7;
                    }

                    @Override
                    public void close() {
                    }

                    @Override
                    public String name() {
                        return null;
                    }

                    @Override
                    public boolean isOn() {
                        return false;
                    }

                    @Override
                    public Comparable<String> order() {
                        return null;
                    }
                };""";
        // As in the workers, where nobody knows what the object is to be compared with.
        assertEquals(expected.replaceFirst("(?s)null(.*)null", "null$1(Comparable) 7"), stub("Lp/Sensor;", 6, literal(7)));
        String text = stub("Lp/Sensor;", 6, new Step("Ljava/lang/String;", Kind.STRING, "seven", -1, -1, List.of(), 0));
        assertEquals(
                expected.replace("return 7;", "return 0;").replaceFirst("return null", "return \"seven\"")
                        .replaceFirst("return null", "return (Comparable) \"seven\""),
                text);
        Step none = new Step("Ljava/lang/String;", Kind.NULL, "null", -1, -1, List.of(), 0);
        assertEquals(expected.replace("return 7;", "return 0;"), stub("Lp/Sensor;", 6, none));
        assertEquals(stub("Lp/Sensor;", 6, none), stub("Lp/Sensor;", 6, null));
    }

    @Test
    void typeVariablesAreWhatTheTypeOfTheObjectSays() {
        String expected =
                """
                Source<%s> source = new Source<Integer>() {
                    @Override
                    public Integer get(List<Integer> any) {
                        return 7;
                    }

                    @Override
                    public <T extends Comparable<T>> T pick(T[] any1, Integer any2) {
                        return null;
                    }

                    @Override
                    public String second() {
                        return null;
                    }
                };""";
        assertEquals(expected.formatted("Integer"), stub("Lp/Source<Ljava/lang/Integer;>;", 7, literal(7)));
        assertEquals(expected.formatted("? super Integer"), stub("Lp/Source<-Ljava/lang/Integer;>;", 7, literal(7)));
        String any = stub("Lp/Source<*>;", 7, literal(7));
        assertTrue(any.startsWith("Source<?> source = new Source<Number>() {\n"), any);
        assertTrue(any.contains("public Number get(List<Number> any) {"), any);
        String raw = stub("Lp/Source;", 7, literal(7));
        assertTrue(raw.startsWith("Source source = new Source() {\n    @Override\n    public Number get(List any) {"), raw);
        assertTrue(raw.contains("public Comparable pick(Comparable[] any1, Number any2) {"), raw);
        assertTrue(raw.contains("public Object second() {\n        return 7;"), raw);
    }

    @Test
    void whatIsWrittenOfInterfacesCompiles() {
        List<Kept> tests = new ArrayList<>();
        Step text = new Step("Ljava/lang/String;", Kind.STRING, "seven", -1, -1, List.of(), 0);
        for (Step value : Arrays.asList(null, literal(7), text)) {
            tests.add(test(stubbed("Lp/Sensor;", 6, value), value == null ? 3 : 4));
            for (String arguments : List.of("<Ljava/lang/Integer;>", "<-Ljava/lang/Integer;>", "<+Ljava/lang/Integer;>", "<*>", "")) {
                tests.add(test(stubbed("Lp/Source" + arguments + ";", 7, value), value == null ? 3 : 4));
            }
        }
        String source = writer(Junit.JUNIT_5).write(tests).source();
        String imports = source.substring(0, source.indexOf("class BoxGeneratedTest"));
        String all = imports.replace("import org.junit.jupiter.api.Test;", "") + StubTypes.SOURCE
                + source.substring(imports.length()).replace("@Test", "");
        Compiled.of(all, "-Xlint:all,-rawtypes", "-Werror");
    }

    /** As of what there is to read, which comes to its end. */
    @Test
    void methodsThatGiveSomethingElseFromTheSecondCallOnCountTheirCalls() {
        Step yes = new Step("Z", Kind.BOOLEAN, "true", -1, -1, List.of(), 0);
        Step no = new Step("Z", Kind.BOOLEAN, "false", -1, -1, List.of(), 0);
        List<Answer> answers = List.of(new Answer(number("isOn"), 1, 2), new Answer(number("level"), 3, 4));
        List<Step> steps = List.of(call(0, -1), yes, no, literal(7), literal(8), stub("Lp/Sensor;", answers), call(6, 0, 5));
        String body = body(Junit.JUNIT_5, steps, steps.size());
        for (String line : List.of("private int isOnCalls;", "return isOnCalls++ == 0;", "private int levelCalls;",
                "return levelCalls++ == 0 ? 7 : 8;")) {
            assertTrue(body.contains(line), body);
        }
        List<Answer> turned = List.of(new Answer(number("isOn"), 2, 1));
        steps = List.of(call(0, -1), yes, no, stub("Lp/Sensor;", turned), call(6, 0, 3));
        assertTrue(body(Junit.JUNIT_5, steps, steps.size()).contains("return isOnCalls++ > 0;"));
    }

    /** Of an interface with many methods, or with a type that a test cannot name, a proxy is made. */
    @Test
    void whatIsSaidOfAFewMethodsIsNotLostAmongMany() {
        Step yes = new Step("Z", Kind.BOOLEAN, "true", -1, -1, List.of(), 0);
        Step none = new Step("Ljava/lang/Object;", Kind.NULL, "null", -1, -1, List.of(), 0);
        List<Answer> answers = List.of(new Answer(number("m3"), 1, -1), new Answer(number("m4"), 2, 1));
        List<Step> steps = List.of(call(0, -1), yes, none, stub("Lp/Big;", answers), call(8, 0, 3));
        String body = body(Junit.JUNIT_5, steps, steps.size());
        String expected = "stub(Big.class, Map.of(\"m3()\", Arrays.asList(true), \"m4()\", Arrays.asList((Object) null, true)))";
        assertTrue(body.contains(expected), body);
        assertTrue(body.contains("private static <T> T stub(Class<T> type, Map<String, List<?>> answers) {"), body);
        List<Step> hiding = List.of(call(0, -1), stub("Lp/Hiding;", List.of()), call(8, 0, 1));
        assertTrue(body(Junit.JUNIT_5, hiding, 3).contains("stub(Hiding.class, Map.of())"));
    }

    @Test
    void whatNoTestCanWriteOfAnInterfaceIsSaid() {
        for (String[] one : new String[][] {
            {"p/Gone", "the methods of p.Gone are not known"},
            {"p/Box", "p.Box is no interface"},
        }) {
            assertEquals(Optional.of(one[1]), writer(Junit.JUNIT_5).whyNot(test(stubbed("L" + one[0] + ";", 8, null), 3)));
        }
    }
}
