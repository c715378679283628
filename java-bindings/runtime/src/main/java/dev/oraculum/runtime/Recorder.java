package dev.oraculum.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records the states of the method under test while tests run, and enforces the tick budget.
 *
 * <p>Used by the worker as {@code install(plan); for each test { beginTest(i, budget); run; endTest(); drain(); }}. There is
 * one recorder per JVM because woven code has nowhere to keep another one. Tests run one after the other; the code of one
 * test may use many threads.
 */
public final class Recorder {
    /** Ticks allowed when no test runs. */
    private static final long UNLIMITED = Long.MAX_VALUE;

    /** A plan with its readers, and the records written under it. */
    static final class Session {
        final CapturePlan plan;
        final VariableReader[] readers;
        final StateBuffer states = new StateBuffer();

        Session(CapturePlan plan) {
            this.plan = plan;
            this.readers = plan.variables().stream()
                    .map(variable -> new VariableReader(variable, plan.limits()))
                    .toArray(VariableReader[]::new);
        }
    }

    private static volatile Session session;
    /** In place of a session: records data. */
    private static volatile DataRecorder data;
    /** In place of both: records the calls that tests make. */
    private static volatile CallRecorder calls;
    /** Set by a fault of ours: this plan records nothing more. */
    private static volatile boolean broken;

    private static volatile boolean testRuns;
    private static volatile boolean recording;
    private static volatile int test;
    private static final AtomicInteger invocations = new AtomicInteger();
    private static final AtomicInteger recorded = new AtomicInteger();
    private static final AtomicInteger thinned = new AtomicInteger();
    private static volatile boolean exitAttempted;
    private static volatile boolean overBudget;
    private static volatile boolean initializerAborted;
    private static long budget = UNLIMITED;

    /** Threads that read variables; lets {@link #enter} skip the thread-local look-up when there is none. */
    private static final AtomicInteger captures = new AtomicInteger();

    /** For a thread that reads variables, the number of the test in which it does; a stale number means nothing. */
    private static final ThreadLocal<Integer> capturing = new ThreadLocal<>();
    /** How many tests have begun. */
    private static volatile int testsBegun;

    /** The thread whose observers run on a tick budget of their own; the counter is lent to it. */
    private static volatile Thread borrower;

    private static final List<String> faults = new ArrayList<>();

    private Recorder() {}

    /** Starts recording by a plan; states of the plan before it that were not drained are dropped. */
    public static void install(CapturePlan plan) {
        recording = false;
        broken = false;
        data = null;
        calls = null;
        session = new Session(plan);
    }

    /** Starts recording the calls that tests make, in place of what was recorded before. */
    public static void install(CallPlan plan) {
        recording = false;
        broken = false;
        session = null;
        data = null;
        calls = new CallRecorder();
    }

    /** Starts recording by a plan of data, in place of what was recorded before. */
    public static void install(DataPlan plan) {
        recording = false;
        broken = false;
        session = null;
        calls = null;
        data = new DataRecorder(plan);
    }

    /**
     * A test starts.
     *
     * @param testIndex goes into the records
     * @param tickBudget how many ticks the test may take, {@code Long.MAX_VALUE} for no bound
     */
    public static void beginTest(int testIndex, long tickBudget) {
        test = testIndex;
        testsBegun++;
        invocations.set(0);
        recorded.set(0);
        thinned.set(0);
        captures.set(0);
        borrower = null;
        exitAttempted = false;
        overBudget = false;
        initializerAborted = false;
        budget = tickBudget;
        Probes.remaining = tickBudget;
        testRuns = true;
        recording = session != null && !broken;
        initializers.set(0);
        DataRecorder current = data;
        if (current != null && !broken) {
            current.begin(testIndex);
        }
        CallRecorder called = calls;
        if (called != null && !broken) {
            called.begin(testIndex);
        }
    }

    /** The test has ended; probes neither record nor throw until the next one begins. */
    public static TestTally endTest() {
        recording = false;
        testRuns = false;
        long ticks = budget - Probes.remaining;
        Probes.remaining = UNLIMITED;
        DataRecorder current = data;
        if (current != null) {
            current.end();
        }
        CallRecorder called = calls;
        if (called != null) {
            called.end();
        }
        return new TestTally(
                current != null ? Math.min(1, current.defined()) : called != null ? Math.min(1, called.calls()) : invocations.get(), recorded.get(), thinned.get(), ticks, overBudget, exitAttempted, initializerAborted);
    }

    /** Takes out the records written so far: one batch in the format of docs/formats.md. */
    public static byte[] drain() {
        DataRecorder values = data;
        if (values != null) {
            return values.drain();
        }
        CallRecorder called = calls;
        if (called != null) {
            return called.drain();
        }
        Session current = session;
        return current == null ? new byte[0] : current.states.drain();
    }

    /** Takes out the messages about what could not be recorded. */
    public static List<String> drainFaults() {
        synchronized (faults) {
            List<String> copy = List.copyOf(faults);
            faults.clear();
            return copy;
        }
    }

    // ---- data

    /** Static initializers that run, of all threads. */
    private static final AtomicInteger initializers = new AtomicInteger();

    /** Of a thread that runs static initializers, the number of the test in which it does. */
    private static final ThreadLocal<int[]> initializing = new ThreadLocal<>();

    static void initializerBegins() {
        if (data != null) {
            int[] depth = initializing.get();
            if (depth == null || depth[1] != testsBegun) {
                depth = new int[] {0, testsBegun};
                initializing.set(depth);
            }
            depth[0]++;
            initializers.incrementAndGet();
        }
    }

    static void initializerEnds() {
        int[] depth = initializing.get();
        if (depth != null && depth[1] == testsBegun) {
            initializers.decrementAndGet();
            if (--depth[0] == 0) {
                initializing.remove();
            }
        }
    }

    /** The recorder of data, if this thread's definitions are to be recorded now. */
    private static DataRecorder recordsData() {
        DataRecorder current = data;
        if (current == null || !current.isRecording()) {
            return null;
        }
        if (initializers.get() != 0) {
            int[] depth = initializing.get();
            if (depth != null && depth[1] == testsBegun) {
                return null;
            }
        }
        return current;
    }

    static void datum(long bits, int number) {
        try {
            DataRecorder current = recordsData();
            if (current != null) {
                current.primitive(bits, number);
            }
        } catch (Throwable t) {
            containData(t);
        }
    }

    static void datum(Object value, int number) {
        try {
            DataRecorder current = recordsData();
            if (current != null) {
                current.reference(value, number);
            }
        } catch (Throwable t) {
            containData(t);
        }
    }

    static void element(int index, long bits, int number) {
        try {
            DataRecorder current = recordsData();
            if (current != null) {
                current.element(index, bits, number);
            }
        } catch (Throwable t) {
            containData(t);
        }
    }

    static void element(int index, Object value, int number) {
        try {
            DataRecorder current = recordsData();
            if (current != null) {
                current.element(index, value, number);
            }
        } catch (Throwable t) {
            containData(t);
        }
    }

    private static void containData(Throwable t) {
        DataRecorder current = data;
        if (current != null && !(t instanceof VirtualMachineError || t instanceof StopSignal || t instanceof ThreadDeath)) {
            current.end();
        }
        contain(t);
    }

    // ---- calls

    static void callBegins(Object[] operands, String callee) {
        CallRecorder current = calls;
        if (current != null) {
            try {
                current.callBegins(operands, callee);
            } catch (Throwable t) {
                current.end();
                contain(t);
            }
        }
    }

    static void callEnds(Object result, String callee) {
        CallRecorder current = calls;
        if (current != null) {
            try {
                current.callEnds(result, callee);
            } catch (Throwable t) {
                current.end();
                contain(t);
            }
        }
    }

    // ---- states of a method

    static Invocation enter() {
        if (!recording) {
            return null;
        }
        try {
            if (captures.get() != 0 && isCapturing()) {
                return null;
            }
            int index = invocations.getAndIncrement();
            Session current = session;
            if (!current.plan.limits().records(index)) {
                thinned.incrementAndGet();
                return null;
            }
            return new Invocation(current, test, index);
        } catch (Throwable t) {
            contain(t);
            return null;
        }
    }

    static void entered(Invocation invocation) {
        try {
            readAll(invocation, CapturePlan.Moment.ENTRY);
            invocation.clearRoots();
        } catch (Throwable t) {
            contain(t);
        }
    }

    static void exit(Invocation invocation, int exit) {
        try {
            // Another test's leftover thread must not write into this one's records.
            if (recording && invocation.test == test && invocation.session == session) {
                readAll(invocation, CapturePlan.Moment.EXIT);
                invocation.numberReferences();
                invocation.session.states.append(invocation, exit);
                recorded.incrementAndGet();
            }
            invocation.release();
        } catch (Throwable t) {
            contain(t);
        }
    }

    private static void readAll(Invocation invocation, CapturePlan.Moment moment) throws Throwable {
        // Observers must neither be recorded nor use up the test's ticks. Of several threads that observe at once only the
        // first has a tick budget of its own; the others go on the test's.
        boolean nested = isCapturing();
        boolean borrows = borrower == null;
        long own = Probes.remaining;
        boolean counted = false;
        try {
            if (!nested) {
                captures.incrementAndGet();
                counted = true;
                capturing.set(testsBegun);
            }
            if (borrows) {
                borrower = Thread.currentThread();
            }
            VariableReader[] readers = invocation.session.readers;
            for (int i = 0; i < readers.length; i++) {
                CapturePlan.Variable variable = readers[i].variable();
                if (variable.moment() == moment && invocation.rootPresent[variable.root()]) {
                    if (borrows && readers[i].callsObserver()) {
                        Probes.remaining = readers[i].ticks(invocation.session.plan.limits());
                    }
                    read(invocation, i, readers[i], borrows);
                }
            }
        } finally {
            // Not if another test has begun meanwhile: the counter is that one's now.
            if (borrows && borrower == Thread.currentThread()) {
                Probes.remaining = own;
                borrower = null;
            }
            if (counted) {
                captures.decrementAndGet();
                capturing.remove();
            }
        }
    }

    private static boolean isCapturing() {
        Integer since = capturing.get();
        return since != null && since == testsBegun;
    }

    private static void read(Invocation invocation, int index, VariableReader reader, boolean ownBudget)
            throws Throwable {
        int root = reader.variable().root();
        boolean isRoot = reader.variable().steps().isEmpty();
        if (isRoot && !reader.isReference()) {
            invocation.values[index] = reader.narrowed(invocation.rootBits[root]);
            invocation.present(index);
            return;
        }
        Object from = invocation.rootReferences[root];
        if (from == null && !isRoot) {
            return;
        }
        Object value;
        try {
            value = reader.read(from);
            if (reader.contents() != null && value != null) {
                value = reader.contents().copy(value);
            }
        } catch (TickBudgetExceeded e) {
            if (ownBudget) {
                return;
            }
            throw e;
        } catch (StopSignal | ThreadDeath e) {
            throw e;
        } catch (Throwable thrownByObserver) {
            return;
        }
        if (reader.contents() != null) {
            invocation.contents(index, value);
        } else if (reader.isReference()) {
            invocation.references[index] = value;
            invocation.present(index);
        } else if (value != null) {
            invocation.values[index] = VariableReader.bits(value);
            invocation.present(index);
        }
    }

    /** Called by a tick that found no budget left. */
    static void budgetExhausted() {
        Thread observing = borrower;
        if (observing == Thread.currentThread()) {
            throw new TickBudgetExceeded("the observer runs too long");
        }
        if (observing != null || !testRuns) {
            return; // The counter is lent to another thread's observer for a moment, or the test has just ended.
        }
        overBudget = true;
        noteInitializer();
        throw new TickBudgetExceeded("the test used up its budget of " + budget + " ticks");
    }

    private static void noteInitializer() {
        if (!initializerAborted) {
            initializerAborted = StackWalker.getInstance()
                    .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
        }
    }

    static void exitAttempted() {
        exitAttempted = true;
    }

    /**
     * Keeps a fault of a probe from the code under test. What is meant for that code goes on to it; when the stack or the
     * heap is exhausted this state is lost, and the code will meet the same wall itself; anything else is our bug.
     */
    private static void contain(Throwable t) {
        if (t instanceof StopSignal || t instanceof ThreadDeath) {
            throw (Error) t;
        }
        if (t instanceof VirtualMachineError) {
            return;
        }
        broken = true;
        recording = false;
        report("recording stopped: " + t);
    }

    static void report(String fault) {
        synchronized (faults) {
            faults.add(fault);
        }
    }
}
