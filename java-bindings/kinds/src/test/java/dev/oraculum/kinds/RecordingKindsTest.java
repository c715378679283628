package dev.oraculum.kinds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.CallPlan;
import dev.oraculum.runtime.CapturePlan;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordingKindsTest {
    @Test
    void bytesSayWhichKindTheyAre() {
        CapturePlan.Root result = new CapturePlan.Root(CapturePlan.RootKind.RESULT, -1, "result", "I");
        CapturePlan.Variable variable = new CapturePlan.Variable("result", 'I', CapturePlan.Moment.EXIT, 0, List.of());
        InvocationPlan.Method method =
                new InvocationPlan.Method("C", "m", "()I", List.of(), List.of(result), List.of(variable), List.of(new InvocationPlan.Mark(0, 0), new InvocationPlan.Mark(4, 1)));
        FlowPlan.Method counted = new FlowPlan.Method("C", "m", "()I", List.of(), List.of(result), List.of(variable));
        for (Plan plan : List.of(
                new CapturePlan("C", "m", "()I", 1, List.of(new CapturePlan.Exit(0, 3, 0)), List.of(), List.of(result), List.of(variable), CapturePlan.Limits.DEFAULT),
                new FlowPlan(
                        List.of(counted),
                        List.of("C", "pkg/"),
                        List.of(new FlowPlan.Site("CTest", "t", "()V", 4, 0, FlowPlan.Form.CATCH)),
                        List.of(new FlowPlan.Anomaly(0, 1, 2, 0, CapturePlan.Moment.EXIT, 0)),
                        16),
                new DataPlan(0, List.of(new DataPlan.Method("C", "m", "()I", List.of(new DataPlan.Site(DataPlan.SiteKind.RETURN, "", 1, 'I', 0)))), 8),
                new CallPlan(Set.of("CTest"), Set.of("C")),
                new InvocationPlan(List.of(method), 2, true, CapturePlan.Limits.DEFAULT, 10))) {
            assertEquals(plan, RecordingKinds.plan(plan.toBytes()));
            assertArrayEquals(plan.toBytes(), RecordingKinds.plan(plan.toBytes()).toBytes());
            PlanSet set = new PlanSet(List.of(plan));
            assertEquals(set, RecordingKinds.plan(set.toBytes()));
        }
    }

    @Test
    void aPlanWithContentsSurvivesItsBytes() {
        CapturePlan.Step keys = CapturePlan.Step.contents(CapturePlan.StepKind.KEYS, 'T');
        CapturePlan.Variable variable = new CapturePlan.Variable("keys", '{', CapturePlan.Moment.ENTRY, 0, List.of(keys));
        CapturePlan.Root root = new CapturePlan.Root(CapturePlan.RootKind.PARAMETER, 1, "map", "Ljava/util/Map;");
        CapturePlan.Limits limits = new CapturePlan.Limits(7, 8, 9, 10);
        CapturePlan plan = new CapturePlan("C", "m", "(Ljava/util/Map;)V", 1, List.of(), List.of(root), List.of(), List.of(variable),
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
        InvocationPlan.Method method = new InvocationPlan.Method("C", "m", "()V", List.of(), List.of(), List.of(), List.of(new InvocationPlan.Mark(0, 3)));
        assertThrows(IllegalArgumentException.class, () -> new InvocationPlan(List.of(method), 3, true, CapturePlan.Limits.DEFAULT, 10));
    }
}
