package dev.oraculum.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Records the invocations of the methods of an {@link InvocationPlan} (docs/formats.md, "Invocation records").
 *
 * <p>The time of a test is the number of invocations that have begun in it. A statement that is executed is stamped with it, so that both
 * kinds of profile can be read off the stamps: what has one was executed in this test, what has one not before an invocation's own was
 * executed during it, if nothing else ran at the same time.
 */
final class InvocationRecording extends RootRecording {
    /** Returned normally, in the record. */
    static final int RETURNED = 0;
    /** Ended by an exception. */
    static final int THREW = 1;

    /** Bytes of the records of one test; from the first record on that would go beyond, none is kept. */
    private static final int MOST_BYTES = 64 << 20;

    private static final int[] NONE = {};

    private final InvocationPlan plan;
    private final StateReader[] readers;
    /** By method and exit root, the entry root that is the same object, or -1: handed over at the exit. */
    private final int[][] sameRoots;
    private final AtomicIntegerArray ofMethod;
    /** By statement, when it was executed last in this test; 0: never. */
    private final int[] stamps;
    /** Statements that some record of this test has. */
    private final boolean[] told;
    private final Constructions constructions = new Constructions(invocation -> write(invocation, THREW));
    private int bytes;
    private volatile boolean full;

    InvocationRecording(InvocationPlan plan) {
        this.plan = plan;
        int methods = plan.methods().size();
        readers = new StateReader[methods];
        sameRoots = new int[methods][];
        ArrayCopies copies = new ArrayCopies();
        for (int i = 0; i < methods; i++) {
            InvocationPlan.Method method = plan.methods().get(i);
            int roots = Math.max(method.entryRoots().size(), method.exitRoots().size());
            readers[i] = new StateReader(method.variables(), roots, plan.limits(), copies);
            sameRoots[i] = method.exitRoots().stream().mapToInt(root -> method.entryRoots().indexOf(root)).toArray();
        }
        ofMethod = new AtomicIntegerArray(methods);
        stamps = new int[plan.statements()];
        told = new boolean[plan.statements()];
    }

    @Override
    public void begin(int testIndex) {
        constructions.reset();
        for (int i = 0; i < ofMethod.length(); i++) {
            ofMethod.set(i, 0);
        }
        synchronized (this) {
            Arrays.fill(stamps, 0);
            Arrays.fill(told, false);
            bytes = 0;
            full = false;
        }
        Statements.begin(stamps);
        super.begin(testIndex);
    }

    @Override
    public void end() {
        super.end();
        Statements.end();
    }

    /** A method of the plan is entered; null: this invocation is not recorded. */
    Invocation enter(int method) {
        if (!recording) {
            return null;
        }
        try {
            if (StateReader.isReading() || Initializers.isInside() || StrayThreads.isCurrent()) {
                return null;
            }
            int index = invocations.getAndIncrement();
            Statements.now(index + 1);
            if (!plan.limits().records(ofMethod.getAndIncrement(method)) || full) {
                thinned.incrementAndGet();
                return null;
            }
            return new Invocation(this, readers[method], method, test, begun, index);
        } catch (Throwable t) {
            Recorder.contain(t);
            return null;
        }
    }

    @Override
    void entered(Invocation invocation) {
        try {
            readers[invocation.method].read(invocation, StatePlan.Moment.ENTRY);
            invocation.keepRoots(sameRoots[invocation.method]);
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    /** @param end {@link #RETURNED} or {@link #THREW} */
    @Override
    void exit(Invocation invocation, int end) {
        try {
            if (isCurrent(invocation) && !invocation.ended) {
                if (end == RETURNED) {
                    readers[invocation.method].read(invocation, StatePlan.Moment.EXIT);
                }
                write(invocation, end);
                constructions.ended(invocation, end == THREW);
            }
            invocation.release();
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    @Override
    void constructs(Invocation invocation, int callee) {
        try {
            if (isCurrent(invocation)) {
                invocation.constructorCalled = callee;
                constructions.begin(invocation);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    @Override
    void constructed(Invocation invocation) {
        try {
            if (isCurrent(invocation)) {
                constructions.initialized(invocation);
            }
        } catch (Throwable t) {
            Recorder.contain(t);
        }
    }

    private void write(Invocation invocation, int end) {
        if (!invocation.ended) {
            invocation.ended = true;
            invocation.numberReferences();
            append(invocation, end);
        }
    }

    /** One at a time: what is new in a record is new since the one before it. */
    private synchronized void append(Invocation invocation, int end) {
        int size = StateBuffer.size(invocation);
        full = full || recorded.get() >= plan.recordsPerTest() || size > MOST_BYTES - bytes;
        if (full) {
            thinned.incrementAndGet();
            return;
        }
        bytes += size;
        int[] statements = executed(invocation);
        ByteBuffer head = ByteBuffer.allocate(4 + 4 + 1 + 4 + 4 * statements.length).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(invocation.method).putInt(invocation.index).put((byte) end).putInt(statements.length);
        for (int statement : statements) {
            head.putInt(statement);
        }
        records.append(invocation, head.array());
        recorded.incrementAndGet();
    }

    private int[] executed(Invocation invocation) {
        if (plan.cumulative() && !Statements.isAnyNew()) {
            return NONE;
        }
        int[] found = new int[stamps.length];
        int count = 0;
        for (int i = 0; i < stamps.length; i++) {
            boolean counts = plan.cumulative() ? stamps[i] != 0 && !told[i] : stamps[i] > invocation.index;
            if (counts) {
                told[i] = true;
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
