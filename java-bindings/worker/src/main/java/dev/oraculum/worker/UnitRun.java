package dev.oraculum.worker;

import dev.oraculum.agent.Agent;
import dev.oraculum.runtime.KillSwitch;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StrayThreads;
import dev.oraculum.runtime.TestFailures;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.runtime.containment.Containment;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * One unit: one execution of the launcher, whose listener delimits the tests for the recorder and the watchdog. So
 * class-level fixtures run as they always do.
 */
final class UnitRun implements TestExecutionListener {
    private static final int NONE = -1;
    /** A test that runs but is not one of the unit's. */
    private static final int NOT_OURS = -2;

    private static final int THREAD_STOP_MILLIS = 100;

    private final Message.Run run;
    private final Watchdog watchdog;
    private final Reports reports;
    private final boolean stopThreads;

    private final List<Message.Request> requests;
    private final Map<String, Message.Request> requested = new HashMap<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private final Set<Thread> threadsBefore = Threads.alive();
    private final List<String> problems = new ArrayList<>();

    private TestPlan plan;
    private int running = NONE;
    private String runningId = "";
    private long startedAt;
    private int timeOuts;
    private long finished;
    private boolean ending;
    private boolean worn;
    private boolean leftThreads;
    private final boolean mutant;
    /** Before a test on the original. */
    private JvmState before;

    /** @param stopThreads whether threads that run on after the unit are stopped */
    UnitRun(Message.Run run, Watchdog watchdog, Reports reports, boolean stopThreads) {
        this.run = run;
        this.watchdog = watchdog;
        this.reports = reports;
        this.stopThreads = stopThreads;
        this.requests = run.tests();
        this.mutant = !run.mutatedClass().isEmpty();
        requests.forEach(request -> requested.put(request.uniqueId(), request));
        if (!run.open()) {
            for (int i = 0; i < requests.size(); i++) {
                indices.put(requests.get(i).uniqueId(), i);
            }
        }
    }

    /**
     * Runs the tests.
     *
     * @return whether this JVM should not be used any further
     */
    boolean execute(Launcher launcher) {
        Throwable thrown = null;
        try {
            Recorder.choose(run.plans());
            watchdog.start(run.between().millis());
            if (requests.stream().anyMatch(Message.Request::selected)) {
                launcher.execute(Discovery.byId(requests), this);
            }
        } catch (Throwable t) {
            thrown = t;
        }
        if (running != NONE) {
            finish(TestExecutionResult.failed(thrown == null ? new IllegalStateException("the test engine gave up in the middle of the test") : thrown));
        } else if (thrown != null) {
            problem("outside any test", thrown);
        }
        noteClimb(watchdog.end());
        long selected = requests.stream().filter(Message.Request::selected).count();
        if (!run.open() && !ending && finished < selected) {
            problems.add((selected - finished) + " of " + selected + " tests were not run to their end: the test engine gave up, or does not find them any more");
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
        return String.join("\n", problems);
    }

    /** Whether threads that the tests started were still running after them. */
    boolean leftThreads() {
        return leftThreads;
    }

    // ---- the launcher tells ---------------------------------------------------------------------------------------

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (running != NONE && !identifier.isTest()) {
            return;
        }
        if (running != NONE) {
            if (isInside(identifier, runningId)) {
                return;
            }
            // The end of the last test got lost: the kill switch struck while it was being told.
            finish(null);
        }
        endIfAsked();
        watchdog.end();
        if (!identifier.isTest()) {
            watchdog.start(run.between().millis());
            return;
        }
        running = indexOf(identifier);
        runningId = identifier.getUniqueId();
        if (running == NOT_OURS) {
            watchdog.start(run.between().millis());
            return;
        }
        reports.send(new Message.TestStarted(running));
        reports.awaitSent();
        Message.Request budget = run.open() ? budgetOf(runningId) : requests.get(running);
        startedAt = System.nanoTime();
        watchdog.start(budget.millis());
        TestFailures.begin(run.failuresSetAside());
        before = mutant ? null : JvmState.now();
        Containment.beginTest(budget.granted());
        Recorder.beginTest(running, budget.tickBudget());
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        if (running != NONE && identifier.getUniqueId().equals(runningId)) {
            finish(result);
            endIfAsked();
        } else if (running == NONE && result.getStatus() == TestExecutionResult.Status.FAILED) {
            problem(identifier.getDisplayName(), result.getThrowable().orElse(null));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        if (identifier.isTest()) {
            int index = indexOf(identifier);
            if (index != NOT_OURS) {
                finished++;
                reports.send(new Message.TestFinished(index, TestOutcome.SKIPPED, reason));
            }
        }
    }

    private int indexOf(TestIdentifier identifier) {
        Integer index = indices.get(identifier.getUniqueId());
        if (index == null && run.open()) {
            index = indices.size();
            indices.put(identifier.getUniqueId(), index);
            reports.send(new Message.TestAdded(Discovery.describe(plan, identifier)));
        }
        return index == null ? NOT_OURS : index;
    }

    /** Of an open run: the test's own; of one that is made only now, that of what makes it. */
    private Message.Request budgetOf(String uniqueId) {
        String id = uniqueId;
        while (!requested.containsKey(id) && id.lastIndexOf('/') > 0) {
            id = id.substring(0, id.lastIndexOf('/'));
        }
        return requested.getOrDefault(id, run.between());
    }

    private boolean isInside(TestIdentifier identifier, String ancestorId) {
        return identifier.getUniqueId().startsWith(ancestorId + "/");
    }

    /** Leaves the launcher, once the unit has had as many time-outs as it may. */
    private void endIfAsked() {
        if (ending) {
            throw new EndOfUnit();
        }
    }

    // ---- the end of a test ----------------------------------------------------------------------------------------

    /** @param result null: unknown, its telling was cut off */
    private void finish(TestExecutionResult told) {
        TestTally tally = Recorder.endTest();
        if (before != null) {
            before.changes().forEach(Containment::noteGlobal);
        }
        Containment.Account account = Containment.endTest();
        TestExecutionResult result = withFailure(told, TestFailures.end());
        Throwable thrown = result == null ? null : result.getThrowable().orElse(null);
        String failure = read(thrown, tally);
        Watchdog.Climbed climbed = watchdog.end();
        long nanos = System.nanoTime() - startedAt;
        int index = running;
        running = NONE;
        noteClimb(climbed);
        stopStrays(StrayThreads.leftByTest());
        List<Message.States> states = drain();
        Recorder.drainFaults().forEach(problems::add);
        if (index != NOT_OURS) {
            TestOutcome outcome = outcome(result, thrown, tally, climbed);
            boolean recorded = tally.fault().isEmpty();
            // Which states came before a refusal on another thread is a matter of timing.
            if (recorded && !account.elsewhere()) {
                states.forEach(reports::send);
            }
            if (!recorded) {
                outcome = outcome == TestOutcome.PASSED ? TestOutcome.NOT_RECORDED : outcome;
                failure = failure.isEmpty() ? tally.fault() : failure;
            }
            finished++;
            reports.send(new Message.TestFinished(index, outcome, failure, nanos, tally.ticks(), tally.invocations(), account.deeds(), account.refused()));
            if (outcome == TestOutcome.OUT_OF_MEMORY) {
                worn = true;
                ending = !run.open();
            }
        }
        watchdog.start(run.between().millis());
    }

    private static List<Message.States> drain() {
        List<Message.States> batches = new ArrayList<>();
        for (int plan = 0; plan < Recorder.plans(); plan++) {
            byte[] batch = Recorder.drain(plan);
            if (batch.length > 0) {
                batches.add(new Message.States(plan, batch));
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

    /** The result of a test one of whose failures was set aside. */
    private static TestExecutionResult withFailure(TestExecutionResult told, AssertionError setAside) {
        boolean passed = told != null && told.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        return passed && setAside != null ? TestExecutionResult.failed(setAside) : told;
    }

    private static TestOutcome outcome(
            TestExecutionResult result, Throwable thrown, TestTally tally, Watchdog.Climbed climbed) {
        if (tally.exitAttempted()) {
            return TestOutcome.EXIT_ATTEMPTED;
        }
        if (tally.overBudget()) {
            return TestOutcome.TICK_BUDGET_EXCEEDED;
        }
        if (climbed != Watchdog.Climbed.NOTHING) {
            return TestOutcome.TIMED_OUT;
        }
        if (result == null) {
            return TestOutcome.LOST;
        }
        return switch (result.getStatus()) {
            case SUCCESSFUL -> TestOutcome.PASSED;
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
        // On the original this is how the class is: no new JVM would help.
        worn &= !run.mutatedClass().isEmpty();
    }

    private void problem(String where, Throwable thrown) {
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
