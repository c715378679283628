package dev.oraculum.worker;

import dev.oraculum.agent.Agent;
import dev.oraculum.runtime.KillSwitch;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StrayThreads;
import dev.oraculum.runtime.TestFailures;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.runtime.Throwables;
import dev.oraculum.runtime.Trial;
import dev.oraculum.runtime.containment.Containment;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One unit: delimits its tests for the recorder and the watchdog, whatever runs them. */
final class UnitRun {
    private static final int NONE = -1;
    /** A test that runs but is not one of the unit's. */
    static final int NOT_OURS = -2;

    private static final int THREAD_STOP_MILLIS = 100;

    private final Message.Run run;
    private final Watchdog watchdog;
    private final Reports reports;
    private final boolean stopThreads;

    private final List<Message.Request> requests;
    private final Set<Thread> threadsBefore = Threads.alive();
    private final List<String> problems = new ArrayList<>();

    private int running = NONE;
    private long startedAt;
    private int timeOuts;
    private long finished;
    private boolean ending;
    private boolean worn;
    private boolean leftThreads;
    /** Whether a policy says what the tests may do. */
    private final boolean contained;
    /** Before a test that may do anything. */
    private JvmState before;

    /** @param stopThreads whether threads that run on after the unit are stopped */
    UnitRun(Message.Run run, Watchdog watchdog, Reports reports, boolean stopThreads) {
        this.run = run;
        this.watchdog = watchdog;
        this.reports = reports;
        this.stopThreads = stopThreads;
        this.requests = run.tests();
        this.contained = !run.mutatedClass().isEmpty() || run.work().contained();
    }

    /**
     * Runs the tests.
     *
     * @return whether this JVM should not be used any further
     */
    boolean execute(Tests tests) {
        Throwable thrown = null;
        try {
            Recorder.choose(run.plans());
            watchdog.start(run.between().millis());
            if (requests.stream().anyMatch(Message.Request::selected)) {
                tests.run(this);
            }
        } catch (Throwable t) {
            thrown = t;
        }
        if (running != NONE) {
            boolean unsaid = thrown == null;
            finish(TestEnd.failed(unsaid ? new IllegalStateException("the test engine gave up in the middle of the test") : thrown));
        } else if (thrown != null) {
            problem("outside any test", thrown);
        }
        noteClimb(watchdog.end());
        long selected = requests.stream().filter(Message.Request::selected).count();
        if (!run.work().open() && !ending && finished < selected) {
            problems.add((selected - finished) + " of " + selected
                    + " tests were not run to their end: the test engine gave up, or does not find them any more");
            worn |= !run.mutatedClass().isEmpty();
        }
        List<Thread> left = Threads.runningSince(threadsBefore);
        leftThreads = !left.isEmpty();
        if (stopThreads && leftThreads) {
            stop(left);
        }
        return worn;
    }

    /** What failed outside tests and what could not be woven, a line each. */
    String problem() {
        problems.addAll(Agent.instance().drainNotices());
        noteTrial(NONE);
        return String.join("\n", problems);
    }

    /** Whether threads that the tests started were still running after them. */
    boolean leftThreads() {
        return leftThreads;
    }

    // ---- what runs the tests tells --------------------------------------------------------------------------------

    /** Runs the tests of a unit that are selected, telling it of each. */
    interface Tests {
        void run(UnitRun unit) throws Exception;
    }

    Message.Run command() {
        return run;
    }

    boolean isInTest() {
        return running != NONE;
    }

    /** The time of what runs now. */
    SequenceRunner.Clock clock() {
        return new SequenceRunner.Clock() {
            @Override
            public boolean isTimeUp() {
                return watchdog.isClimbing();
            }

            @Override
            public void beginTest() {
                watchdog.beginPart();
            }
        };
    }

    /** What ran since the last test has ended. */
    void endBetween() {
        endIfAsked();
        watchdog.end();
    }

    /** Something else than a test begins: a fixture, the search for tests. */
    void beginBetween() {
        watchdog.start(run.between().millis());
    }

    /**
     * A test begins.
     *
     * @param index its place in the unit, or {@link #NOT_OURS}
     */
    void begin(int index, Message.Request budget) {
        running = index;
        if (running == NOT_OURS) {
            watchdog.start(run.between().millis());
            return;
        }
        // What ran before, a fixture, is none of this test's.
        noteTrial(NONE);
        if (!run.isOneSequence()) {
            reports.send(new Message.TestStarted(running));
            reports.awaitSent();
        }
        startedAt = System.nanoTime();
        watchdog.start(budget.millis());
        TestFailures.begin(run.failuresSetAside());
        before = contained ? null : JvmState.now();
        Containment.beginTest(budget.granted());
        Recorder.beginTest(running, budget.tickBudget());
    }

    /** A test will not be run. */
    void skip(int index, String reason) {
        if (index != NOT_OURS) {
            finished++;
            reports.send(new Message.TestFinished(index, TestOutcome.SKIPPED, reason));
        }
    }

    /** A test is there that the requests do not name; it has the next place. */
    void add(Message.Test test) {
        reports.send(new Message.TestAdded(test));
    }

    /** Leaves what runs the tests, once the unit has had as many time-outs as it may. */
    void endIfAsked() {
        if (ending) {
            throw new EndOfUnit();
        }
    }

    // ---- the end of a test ----------------------------------------------------------------------------------------

    /** The test has ended. */
    void finish(TestEnd end) {
        finish(end, null);
    }

    /** @param answer of a call sequence; null: none */
    void finish(TestEnd told, byte[] answer) {
        TestTally tally = Recorder.endTest();
        if (before != null) {
            before.changes().forEach(Containment::noteGlobal);
        }
        Containment.Account account = Containment.endTest();
        TestEnd result = told.withFailure(TestFailures.end());
        Throwable thrown = result.thrown();
        String failure = read(thrown, tally);
        Watchdog.Climbed climbed = watchdog.end();
        long nanos = System.nanoTime() - startedAt;
        int index = running;
        running = NONE;
        noteClimb(climbed);
        stopStrays(StrayThreads.leftByTest());
        List<Message.Records> records = drain();
        Recorder.drainFaults().forEach(problems::add);
        noteTrial(index);
        if (index != NOT_OURS) {
            TestOutcome outcome = outcome(result, thrown, tally, climbed);
            boolean recorded = tally.fault().isEmpty();
            // Which records came before a refusal on another thread is a matter of timing.
            if (recorded && !account.elsewhere()) {
                records.forEach(reports::send);
            }
            if (answer != null) {
                reports.send(new Message.Answer(answer));
            }
            if (!recorded) {
                outcome = outcome == TestOutcome.PASSED ? TestOutcome.NOT_RECORDED : outcome;
                failure = failure.isEmpty() ? tally.fault() : failure;
            }
            finished++;
            reports.send(new Message.TestFinished(index, outcome, failure, nanos, tally.ticks(), tally.invocations(), account.deeds(),
                    account.refused()));
            if (outcome == TestOutcome.OUT_OF_MEMORY) {
                worn = true;
                ending = !run.work().open();
            }
        }
        watchdog.start(run.between().millis());
    }

    /** Which clauses on trial have failed, with the test in which they did. */
    private void noteTrial(int index) {
        Trial.drain().forEach(note -> problems.add(note + '\t' + index));
    }

    private static List<Message.Records> drain() {
        List<Message.Records> batches = new ArrayList<>();
        for (int plan = 0; plan < Recorder.plans(); plan++) {
            byte[] batch = Recorder.drain(plan);
            if (batch.length > 0) {
                batches.add(new Message.Records(plan, batch));
            }
        }
        return batches;
    }

    /** What was thrown, in words. An exception of the program runs its own code here, in what is left of the test's time. */
    private String read(Throwable thrown, TestTally tally) {
        try {
            noteWear(thrown, tally);
            return Throwables.summary(thrown);
        } catch (Throwable t) {
            return thrown == null ? "" : Throwables.name(thrown);
        }
    }

    private static TestOutcome outcome(
            TestEnd result, Throwable thrown, TestTally tally, Watchdog.Climbed climbed) {
        if (tally.exitAttempted()) {
            return TestOutcome.EXIT_ATTEMPTED;
        }
        if (tally.overBudget()) {
            return TestOutcome.TICK_BUDGET_EXCEEDED;
        }
        if (climbed != Watchdog.Climbed.NOTHING) {
            return TestOutcome.TIMED_OUT;
        }
        return switch (result.status()) {
            case UNKNOWN -> TestOutcome.LOST;
            case PASSED -> TestOutcome.PASSED;
            case ABORTED -> TestOutcome.ABORTED;
            case FAILED -> Throwables.contains(thrown, OutOfMemoryError.class)
                    ? TestOutcome.OUT_OF_MEMORY
                    : Throwables.contains(thrown, StackOverflowError.class)
                            ? TestOutcome.STACK_OVERFLOW
                            : TestOutcome.FAILED;
        };
    }

    private void noteClimb(Watchdog.Climbed climbed) {
        if (climbed != Watchdog.Climbed.NOTHING) {
            timeOuts++;
            ending |= timeOuts >= run.timeOuts();
            worn |= climbed == Watchdog.Climbed.STOPPED;
        }
    }

    /** A class whose initializer has failed is gone for the rest of this JVM's life. */
    private void noteWear(Throwable thrown, TestTally tally) {
        worn |= tally.initializerAborted()
                || Throwables.contains(thrown, OutOfMemoryError.class)
                || Throwables.contains(thrown, ExceptionInInitializerError.class)
                || Throwables.contains(thrown, NoClassDefFoundError.class, "Could not initialize class");
        // On the original this is how the class is: no new JVM would help. Only the budget of a generated test is another one each time.
        worn &= !run.mutatedClass().isEmpty() || run.work().contained() && tally.initializerAborted();
    }

    void problem(String where, Throwable thrown) {
        if (thrown instanceof EndOfUnit) {
            return;
        }
        String what = thrown == null ? "failed" : Throwables.summary(thrown).lines().findFirst().orElse("failed");
        problems.add(where + ": " + what);
    }

    // ---- threads that run on --------------------------------------------------------------------------------------

    /** A mutant's stray threads, and those of tests that JUnit has given up: nobody waits for these. */
    private void stopStrays(List<Thread> strays) {
        List<Thread> hopeless = stopThreads ? strays : strays.stream().filter(Threads::isAbandoned).toList();
        if (!hopeless.isEmpty()) {
            stop(hopeless);
        }
    }

    private void stop(List<Thread> threads) {
        threads.forEach(Thread::interrupt);
        if (anyAliveAfterAMoment(threads)) {
            worn = true;
            if (KillSwitch.available()) {
                Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
                threads.stream()
                        .filter(thread -> stacks.containsKey(thread) && !Watchdog.isInsideInitializer(stacks.get(thread)))
                        .forEach(thread -> KillSwitch.stop(thread, new TimeIsUp(0)));
            }
        }
    }

    private static boolean anyAliveAfterAMoment(List<Thread> threads) {
        long deadline = System.nanoTime() + THREAD_STOP_MILLIS * 1_000_000L;
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().anyMatch(Thread::isAlive);
    }
}
