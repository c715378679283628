package dev.oraculum.kinds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.CallPlan;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import dev.oraculum.runtime.StatePlan;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordingKindsTest {
    @Test
    void bytesSayWhichKindTheyAre() {
        StatePlan.Root result = new StatePlan.Root(StatePlan.RootKind.RESULT, -1, "result", "I");
        StatePlan.Variable variable = new StatePlan.Variable("result", 'I', StatePlan.Moment.EXIT, 0, List.of());
        InvocationPlan.Method method =
                new InvocationPlan.Method("C", "m", "()I", List.of(), List.of(result), List.of(variable),
                        List.of(new InvocationPlan.Mark(0, 0), new InvocationPlan.Mark(4, 1)));
        FlowPlan.Method counted = new FlowPlan.Method("C", "m", "()I", List.of(), List.of(result), List.of(variable));
        for (Plan plan : List.of(
                new StatePlan("C", "m", "()I", 1, List.of(new StatePlan.Exit(0, 3, 0)), List.of(), List.of(result), List.of(variable),
                        StatePlan.Limits.DEFAULT),
                new FlowPlan(
                        List.of(counted),
                        List.of("C", "pkg/"),
                        List.of(new FlowPlan.Site("CTest", "t", "()V", 4, 0, FlowPlan.Form.CATCH)),
                        List.of(new FlowPlan.Anomaly(0, 1, 2, 0, StatePlan.Moment.EXIT, 0)),
                        16),
                new DataPlan(0, List.of(new DataPlan.Method(
                        "C", "m", "()I", List.of(new DataPlan.Site(DataPlan.SiteKind.RETURN, "", 1, 'I', 0)))), 8),
                new CallPlan(Set.of("CTest"), Set.of("C")),
                new InvocationPlan(List.of(method), 2, true, StatePlan.Limits.DEFAULT, 10))) {
            assertEquals(plan, RecordingKinds.plan(plan.toBytes()));
            assertArrayEquals(plan.toBytes(), RecordingKinds.plan(plan.toBytes()).toBytes());
            PlanSet set = new PlanSet(List.of(plan));
            assertEquals(set, RecordingKinds.plan(set.toBytes()));
        }
    }

    @Test
    void aPlanWithContentsSurvivesItsBytes() {
        StatePlan.Step keys = StatePlan.Step.contents(StatePlan.StepKind.KEYS, 'T');
        StatePlan.Variable variable = new StatePlan.Variable("keys", '{', StatePlan.Moment.ENTRY, 0, List.of(keys));
        StatePlan.Root root = new StatePlan.Root(StatePlan.RootKind.PARAMETER, 1, "map", "Ljava/util/Map;");
        StatePlan.Limits limits = new StatePlan.Limits(7, 8, 9, 10);
        StatePlan plan = new StatePlan("C", "m", "(Ljava/util/Map;)V", 1, List.of(), List.of(root), List.of(), List.of(variable),
                limits);
        assertEquals(plan, RecordingKinds.plan(plan.toBytes()));
    }

    @Test
    void otherBytesAreRefused() {
        for (byte[] bytes : List.of(new byte[0], new byte[] {1}, new byte[] {0x4f, 0x49, 0, 0x7f, 0})) {
            String message = assertThrows(UncheckedIOException.class, () -> RecordingKinds.plan(bytes)).getMessage();
            assertTrue(message.contains("not a plan of this version"), message);
        }
    }

    @Test
    void aMarkOfNoStatementIsRefused() {
        InvocationPlan.Method method = new InvocationPlan.Method(
                "C", "m", "()V", List.of(), List.of(), List.of(), List.of(new InvocationPlan.Mark(0, 3)));
        assertThrows(IllegalArgumentException.class, () -> new InvocationPlan(List.of(method), 3, true, StatePlan.Limits.DEFAULT, 10));
    }
}
