package dev.oraculum.api.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.settings.RankSettings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code Complex.conjugate} of commons-math 1.2, by hand: no manual test conjugates a real number. */
@Timeout(60)
class RankingTest {
    private static final Schema SCHEMA = new Schema(
            "pkg.Complex#conjugate()",
            List.of(
                    new Variable("old_this.imaginary", ValueType.DOUBLE, null, null, "this.imaginary", null),
                    new Variable("result", ValueType.REFERENCE),
                    new Variable("result.imaginary", ValueType.DOUBLE, "result", null, null, null)));
    private static final RankPlan PLAN =
            new RankPlan(List.of(new RankPlan.Method("pkg/Complex", "conjugate", "()Lpkg/Complex;", SCHEMA)), 8, ProfileMode.CUMULATIVE);
    private static final List<RankTest> MANUAL = List.of(new RankTest("M#m()", true));
    private static final List<RankTest> GENERATED = List.of(new RankTest("G#a()", true), new RankTest("G#b()", true));
    private static final List<AssertionSite> SITES = IntStream.range(0, 3)
            .mapToObj(i -> new AssertionSite("GTest", "test", "()V", 10 + i, i, "assertFalse",
            i == 0 ? "assertFalse(c2.equals(c1))" : null))
            .toList();

    private static ByteBuffer record(int test, int invocation, double imaginary, int... statements) {
        int bytes = 21 + 4 * statements.length + 1 + 3 * 8;
        ByteBuffer record = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        record.putInt(bytes - 4).putInt(test).putInt(0).putInt(invocation).put((byte) 0).putInt(statements.length);
        for (int statement : statements) {
            record.putInt(statement);
        }
        return record.put((byte) 0b111).putDouble(imaginary).putLong(1).putDouble(-imaginary).flip();
    }

    private static Engine recorded() {
        Engine engine = Engine.open(EngineOptions.inMemory().withThreads(2));
        engine.openRanking(PLAN);
        for (int i = 0; i < 300; i++) {
            int[] statements = i == 0 ? new int[] {0, 1, 2, 3} : new int[0];
            assertEquals(1, engine.appendInvocations(RankRun.MANUAL, 0, record(0, i, (i % 2 == 0 ? 1 : -1) * (1 + i % 7), statements)));
        }
        engine.appendInvocations(RankRun.GENERATED, 0, record(0, 4, 0, 0, 1, 2, 3));
        engine.appendInvocations(RankRun.GENERATED, 1, record(0, 0, 2, 0, 1, 2, 3));
        return engine;
    }

    private static void addFlow(Engine engine, Anomalies anomalies) {
        List<Integer> ids = anomalies.anomalies().stream().map(Anomalies.Anomaly::id).toList();
        engine.addFlow(List.of(
                new FlowOfTest(0, List.of(new FlowOfTest.Site(0, 1, false, ids), new FlowOfTest.Site(1, 1, false, List.of()))),
                new FlowOfTest(1, List.of(new FlowOfTest.Site(2, 3, false, List.of())))));
    }

    @Test
    void theWrongAssertionIsFoundAndExplained() {
        try (Engine engine = recorded()) {
            Anomalies anomalies = engine.detectAnomalies(MANUAL, GENERATED, RankSettings.defaults());
            assertEquals(new Anomalies.Anomaly(1, 0, 4, 0, Anomalies.Moment.EXIT, 2), anomalies.anomalies().get(1));
            assertEquals(300, anomalies.methods().get(0).manualInvocations());
            addFlow(engine, anomalies);
            Ranking ranking = engine.rank(SITES, RankSettings.defaults().with("aggregate", "sum"));
            assertEquals(1, ranking.totals().unsafeAssertions());
            Ranking.Assertion wrong = ranking.assertions().get(0);
            assertEquals(0, wrong.site());
            assertEquals(3.0, wrong.score(), 1e-9, "three constraints, each violated once");
            assertEquals(1.0, wrong.position());
            assertTrue(wrong.top());
            assertEquals(List.of("G#a()"), wrong.tests());
            assertEquals(List.of(3.0, 0.0, 0.0), ranking.scores());
            assertEquals(List.of(1.0, 0.0, 0.0), engine.rank(SITES, RankSettings.defaults()).scores(), "the strongest of them");
            assertEquals(2.5, ranking.restPosition());
            List<String> broken = wrong.reasons().stream().map(r -> ranking.constraints().get(r.constraint()).daikon()).toList();
            assertTrue(broken.contains("return.imaginary != 0"), broken.toString());
            Ranking.Example example = wrong.reasons().get(broken.indexOf("return.imaginary != 0")).examples().get(0);
            assertEquals(
                    new Ranking.Example("G#a()", 4, 1.0, new Ranking.ManualExecution("M#m()", 0),
                            List.of(new Ranking.Value("return.imaginary", "-0.0"))),
                    example);
        }
    }

    @Test
    void settingsThatNeedMoreAnomaliesAreRefusedUntilTheyAreFollowed() {
        try (Engine engine = recorded()) {
            addFlow(engine, engine.detectAnomalies(MANUAL, GENERATED, RankSettings.defaults()));
            RankSettings unfiltered = RankSettings.defaults().with("profileFilter", false);
            assertTrue(assertThrows(IllegalArgumentException.class, () -> engine.rank(SITES, unfiltered)).getMessage()
                    .contains("allAnomalies"));
            addFlow(engine, engine.detectAnomalies(MANUAL, GENERATED, RankSettings.defaults().with("allAnomalies", true)));
            assertEquals(1, engine.rank(SITES, unfiltered).totals().unsafeAssertions());
            Ranking ofAllInTest = engine.rank(SITES, RankSettings.defaults().with("dataFlow", false));
            assertEquals(List.of(1.5, 1.5), ofAllInTest.assertions().stream().map(Ranking.Assertion::position).toList());
        }
    }

    @Test
    void wrongInputIsRefusedWithTheReason() {
        assertThrows(IllegalArgumentException.class, () -> RankSettings.defaults().withThreshold(1.5));
        assertThrows(IllegalArgumentException.class, () -> RankSettings.defaults().withTop(0));
        assertThrows(IllegalArgumentException.class, () -> RankSettings.defaults().with("loud", true));
        try (Engine engine = recorded()) {
            ByteBuffer truncated = record(0, 9, 1).limit(20);
            String message = assertThrows(IllegalArgumentException.class, () -> engine.appendInvocations(RankRun.MANUAL, 0, truncated))
                    .getMessage();
            assertTrue(message.contains("manual run, at byte 0"), message);
            assertEquals(0, truncated.position(), "nothing was taken");
            assertThrows(IllegalStateException.class, () -> engine.rank(SITES, RankSettings.defaults()));
            Anomalies anomalies = engine.detectAnomalies(
                    MANUAL, List.of(new RankTest("a", false), new RankTest("b", true)), RankSettings.defaults());
            assertEquals(List.of(), anomalies.anomalies());
            assertThrows(IllegalStateException.class, () -> engine.appendInvocations(RankRun.MANUAL, 0, record(0, 9, 1)));
            Ranking nothing = engine.rank(List.of(), RankSettings.defaults());
            assertNull(nothing.restPosition());
        }
    }
}
