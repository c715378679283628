package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.generation.KeptTests.Assertion;
import dev.oraculum.generation.KeptTests.Expected;
import dev.oraculum.generation.KeptTests.Form;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Kind;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TestWriter.Junit;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asserted, as a reader of the tests sees it. */
class TestWriterTest {
    private static final List<Member> MEMBERS = List.of(
            member(MemberKind.CONSTRUCTOR, "<init>", "()V", "Lp/Box;"),
            member(MemberKind.METHOD, "put", "(I)Lp/Box;", "Lp/Box;"),
            member(MemberKind.METHOD, "getWeight", "()D", "D"),
            member(MemberKind.METHOD, "names", "()Ljava/util/List;", "Ljava/util/List<Ljava/lang/String;>;"),
            member(MemberKind.METHOD, "count", "()Ljava/lang/Integer;", "Ljava/lang/Integer;"),
            member(MemberKind.METHOD, "sizes", "()[[I", "[[I"));

    private static Member member(MemberKind kind, String name, String descriptor, String result) {
        List<String> parameters = descriptor.startsWith("(I") ? List.of("I") : List.of();
        return new Member(kind, name, descriptor, false, false, false, false, List.of(), parameters, result, List.of(), false);
    }

    private static String body(Junit junit, List<Step> steps, int statements, Assertion... assertions) {
        TypeFacts.Type box = new TypeFacts.Type(
                "p/Box", TypeFacts.TypeKind.CLASS, false, true, false, List.of(), "Ljava/lang/Object;", List.of(), null, MEMBERS);
        TypeFacts.Literals none = new TypeFacts.Literals(List.of(), List.of(), List.of(), List.of(), List.of());
        TestWriter writer = new TestWriter(new TypeFacts(1, "p/Box", List.of(box), none, List.of(), List.of()), junit);
        Kept test = new Kept(steps, statements, List.of(assertions), List.of(), List.of(), null, false);
        String source = writer.write(List.of(test)).source();
        return source.substring(source.indexOf("void "), source.lastIndexOf("}\n}")).replaceAll("(?m)^ {8}", "").stripTrailing();
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

    @Test
    void junit4IsToldThatRealsAreExact() {
        String body = body(Junit.JUNIT_4, List.of(call(0, -1), call(2, 0)), 2, exactly(1, literal(Form.DOUBLE, "0.0")));
        assertTrue(body.endsWith("assertEquals(0.0, box.getWeight(), 0.0);"), body);
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

    @Test
    void aCallOfWhichNothingIsAssertedHasNoVariable() {
        String body = body(Junit.JUNIT_5, List.of(call(0, -1), call(4, 0)), 2);
        assertEquals("void count() {\nBox box = new Box();\nbox.count();", body);
        assertFalse(body.contains("assert"));
    }
}
