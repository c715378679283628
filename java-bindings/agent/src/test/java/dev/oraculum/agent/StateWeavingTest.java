package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Exit;
import dev.oraculum.runtime.StatePlan.Limits;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Variable;
import dev.oraculum.runtime.TestParts;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.testing.Compiled;
import dev.oraculum.testing.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateWeavingTest {
    private static final String MIN =
            """
            public class Min {
                public static int min(int x, long y) {
                    long d = y;
                    while (d > x) {
                        d--;
                    }
                    if (d == x) {
                        return x;
                    }
                    x = -1;
                    return (int) y;
                }
            }
            """;

    private static StatePlan plan() {
        return new StatePlan(
                "Min",
                "min",
                "(IJ)I",
                2,
                List.of(new Exit(0, 8, 0), new Exit(1, 11, 0)),
                List.of(new Root(RootKind.PARAMETER, 0, "x", "I")),
                List.of(
                        new Root(RootKind.PARAMETER, 0, "x", "I"),
                        new Root(RootKind.LOCAL, -1, "d", "J"),
                        new Root(RootKind.RESULT, -1, "result", "I")),
                List.of(
                        new Variable("old_x", 'I', Moment.ENTRY, 0, List.of()),
                        new Variable("x", 'I', Moment.EXIT, 0, List.of()),
                        new Variable("d", 'J', Moment.EXIT, 1, List.of()),
                        new Variable("result", 'I', Moment.EXIT, 2, List.of())),
                Limits.DEFAULT);
    }

    @Test
    void recordsTheStateOfEachExit() throws Exception {
        Compiled compiled = Compiled.of(MIN, "-g");
        StatePlan plan = plan();
        List<String> notices = new ArrayList<>();
        ClassLoader loader = compiled.load(
                bytes -> new Instrumenter(plan, notices::add).instrument(bytes, true).orElseThrow());
        Recorder.install(RecordingKinds.plan(plan.toBytes()));
        Recorder.beginTest(7, 1000);
        var min = loader.loadClass("Min").getMethod("min", int.class, long.class);
        assertEquals(4, min.invoke(null, 4, 6L));
        assertEquals(2, min.invoke(null, 3, 2L));
        TestTally tally = Recorder.endTest();

        assertEquals(
                List.of(
                        new State(7, 0, 0, Map.of("old_x", 4L, "x", 4L, "d", 4L, "result", 4L)),
                        new State(7, 1, 1, Map.of("old_x", 3L, "x", -1L, "d", 2L, "result", 2L))),
                State.decode(plan, Recorder.drain(0)));
        assertEquals(new TestTally(List.of(2), 2, 0, 4, false, false, false, ""), tally);
        assertEquals(List.of(), notices);
        assertEquals(List.of(), Recorder.drainFaults());
    }

    @Test
    void saysOfWhichPartOfATestAStateIs() throws Exception {
        Compiled compiled = Compiled.of(MIN, "-g");
        StatePlan plan = plan();
        ClassLoader loader = compiled.load(bytes -> new Instrumenter(plan, notice -> {}).instrument(bytes, true).orElseThrow());
        Recorder.install(RecordingKinds.plan(plan.toBytes()));
        var min = loader.loadClass("Min").getMethod("min", int.class, long.class);
        for (int test = 0; test < 2; test++) {
            Recorder.beginTest(test, 1000);
            TestParts parts = new TestParts();
            for (int part = 0; part < 3; part++) {
                parts.begin(0);
                min.invoke(null, 4, 4L);
                parts.end(false);
                parts.clear();
            }
            Recorder.endTest();
        }
        List<Integer> invocations = State.decode(plan, Recorder.drain(0)).stream().map(State::invocation).toList();
        assertEquals(List.of(0, (1 << 20) + 1, (2 << 20) + 2, 0, (1 << 20) + 1, (2 << 20) + 2), invocations);
        assertEquals(List.of(), Recorder.drainFaults());
    }
}
