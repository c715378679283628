package dev.oraculum.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the variables of a plan from the roots of an invocation. Observers must neither be recorded nor use up the test's
 * ticks, so this class also knows which threads are reading.
 */
final class StateReader {
    /** Threads that read variables; lets {@link #isReading} skip the thread-local look-up when there is none. */
    private static final AtomicInteger captures = new AtomicInteger();

    /** For a thread that reads variables, the number of the test in which it does; a stale number means nothing. */
    private static final ThreadLocal<Integer> capturing = new ThreadLocal<>();

    final int roots;
    private final VariableReader[] readers;
    private final CapturePlan.Limits limits;

    /** @param roots the most roots that are handed over at any moment */
    StateReader(List<CapturePlan.Variable> variables, int roots, CapturePlan.Limits limits) {
        this.roots = roots;
        this.limits = limits;
        this.readers = variables.stream().map(variable -> new VariableReader(variable, limits)).toArray(VariableReader[]::new);
    }

    int variables() {
        return readers.length;
    }

    /** A test begins: whatever reads still, reads for one that is over. */
    static void reset() {
        captures.set(0);
    }

    /** Whether this thread is reading variables. */
    static boolean isReading() {
        return captures.get() != 0 && isCapturing();
    }

    private static boolean isCapturing() {
        Integer since = capturing.get();
        return since != null && since == Recorder.testsBegun;
    }

    void read(Invocation invocation, CapturePlan.Moment moment) throws Throwable {
        boolean nested = isCapturing();
        boolean borrows = false;
        boolean counted = false;
        try {
            if (!nested) {
                captures.incrementAndGet();
                counted = true;
                capturing.set(Recorder.testsBegun);
            }
            borrows = TickBudget.borrow();
            for (int i = 0; i < readers.length; i++) {
                CapturePlan.Variable variable = readers[i].variable();
                if (variable.moment() == moment && invocation.rootPresent[variable.root()]) {
                    if (borrows && readers[i].callsObserver()) {
                        TickBudget.allow(readers[i].ticks(limits));
                    }
                    read(invocation, i, readers[i], borrows);
                }
            }
        } finally {
            if (borrows) {
                TickBudget.giveBack();
            }
            if (counted) {
                captures.decrementAndGet();
                capturing.remove();
            }
        }
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
            if (value == VariableReader.ABSENT) {
                return;
            }
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
}
