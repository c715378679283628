package dev.oraculum.runtime;

import dev.oraculum.runtime.containment.Containment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Records what a plan says while tests run, and enforces the tick budget.
 *
 * <p>Used by the worker as {@code install(plan); for each test { beginTest(i, budget); run; endTest(); drain(); }}. There is
 * one recorder per JVM because woven code has nowhere to keep another one. Tests run one after the other; the code of one
 * test may use many threads.
 */
public final class Recorder {
    /** What is recorded, one for each plan. */
    private static volatile Recording[] recordings = {};
    private static volatile List<Plan> plans = List.of();
    /** Which of them record the tests to come; null: all. */
    private static volatile BitSet chosen;
    /** A fault of ours, which ends the recording of one test; empty: none. */
    private static volatile String broken = "";

    private static volatile boolean testRuns;
    private static volatile boolean exitAttempted;
    private static volatile boolean overBudget;
    private static volatile boolean initializerAborted;

    /** How many tests have begun. */
    static volatile int testsBegun;
    /** Bits of an invocation's number; those above are its part's ({@link TestParts}). */
    static final int PART_AT = 20;
    /** The part of the test that runs, from 0. */
    static volatile int part;

    private static final List<String> faults = new ArrayList<>();

    private Recorder() {}

    /**
     * Starts recording by a plan, or by all plans of a {@link PlanSet}; records of the plan before it that were not drained are dropped.
     */
    public static void install(Plan now) {
        end();
        broken = "";
        chosen = null;
        plans = now.members();
        recordings = recordings(plans);
    }

    /**
     * Chooses the plans that record the tests to come.
     *
     * @param places in the set; empty: all
     */
    public static void choose(List<Integer> places) {
        BitSet some = new BitSet();
        places.forEach(some::set);
        chosen = places.isEmpty() ? null : some;
    }

    /** How many plans are installed. */
    public static int plans() {
        return plans.size();
    }

    private static boolean isChosen(int plan) {
        BitSet some = chosen;
        return some == null || some.get(plan);
    }

    private static Recording[] recordings(List<Plan> of) {
        return IntStream.range(0, of.size()).mapToObj(i -> of.get(i).recording(i)).toArray(Recording[]::new);
    }

    /** The recording of a plan, by its place; null: it is not installed any more. */
    static Recording recording(int plan) {
        Recording[] current = recordings;
        return plan < current.length ? current[plan] : null;
    }

    /** The recording of a kind of which there is at most one, or null. */
    static <T extends Recording> T recording(Class<T> kind) {
        for (Recording recording : recordings) {
            if (recording.getClass() == kind) {
                return kind.cast(recording);
            }
        }
        return null;
    }

    static boolean isInstalled(Recording recording) {
        for (Recording installed : recordings) {
            if (installed == recording) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is a plan. */
    static boolean records() {
        return recordings.length > 0;
    }

    private static void end() {
        for (Recording recording : recordings) {
            recording.end();
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
        part = 0;
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
            recordings = recordings(plans);
        }
        Recording[] current = recordings;
        for (int i = 0; i < current.length; i++) {
            if (isChosen(i)) {
                current[i].begin(testIndex);
            }
        }
    }

    /** The test has ended; probes neither record nor throw until the next one begins. */
    public static TestTally endTest() {
        Recording[] current = recordings;
        end();
        testRuns = false;
        long ticks = TickBudget.end();
        List<Integer> invocations = new ArrayList<>();
        int recorded = 0;
        int thinned = 0;
        for (int i = 0; i < current.length; i++) {
            boolean counts = isChosen(i);
            invocations.add(counts ? current[i].invocations() : 0);
            recorded += counts ? current[i].recorded() : 0;
            thinned += counts ? current[i].thinned() : 0;
        }
        return new TestTally(invocations, recorded, thinned, ticks, overBudget, exitAttempted, initializerAborted, broken);
    }

    /**
     * Takes out the records written so far: one batch in the format of docs/formats.md.
     *
     * @param plan its place in the set
     */
    public static byte[] drain(int plan) {
        Recording current = recording(plan);
        return current == null ? new byte[0] : current.drain();
    }

    /** The recording that a place in woven code belongs to; null: what runs there belongs to no test. */
    static Recording active(int plan) {
        boolean counts = testRuns && isChosen(plan) && broken.isEmpty() && !Initializers.isInside() && !StrayThreads.isCurrent();
        return counts ? recording(plan) : null;
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

    static void noteInitializer() {
        if (!initializerAborted) {
            initializerAborted = Initializers.areOnStack();
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

    /** Whether the running test has used up its budget. */
    static boolean isOverBudget() {
        return overBudget;
    }

    /** Whether a static initializer was ended by a budget in the running test: its class is lost to this JVM. */
    static boolean isInitializerAborted() {
        return initializerAborted;
    }

    /** Nothing more is recorded of the running test. */
    public static void stopForTest() {
        end();
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
        end();
    }

    static void report(String fault) {
        synchronized (faults) {
            faults.add(fault);
        }
    }
}
