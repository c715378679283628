package dev.oraculum.evaluation.merging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.api.improve.AssertionText;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttackTest {
    private static final String CALL = "assertThrows(AssertionError.class, () -> c.m(\")\", ')', \"\\\"\"))";
    private static final String SOURCE = """
            class CGeneratedTest {
                @Test
                void returns() {
                    assertEquals(")", new C().m());
                }

                @Test
                void throwsIt() {
                    C c = new C();
                    %s;
                }
            }
            """.formatted(CALL);

    @Test
    void aTestTellsTheMessageOfTheErrorThatItExpects() {
        String told = "System.out.println(\"broken by throwsIt: \" + " + CALL + ".getMessage());";
        assertEquals(SOURCE.replace(CALL + ";", told), Attack.telling(SOURCE));
    }

    @Test
    void theTextOfATestIsFromItsAnnotationToItsEnd() {
        assertEquals("@Test\n    void returns() {\n        assertEquals(\")\", new C().m());\n    }", Attack.test(SOURCE, "returns"));
    }

    @Test
    void aCheckSaysTheNumbersOfAllClausesThatAreFalse() {
        AssertionText first = new AssertionText("x > 0", "x > 0", 3, List.of());
        AssertionText second = new AssertionText("y > 0", "y > 0", 3, List.of());
        String error = "AssertionError(\"" + Patched.MARK + " \" + oraculumFalse)";
        String source = "{ assert " + Patched.check(List.of(first, second)).java() + " : \"" + Patched.MARK + "\"; return; }";
        assertEquals(
                "{ final java.lang.String oraculumFalse = (\"\" + ((x > 0) ? \"\" : \"#0 \") + ((y > 0) ? \"\" : \"#1 \"));"
                        + " if (!oraculumFalse.isEmpty()) { throw new " + error + "; } return; }",
                Patched.throwing(source));
    }
}
