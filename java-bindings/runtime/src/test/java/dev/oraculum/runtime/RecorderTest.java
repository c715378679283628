package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.StatePlan.Exit;
import dev.oraculum.runtime.StatePlan.Limits;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Step;
import dev.oraculum.runtime.StatePlan.Variable;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The recorder driven as woven code drives it. */
class RecorderTest {
    private static final String SUBJECT = Subject.class.getName().replace('.', '/');

    /** What is observed; its observers misbehave on demand. */
    static final class Subject {
        Subject other;
        int n = 5;
        int ticksPerCall;
        Runnable action = () -> {};

        int observe() {
            action.run();
            for (int i = 0; i < ticksPerCall; i++) {
                Probes.tick();
            }
            return n;
        }

        Integer box() {
            return n > 0 ? n : null;
        }
    }

    private static StatePlan plan(Limits limits, Variable... variables) {
        Root self = new Root(RootKind.THIS, 0, "this", "L" + SUBJECT + ";");
        return new StatePlan(
                SUBJECT, "m", "()V", 1, List.of(new Exit(0, 1, 0)), List.of(self), List.of(self), List.of(variables), limits);
    }

    private static Variable self() {
        return new Variable("this", 'L', Moment.EXIT, 0, List.of());
    }

    private static Variable observer(Moment moment) {
        return new Variable(
                moment + " this.observe()", 'I', moment, 0, List.of(Step.method(SUBJECT, "observe", "()I")));
    }

    /** What woven code does in one invocation. */
    private static void invoke(Subject subject) {
        Invocation invocation = Probes.enterPlanned(0);
        Probes.value(subject, invocation, 0);
        Probes.entered(invocation);
        Probes.value(subject, invocation, 0);
        Probes.exit(invocation, 0);
    }

    private record Decoded(int test, int invocation, List<Long> values) {}

    /** Values as in the records, null where absent. */
    private static List<Decoded> drain(int variables) {
        ByteBuffer in = ByteBuffer.wrap(Recorder.drain(0)).order(ByteOrder.LITTLE_ENDIAN);
        List<Decoded> states = new ArrayList<>();
        while (in.hasRemaining()) {
            in.getInt();
            int test = in.getInt();
            int invocation = in.getInt();
            in.getShort();
            int presence = in.get();
            List<Long> values = new ArrayList<>();
            for (int i = 0; i < variables; i++) {
                long bits = in.getLong();
                values.add((presence >> i & 1) != 0 ? bits : null);
            }
            states.add(new Decoded(test, invocation, values));
        }
        return states;
    }

    @AfterEach
    void nothingIsWrong() {
        Recorder.endTest();
        Recorder.drain(0);
        assertEquals(List.of(), Recorder.drainFaults());
    }

    /** A mutant may add to a boolean; what its type holds of that is what the rest of the program sees. */
    @Test
    void aSmallTypeHoldsWhatTheJvmWouldLeaveOfAnInt() {
        record Narrowed(char sort, long bits, long held) {}
        for (Narrowed n : List.of(
                new Narrowed('Z', 2, 0), new Narrowed('Z', 3, 1), new Narrowed('B', 128, -128), new Narrowed('S', -32_769, 32_767),
                new Narrowed('C', -1, 65_535),
                new Narrowed('I', -1, -1), new Narrowed('D', Double.doubleToLongBits(-0.0), Double.doubleToLongBits(-0.0)))) {
            VariableReader reader = new VariableReader(new Variable("v", n.sort, Moment.EXIT, 0, List.of()), Limits.DEFAULT);
            assertEquals(n.held, reader.narrowed(n.bits), n::toString);
        }
    }

    @Test
    void writesTheDocumentedBytes() {
        Recorder.install(plan(
                Limits.DEFAULT,
                self(),
                new Variable("this.n", 'I', Moment.EXIT, 0, List.of(Step.field(SUBJECT, "n", "I")))));
        Recorder.beginTest(3, Long.MAX_VALUE);
        invoke(new Subject());
        assertEquals(
                "1b000000" + "03000000" + "00000000" + "0000" + "03" + "0100000000000000" + "0500000000000000",
                HexFormat.of().formatHex(Recorder.drain(0)));
    }

    @Test
    void numbersReferencesInVariableOrder() {
        Variable other = new Variable(
                "this.other", 'L', Moment.EXIT, 0, List.of(Step.field(SUBJECT, "other", "L" + SUBJECT + ";")));
        Variable old = new Variable("old_this", 'L', Moment.ENTRY, 0, List.of());
        Recorder.install(plan(Limits.DEFAULT, other, self(), old));
        Recorder.beginTest(0, Long.MAX_VALUE);
        Subject lonely = new Subject();
        Subject paired = new Subject();
        paired.other = lonely;
        Subject selfish = new Subject();
        selfish.other = selfish;
        List.of(lonely, paired, selfish).forEach(RecorderTest::invoke);
        assertEquals(
                List.of(List.of(0L, 1L, 1L), List.of(1L, 2L, 2L), List.of(1L, 1L, 1L)),
                drain(3).stream().map(Decoded::values).toList());
    }

    @Test
    void anObserverThatThrowsOrRunsTooLongIsAbsent() {
        Recorder.install(plan(new Limits(10, 100), observer(Moment.EXIT), self()));
        Recorder.beginTest(0, 50);
        Subject subject = new Subject();
        invoke(subject);
        subject.ticksPerCall = 100;
        invoke(subject);
        subject.ticksPerCall = 101;
        invoke(subject);
        subject.ticksPerCall = 0;
        subject.action = () -> {
            throw new IllegalStateException();
        };
        invoke(subject);
        TestTally tally = Recorder.endTest();
        List<Long> values = new ArrayList<>();
        drain(2).forEach(state -> values.add(state.values().get(0)));
        List<Long> expected = new ArrayList<>(List.of(5L, 5L));
        expected.add(null);
        expected.add(null);
        assertEquals(expected, values);
        assertEquals(new TestTally(List.of(4), 4, 0, 0, false, false, false, ""), tally, "an observer's ticks are not the test's");
    }

    @Test
    void aBoxedNullIsAbsent() {
        Variable box =
                new Variable("this.box()", 'I', Moment.EXIT, 0, List.of(Step.method(SUBJECT, "box", "()Ljava/lang/Integer;")));
        Recorder.install(plan(Limits.DEFAULT, box));
        Recorder.beginTest(0, Long.MAX_VALUE);
        Subject subject = new Subject();
        invoke(subject);
        subject.n = 0;
        invoke(subject);
        List<Decoded> states = drain(1);
        assertEquals(5L, states.get(0).values().get(0));
        assertNull(states.get(1).values().get(0));
    }

    @Test
    void whatObserversCallIsNotRecorded() {
        Recorder.install(plan(Limits.DEFAULT, observer(Moment.ENTRY), observer(Moment.EXIT)));
        Recorder.beginTest(0, Long.MAX_VALUE);
        Subject subject = new Subject();
        subject.action = () -> invoke(new Subject());
        invoke(subject);
        TestTally tally = Recorder.endTest();
        assertEquals(List.of(1), tally.invocations());
        assertEquals(1, drain(2).size());
    }

    @Test
    void thinsLongRunsByTheInvocationsNumberAlone() {
        Recorder.install(plan(new Limits(4, 100), self()));
        Recorder.beginTest(0, Long.MAX_VALUE);
        Subject subject = new Subject();
        for (int i = 0; i < 40; i++) {
            invoke(subject);
        }
        TestTally tally = Recorder.endTest();
        assertEquals(
                List.of(0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32),
                drain(1).stream().map(Decoded::invocation).toList());
        assertEquals(List.of(40), tally.invocations());
        assertEquals(11, tally.recorded());
        assertEquals(29, tally.thinned());
    }

    @Test
    void everyTickOverBudgetThrowsUntilTheTestEnds() {
        Recorder.beginTest(0, 2);
        Probes.tick();
        Probes.tick();
        assertThrows(TickBudgetExceeded.class, Probes::tick);
        assertThrows(TickBudgetExceeded.class, Probes::tick);
        assertTrue(Recorder.endTest().overBudget());
        Probes.tick();
        Recorder.beginTest(1, 2);
        Probes.tick();
        TestTally next = Recorder.endTest();
        assertEquals(new TestTally(List.of(0), 0, 0, 1, false, false, false, ""), next);
    }

    private static final class Initialized {
        static {
            for (int i = 0; i < 10; i++) {
                Probes.tick();
            }
        }

        static void touch() {}
    }

    @Test
    void reportsThatItEndedAStaticInitializer() {
        Recorder.beginTest(0, 5);
        assertThrows(TickBudgetExceeded.class, Initialized::touch);
        assertTrue(Recorder.endTest().initializerAborted());
    }

    @Test
    void exitIsThrownAndRemembered() {
        Recorder.beginTest(0, 5);
        assertEquals(4, assertThrows(ExitAttempt.class, () -> Probes.exitJvm(4)).status());
        assertThrows(ExitAttempt.class, () -> Probes.exitJvm(Runtime.getRuntime(), 0));
        assertTrue(Recorder.endTest().exitAttempted());
    }

    @Test
    void anInvocationThatOutlivesItsTestIsNotRecorded() {
        Recorder.install(plan(Limits.DEFAULT, self()));
        Recorder.beginTest(0, Long.MAX_VALUE);
        Invocation leftOver = Probes.enterPlanned(0);
        Recorder.endTest();
        Recorder.beginTest(1, Long.MAX_VALUE);
        Probes.value(this, leftOver, 0);
        Probes.exit(leftOver, 0);
        assertEquals(0, Recorder.endTest().recorded());
        assertNull(Probes.enterPlanned(0), "between tests nothing is recorded");
    }

    @Test
    void threadsRecordSideBySide() throws Exception {
        Recorder.install(plan(new Limits(100_000, 1000), self(), observer(Moment.EXIT)));
        Recorder.beginTest(0, Long.MAX_VALUE);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                Subject subject = new Subject();
                for (int i = 0; i < 5000; i++) {
                    invoke(subject);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        TestTally tally = Recorder.endTest();
        Set<Integer> seen = new TreeSet<>();
        drain(2).forEach(state -> {
            seen.add(state.invocation());
            assertEquals(List.of(1L, 5L), state.values());
        });
        assertEquals(20_000, tally.recorded());
        assertEquals(20_000, seen.size());
    }

    /** What one thread's observer may take was once left to the whole test when two began to observe at once. */
    @Test
    void observersOfManyThreadsTakeNothingOfTheTests() throws Exception {
        Recorder.install(plan(new Limits(100_000, 50), self(), observer(Moment.ENTRY), observer(Moment.EXIT)));
        for (int test = 0; test < 20; test++) {
            Recorder.beginTest(test, 1_000_000);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                threads.add(new Thread(() -> {
                    Subject subject = new Subject();
                    subject.ticksPerCall = 40;
                    for (int i = 0; i < 500; i++) {
                        Probes.tick();
                        invoke(subject);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            TestTally tally = Recorder.endTest();
            assertFalse(tally.overBudget());
            assertEquals(2000, tally.recorded());
            assertEquals(2000, drain(3).size());
            assertTrue(tally.ticks() < 250_000, tally.ticks() + " ticks");
        }
    }

    private static int depth;

    private static void dive() {
        depth++;
        Invocation invocation = Probes.enterPlanned(0);
        Subject subject = new Subject();
        Probes.value(subject, invocation, 0);
        Probes.entered(invocation);
        dive();
        Probes.value(subject, invocation, 0);
        Probes.exit(invocation, 0);
    }

    @Test
    void recordingSurvivesAStackOverflowOfTheTest() throws Exception {
        Recorder.install(plan(Limits.DEFAULT, observer(Moment.ENTRY), observer(Moment.EXIT)));
        Recorder.beginTest(0, Long.MAX_VALUE);
        assertThrows(StackOverflowError.class, RecorderTest::dive);
        assertTrue(depth > 100);
        Recorder.endTest();
        Recorder.drain(0);
        Recorder.beginTest(1, Long.MAX_VALUE);
        Subject subject = new Subject();
        subject.action = () -> invoke(new Subject());
        invoke(subject);
        TestTally tally = Recorder.endTest();
        assertEquals(List.of(1), tally.invocations());
        assertEquals(List.of(new Decoded(1, 0, List.of(5L, 5L))), drain(2));
    }

    @Test
    void noUserObjectIsKeptAfterTheExit() throws Exception {
        Recorder.install(plan(Limits.DEFAULT, self(), observer(Moment.ENTRY)));
        Recorder.beginTest(0, Long.MAX_VALUE);
        Subject subject = new Subject();
        WeakReference<Subject> reference = new WeakReference<>(subject);
        Invocation invocation = Probes.enterPlanned(0);
        Probes.value(subject, invocation, 0);
        Probes.entered(invocation);
        Probes.value(subject, invocation, 0);
        Probes.exit(invocation, 0);
        subject = null;
        for (int i = 0; i < 50 && reference.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(reference.get());
        assertFalse(invocation == null, "the woven code's local variable is still there");
    }

    @Test
    void aMemberThatCannotBeReadIsReportedOnceAndAbsent() {
        Recorder.install(plan(
                Limits.DEFAULT, self(), new Variable("gone", 'I', Moment.EXIT, 0, List.of(Step.field(SUBJECT, "gone", "I")))));
        Recorder.beginTest(0, Long.MAX_VALUE);
        invoke(new Subject());
        invoke(new Subject());
        List<Decoded> states = drain(2);
        assertEquals(2, states.size());
        assertNull(states.get(0).values().get(1));
        List<String> faults = Recorder.drainFaults();
        assertEquals(1, faults.size(), faults::toString);
        assertTrue(faults.get(0).startsWith("cannot read " + SUBJECT + ".gone"), faults::toString);
    }
}
