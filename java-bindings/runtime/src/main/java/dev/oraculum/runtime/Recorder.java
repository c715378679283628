package dev.oraculum.runtime;

import dev.oraculum.runtime.containment.Containment;
import java.util.ArrayList;
import java.util.List;

/**
 * Records what a plan says while tests run, and enforces the tick budget.
 *
 * <p>Used by the worker as {@code install(plan); for each test { beginTest(i, budget); run; endTest(); drain(); }}. There is
 * one recorder per JVM because woven code has nowhere to keep another one. Tests run one after the other; the code of one
 * test may use many threads.
 */
public final class Recorder {
    /** What is recorded; null: nothing. */
    private static volatile Recording recording;
    private static volatile Plan plan;
    /** A fault of ours, which ends the recording of one test; empty: none. */
    private static volatile String broken = "";

    private static volatile boolean testRuns;
    private static volatile boolean exitAttempted;
    private static volatile boolean overBudget;
    private static volatile boolean initializerAborted;

    /** How many tests have begun. */
    static volatile int testsBegun;

    private static final List<String> faults = new ArrayList<>();

    private Recorder() {}

    /** Starts recording by a plan; records of the plan before it that were not drained are dropped. */
    public static void install(Plan now) {
        end(recording);
        broken = "";
        plan = now;
        recording = recording(now);
    }

    private static Recording recording(Plan of) {
        if (of instanceof CapturePlan states) {
            return new StateRecorder(states);
        } else if (of instanceof DataPlan data) {
            return new DataRecorder(data);
        } else if (of instanceof InvocationPlan invocations) {
            return new InvocationRecorder(invocations);
        } else if (of instanceof FlowPlan flow) {
            return new FlowRecording(flow);
        }
        return new CallRecorder();
    }

    /** What is recorded now, or null. */
    static Recording recording() {
        return recording;
    }

    private static void end(Recording current) {
        if (current != null) {
            current.end();
        }
    }

    /**
     * A test starts.
     *
     * @param testIndex goes into the records
     * @param tickBudget how many ticks the test may take, {@code Long.MAX_VALUE} for no bound
     */
    public static void beginTest(int testIndex, long tickBudget) {
        testsBegun++;
        StrayThreads.begin();
        StateReader.reset();
        Initializers.reset();
        exitAttempted = false;
        overBudget = false;
        initializerAborted = false;
        // Ticks of a stray thread would be the test's; without a budget the clock ends what does not end by itself.
        TickBudget.begin(StrayThreads.isAnyAlive() ? TickBudget.UNLIMITED : tickBudget);
        testRuns = true;
        if (!broken.isEmpty()) {
            broken = "";
            recording = recording(plan);
        }
        Recording current = recording;
        if (current != null) {
            current.begin(testIndex);
        }
    }

    /** The test has ended; probes neither record nor throw until the next one begins. */
    public static TestTally endTest() {
        Recording current = recording;
        end(current);
        testRuns = false;
        long ticks = TickBudget.end();
        return current == null
                ? new TestTally(0, 0, 0, ticks, overBudget, exitAttempted, initializerAborted, broken)
                : new TestTally(current.invocations(), current.recorded(), current.thinned(), ticks, overBudget, exitAttempted, initializerAborted, broken);
    }

    /** Takes out the records written so far: one batch in the format of docs/formats.md. */
    public static byte[] drain() {
        Recording current = recording;
        return current == null ? new byte[0] : current.drain();
    }

    /** Takes out the messages about what could not be recorded. */
    public static List<String> drainFaults() {
        synchronized (faults) {
            List<String> copy = List.copyOf(faults);
            faults.clear();
            return copy;
        }
    }

    /** Called by a tick that found no budget left. */
    static void budgetExhausted(long budget) {
        if (!testRuns) {
            return; // It has just ended.
        }
        if (!StrayThreads.isCurrent()) {
            overBudget = true;
            noteInitializer();
        }
        throw new TickBudgetExceeded("the test used up its budget of " + budget + " ticks");
    }

    private static void noteInitializer() {
        if (!initializerAborted) {
            initializerAborted = StackWalker.getInstance()
                    .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
        }
    }

    /** What code is told that tries to end the JVM. */
    public static ExitAttempt exitAttempt(int status) {
        if (!StrayThreads.isCurrent()) {
            exitAttempted = true;
            Containment.exitAttempted();
        }
        return new ExitAttempt(status);
    }

    /** Nothing more is recorded of the running test. */
    public static void stopForTest() {
        end(recording);
    }

    /**
     * Keeps a fault of a probe from the code under test. What is meant for that code goes on to it; when the stack or the
     * heap is exhausted this state is lost, and the code will meet the same wall itself; anything else is our bug, and costs
     * the test that runs. A stray thread is in none.
     */
    static void contain(Throwable t) {
        if (t instanceof StopSignal || t instanceof ThreadDeath) {
            throw (Error) t;
        }
        if (t instanceof VirtualMachineError || !testRuns || StrayThreads.isCurrent()) {
            return;
        }
        broken = t.toString();
        end(recording);
    }

    static void report(String fault) {
        synchronized (faults) {
            faults.add(fault);
        }
    }
}
