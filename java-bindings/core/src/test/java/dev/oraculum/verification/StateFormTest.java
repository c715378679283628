package dev.oraculum.verification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class StateFormTest {
    private static final StateJudge JUDGE = StateJudge.start();

    @AfterAll
    static void end() {
        JUDGE.close();
    }

    private static final List<Variable> VARIABLES = List.of(
            new Variable("x", ValueType.INT),
            new Variable("list", ValueType.REFERENCE, null, "list", null, "java.util.List"),
            new Variable("list.size()", ValueType.INT, "list", "list.size()", null, null),
            new Variable("d", ValueType.FLOAT));

    /** A state as the engine hands it out: its verdict, then x, list, list.size() (null: absent), d. */
    private record State(boolean verdict, int x, long list, Integer size, float d) {
        void write(ByteBuffer into) {
            into.putInt(1 + 1 + 4 * 8).put((byte) (1 | (verdict ? 2 : 0)));
            into.put((byte) (size == null ? 0b1011 : 0b1111));
            into.putLong(x).putLong(list).putLong(size == null ? 0 : size).putLong(Double.doubleToRawLongBits(d));
        }
    }

    private static StateForm.Outcome check(String java, State... states) {
        return StateForm.check(new AssertionText("not used", java, 1, List.of(), List.of()), VARIABLES, (first, into) -> {
            // One at a time, so that reading on is exercised.
            if (first >= states.length) {
                return 0;
            }
            states[(int) first].write(into);
            return 1;
        }, JUDGE);
    }

    @Test
    void agreesWithRightVerdicts() {
        StateForm.Outcome outcome = check(
                "list != null && list.size() > x || d == 0.1f",
                new State(true, 2, 1, 3, 0), new State(false, 3, 1, 3, 0), new State(false, 0, 0, null, 0),
                new State(true, 0, 0, null, 0.1f));
        assertEquals(4, outcome.states());
        assertEquals(0, outcome.disagreements());
        assertNull(outcome.firstDisagreement());
    }

    @Test
    void reportsTheStateOfAWrongVerdict() {
        StateForm.Outcome outcome = check("x > 0", new State(true, 1, 1, 3, 0), new State(true, -7, 1, 3, 0));
        assertEquals(1, outcome.disagreements());
        assertTrue(outcome.firstDisagreement().contains("x = -7"), outcome.firstDisagreement());
    }

    @Test
    void aMissingGuardIsADisagreement() {
        StateForm.Outcome outcome = check("list.size() > 0", new State(false, 0, 0, null, 0));
        assertEquals(1, outcome.disagreements());
        assertTrue(outcome.firstDisagreement().contains("throws"), outcome.firstDisagreement());
    }

    @Test
    void aDivisionByZeroIsADisagreement() {
        assertEquals(1, check("1 / x > 0", new State(false, 0, 0, null, 0)).disagreements());
    }

    @Test
    void referencesAreComparedByIdentity() {
        assertEquals(0, check("list == null", new State(true, 0, 0, null, 0), new State(false, 0, 5, 1, 0)).disagreements());
    }

    @Test
    void whatDoesNotCompileIsSaidAndNotRun() {
        StateForm.Outcome outcome = check("x.y > 0", new State(true, 1, 1, 1, 0));
        assertEquals(0, outcome.states());
        assertTrue(outcome.compilationError().contains("dereferenced"), outcome.compilationError());
    }

    @Test
    void deepNestingIsNoMatter() {
        String deep = "(".repeat(3000) + "x" + " + 0)".repeat(3000) + " == x";
        StateForm.Outcome outcome = check(deep, new State(true, 5, 1, 1, 0), new State(false, 5, 1, 1, 0));
        assertNull(outcome.compilationError());
        assertEquals(2, outcome.states());
        assertEquals(1, outcome.disagreements());
    }

    /** The process that judges is ended from outside: before it was given anything, and between two batches. */
    @Test
    void aJudgeThatIsKilledGetsASuccessor() throws Exception {
        try (StateJudge judge = StateJudge.start()) {
            judge.process().destroyForcibly().waitFor();
            State[] states = {new State(true, 1, 1, 3, 0), new State(true, 2, 1, 3, 0), new State(true, -7, 1, 3, 0)};
            StateForm.Outcome outcome = StateForm.check(
                    new AssertionText("not used", "x > 0", 1, List.of(), List.of()), VARIABLES, (first, into) -> {
                if (first >= states.length) {
                    return 0;
                }
                if (first == 1) {
                    judge.process().destroyForcibly();
                }
                states[(int) first].write(into);
                return 1;
            }, judge);
            assertEquals(3, outcome.states());
            assertEquals(1, outcome.disagreements());
            assertTrue(outcome.firstDisagreement().contains("state 2"), outcome.firstDisagreement());
        }
    }

    /** Nothing of the assertion runs in this JVM: what it would change here stays as it is. */
    @Test
    void theAssertionRunsInAProcessOfItsOwn() {
        String java = "System.setProperty(\"oraculum.was.here\", \"yes\") == null && ProcessHandle.current().pid() != "
                + ProcessHandle.current().pid() + "L";
        assertEquals(0, check(java, new State(true, 1, 1, 3, 0)).disagreements());
        assertNull(System.getProperty("oraculum.was.here"));
    }
}
