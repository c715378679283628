package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several plans installed at once. */
class PlanSetTest {
    private static StatePlan states(String method) {
        StatePlan.Root result = new StatePlan.Root(StatePlan.RootKind.RESULT, -1, "result", "I");
        StatePlan.Variable variable = new StatePlan.Variable("result", 'I', StatePlan.Moment.EXIT, 0, List.of());
        StatePlan.Exit exit = new StatePlan.Exit(0, 1, 0);
        return new StatePlan(
                "a/A", method, "()I", 1, List.of(exit), List.of(), List.of(result), List.of(variable), StatePlan.Limits.DEFAULT);
    }

    private static final CallPlan CALLS = new CallPlan(Set.of("a/ATest"), Set.of("a/A"));

    /** What woven code does in one invocation of the method of a plan. */
    private static void invoke(int plan, int result) {
        Invocation invocation = Probes.enterPlanned(plan);
        Probes.entered(invocation);
        Probes.value(result, invocation, 0);
        Probes.exit(invocation, 0);
    }

    private static byte[] alone(StatePlan plan, int... results) {
        Recorder.install(plan);
        Recorder.beginTest(4, Long.MAX_VALUE);
        for (int result : results) {
            invoke(0, result);
        }
        Recorder.endTest();
        return Recorder.drain(0);
    }

    @AfterEach
    void nothingIsWrong() {
        assertEquals("", Recorder.endTest().fault());
        assertEquals(List.of(), Recorder.drainFaults());
    }

    @Test
    void eachPlanRecordsWhatItWouldRecordAlone() {
        byte[] ofM = alone(states("m"), 1, 2);
        byte[] ofN = alone(states("n"), 30);
        Recorder.install(new PlanSet(List.of(states("m"), CALLS, states("n"))));
        assertEquals(3, Recorder.plans());
        Recorder.beginTest(4, Long.MAX_VALUE);
        invoke(0, 1);
        Probes.callBegins(new Object[] {7}, "184 a/A n (I)I");
        invoke(2, 30);
        Probes.callEnds(30, "184 a/A n (I)I");
        invoke(0, 2);
        assertEquals(List.of(2, 1, 1), Recorder.endTest().invocations());
        assertArrayEquals(ofM, Recorder.drain(0));
        assertArrayEquals(ofN, Recorder.drain(2));
        assertTrue(Recorder.drain(1).length > 0);
        assertEquals(0, Recorder.drain(0).length, "what was taken out is gone");
    }

    @Test
    void thoseThatAreNotChosenRecordNothing() {
        Recorder.install(new PlanSet(List.of(states("m"), states("n"))));
        Recorder.beginTest(0, Long.MAX_VALUE);
        invoke(0, 1);
        invoke(1, 1);
        assertEquals(List.of(1, 1), Recorder.endTest().invocations());
        Recorder.drain(0);
        Recorder.drain(1);
        Recorder.choose(List.of(1));
        Recorder.beginTest(1, Long.MAX_VALUE);
        assertNull(Probes.enterPlanned(0));
        assertNotNull(Probes.enterPlanned(1));
        invoke(1, 2);
        assertEquals(List.of(0, 2), Recorder.endTest().invocations());
        assertEquals(0, Recorder.drain(0).length);
        assertTrue(Recorder.drain(1).length > 0);
        Recorder.choose(List.of());
        Recorder.beginTest(2, Long.MAX_VALUE);
        assertNotNull(Probes.enterPlanned(0));
    }

    /** A fault of ours costs the test all records: nobody could tell which of them are whole. */
    @Test
    void aFaultOfOnePlanEndsAllForThisTest() {
        Recorder.install(new PlanSet(List.of(states("m"), states("n"))));
        Recorder.beginTest(0, Long.MAX_VALUE);
        Recorder.contain(new IllegalStateException("ours"));
        assertNull(Probes.enterPlanned(1));
        assertTrue(Recorder.endTest().fault().contains("ours"));
        Recorder.beginTest(1, Long.MAX_VALUE);
        assertNotNull(Probes.enterPlanned(1));
    }

    @Test
    void twoPlansForTheSameAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new PlanSet(List.of(states("m"), states("m"))));
        assertThrows(IllegalArgumentException.class, () -> new PlanSet(List.of(CALLS, CALLS)));
        assertThrows(IllegalArgumentException.class, () -> new PlanSet(List.of(new PlanSet(List.of(CALLS)))));
    }
}
