package dev.oraculum.execution;

import dev.oraculum.runtime.containment.Deed;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Follows one unit on one worker, from the command to the end of either. A unit ends: the worker's own watchdog speaks
 * when a test is over its time, and when it does not, the silence is bounded here.
 */
final class UnitRunner {
    /** Rungs of the ladder inside the worker, each with the grace of the budgets: stop is tried several times, and the JDK waited for. */
    private static final int RUNGS = 20;

    /**
     * @param result what became of the unit
     * @param problem what failed outside tests; empty: nothing
     * @param reusable whether the worker may run another unit
     */
    record Followed(UnitResult result, String problem, boolean reusable) {}

    private final Worker worker;
    private final Message.Run command;
    private final List<TestCase> tests;
    private final UnitSink sink;
    private final Budgets budgets;
    private final long started = System.nanoTime();

    private final List<TestRun> runs = new ArrayList<>();
    private final List<Records.Batch> records = new ArrayList<>();
    private Optional<ByteBuffer> answer = Optional.empty();
    private int running;

    /** @param tests those of the command; an open run adds to them */
    UnitRunner(Worker worker, Message.Run command, List<TestCase> tests, UnitSink sink, Budgets budgets) {
        this.worker = worker;
        this.command = command;
        this.tests = new ArrayList<>(command.work().open() ? List.of() : tests);
        this.sink = sink;
        this.budgets = budgets;
        this.running = command.isOneSequence() ? 0 : -1;
        this.tests.forEach(test -> runs.add(null));
    }

    /**
     * Runs the unit.
     *
     * @throws CannotRunException the worker refuses the command for a reason that is not the mutant's
     */
    Followed run() throws InterruptedException {
        worker.countUnit();
        sink.started(command.unit());
        try {
            worker.send(command);
            while (true) {
                Message message = worker.next(silence());
                if (message == null) {
                    return lost(UnitEnd.UNRESPONSIVE, "nothing heard for " + silence().toSeconds() + " s");
                }
                Followed end = take(message);
                if (end != null) {
                    return end;
                }
            }
        } catch (Worker.Gone e) {
            ProcessEnd end = worker.awaitEnd();
            return lost(end.end(), end.explanation());
        }
    }

    /** The end of the unit, or null if it goes on. */
    private Followed take(Message message) {
        if (message instanceof Message.TestAdded added) {
            tests.add(TestCase.of(added.test()));
            runs.add(null);
        } else if (message instanceof Message.TestStarted test) {
            running = test.test();
        } else if (message instanceof Message.Records batch) {
            records.add(new Records.Batch(batch.plan(), direct(batch.batch())));
        } else if (message instanceof Message.Answer answered) {
            answer = Optional.of(ByteBuffer.wrap(answered.bytes()).asReadOnlyBuffer());
        } else if (message instanceof Message.TestFinished test) {
            finish(test);
        } else if (message instanceof Message.Stuck stuck) {
            return lost(UnitEnd.of(stuck.reason()), stuck.where());
        } else if (message instanceof Message.UnitFinished unit) {
            boolean timedOut = runs.stream().anyMatch(run -> run != null && run.outcome() == TestOutcome.TIMED_OUT);
            boolean outOfMemory = runs.stream().anyMatch(run -> run != null && run.outcome() == TestOutcome.OUT_OF_MEMORY);
            UnitEnd end = outOfMemory ? UnitEnd.OUT_OF_MEMORY : timedOut ? UnitEnd.TIMED_OUT : UnitEnd.COMPLETED;
            return new Followed(result(end, unit.problem(), unit.deeds()), unit.problem(), !unit.worn());
        } else if (message instanceof Message.Refused refused) {
            return new Followed(result(UnitEnd.REJECTED, refused.why(), List.of()), refused.why(), true);
        } else {
            throw new IllegalStateException("the worker sent " + message.kind() + " in the middle of a unit");
        }
        return null;
    }

    private void finish(Message.TestFinished test) {
        TestRun run = new TestRun(
                test.test(),
                tests.get(test.test()),
                test.outcome(),
                test.failure(),
                test.nanos(),
                test.ticks(),
                test.invocations(),
                test.deeds(),
                test.contained());
        runs.set(test.test(), run);
        // An answer says itself what the clock has ended: of a batch the tests before that are whole.
        sink.test(command.unit(), run, new Records(test.outcome().isRepeatable() ? records : List.of(), answer));
        records.clear();
        answer = Optional.empty();
        running = -1;
    }

    /** The worker is lost, and with it the test that was running; its records are dropped, those before it stand. */
    private Followed lost(UnitEnd end, String explanation) {
        worker.destroy();
        if (running >= 0) {
            TestRun run = TestRun.without(running, tests.get(running), TestOutcome.LOST, end.sentence());
            runs.set(running, run);
            sink.test(command.unit(), run, Records.NONE);
        }
        return new Followed(result(end, explanation, List.of()), explanation, false);
    }

    private UnitResult result(UnitEnd end, String explanation, List<Deed> outside) {
        List<TestRun> all = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            TestRun run = runs.get(i);
            all.add(run != null ? run : TestRun.without(i, tests.get(i), TestOutcome.NOT_RUN, ""));
        }
        return new UnitResult(
                command.unit(), end, explanation, all, Duration.ofNanos(System.nanoTime() - started), outside);
    }

    private Duration silence() {
        long between = command.between().millis();
        long open = command.tests().stream().mapToLong(Message.Request::millis).reduce(between, Math::max);
        long millis = command.work().open() ? open : running >= 0 ? command.tests().get(running).millis() : between;
        return budgets.patience().plusMillis(millis).plus(budgets.grace().multipliedBy(RUNGS));
    }

    private static ByteBuffer direct(byte[] batch) {
        return ByteBuffer.allocateDirect(batch.length).put(batch).flip();
    }
}
