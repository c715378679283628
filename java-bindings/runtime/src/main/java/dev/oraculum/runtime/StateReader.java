package dev.oraculum.runtime;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads the variables of a plan from the roots of an invocation. Observers must neither be recorded nor use up the test's
 * ticks, so this class also knows which threads are reading.
 */
final class StateReader {
    /** Whether a thread reads variables. */
    private static final ThreadLocal<OfThread> ofThread = ThreadLocal.withInitial(OfThread::new);
    /** Whichever thread asked last: most tests have one, and looking up a thread-local takes longer than reading a variable. */
    private static OfThread asked;

    private static final class OfThread {
        private final Thread thread = Thread.currentThread();
        /** The number of the test in which it reads; a stale number means nothing. */
        private int capturing = NOT;
        /** Whether what it reads has a tick budget of its own now. */
        private boolean borrows;

        private static final int NOT = -1;

        static OfThread mine() {
            OfThread candidate = asked;
            if (candidate == null || candidate.thread != Thread.currentThread()) {
                candidate = ofThread.get();
                asked = candidate;
            }
            return candidate;
        }

        /** Before code runs that may tick; without effect while another thread borrows. */
        void borrowTicks(long most) {
            borrows = borrows || TickBudget.borrow();
            if (borrows) {
                TickBudget.allow(most);
            }
        }

        boolean isCapturing() {
            return capturing == Recorder.testsBegun;
        }
    }

    final int roots;
    private final VariableReader[] readers;
    /** By variable, an earlier one whose object is on its way, the nearest; -1: it is read from its root. */
    private final int[] via;
    /** By moment, the variables read then. */
    private final int[][] ofMoment = new int[StatePlan.Moment.values().length][];
    private final StatePlan.Limits limits;

    /**
     * @param roots the most roots that are handed over at any moment
     * @param copies of arrays, for all readers of a recording
     */
    StateReader(List<StatePlan.Variable> variables, int roots, StatePlan.Limits limits, ArrayCopies copies) {
        this.roots = roots;
        this.limits = limits;
        this.readers = variables.stream().map(variable -> new VariableReader(variable, limits, copies)).toArray(VariableReader[]::new);
        this.via = IntStream.range(0, readers.length).map(this::nearest).toArray();
        for (StatePlan.Moment moment : StatePlan.Moment.values()) {
            ofMoment[moment.ordinal()] =
                    IntStream.range(0, readers.length).filter(i -> variables.get(i).moment() == moment).toArray();
        }
    }

    private int nearest(int variable) {
        int nearest = -1;
        for (int i = 0; i < variable; i++) {
            if (readers[variable].passes(readers[i]) && (nearest < 0 || readers[i].length() > readers[nearest].length())) {
                nearest = i;
            }
        }
        return nearest;
    }

    int variables() {
        return readers.length;
    }

    /** A test begins: whatever reads still, reads for one that is over, and the thread may be gone. */
    static void reset() {
        asked = null;
    }

    /** Whether this thread is reading variables. */
    static boolean isReading() {
        return OfThread.mine().isCapturing();
    }

    void read(Invocation invocation, StatePlan.Moment moment) throws Throwable {
        OfThread mine = OfThread.mine();
        boolean nested = mine.isCapturing();
        try {
            mine.capturing = Recorder.testsBegun;
            for (int i : ofMoment[moment.ordinal()]) {
                if (invocation.rootPresent[readers[i].variable().root()]) {
                    read(invocation, i, mine);
                }
            }
        } finally {
            if (!nested) {
                if (mine.borrows) {
                    TickBudget.giveBack();
                    mine.borrows = false;
                }
                mine.capturing = OfThread.NOT;
            }
        }
    }

    private void read(Invocation invocation, int index, OfThread mine) throws Throwable {
        VariableReader reader = readers[index];
        int root = reader.variable().root();
        boolean isRoot = reader.variable().steps().isEmpty();
        if (isRoot && !reader.isReference()) {
            invocation.values[index] = reader.narrowed(invocation.rootBits[root]);
            invocation.present(index);
            return;
        }
        int passed = via[index];
        Object from = invocation.rootReferences[root];
        if (from == null && !isRoot || passed >= 0 && !invocation.isPresent(passed)) {
            return;
        }
        Object value;
        try {
            if (reader.callsObserver()) {
                mine.borrowTicks(limits.observerTicks());
            }
            value = passed < 0 ? reader.read(from, 0) : reader.read(invocation.references[passed], readers[passed].length());
            if (value == VariableReader.ABSENT) {
                return;
            }
            if (reader.contents() != null && value != null) {
                if (ContentsReader.iterates(value)) {
                    mine.borrowTicks(0); // Given up at the first tick: a wrapper or view of the JDK around a collection of the program.
                }
                value = reader.contents().copy(value);
            }
        } catch (TickBudgetExceeded e) {
            if (mine.borrows) {
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
}
