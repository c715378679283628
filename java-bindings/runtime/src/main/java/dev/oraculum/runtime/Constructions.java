package dev.oraculum.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Constructors that have called another constructor of their object and not come back. No handler may stand around such a call (JVMS
 * 4.10.1.9.invokespecial), so that it threw is known only from what ends next: the constructor that was called, or an invocation that began
 * before.
 */
final class Constructions {
    /** Of all threads, about; lets most exits skip the thread-local look-up. */
    private final AtomicInteger open = new AtomicInteger();

    private final ThreadLocal<OfThread> ofThread = ThreadLocal.withInitial(OfThread::new);

    private final Consumer<Invocation> threw;

    /** @param threw gets an invocation that ended by an exception */
    Constructions(Consumer<Invocation> threw) {
        this.threw = threw;
    }

    private static final class OfThread {
        private final Deque<Invocation> open = new ArrayDeque<>();
        private int test;
    }

    private Deque<Invocation> mine() {
        OfThread mine = ofThread.get();
        if (mine.test != Recorder.testsBegun) {
            mine.open.clear();
            mine.test = Recorder.testsBegun;
        }
        return mine.open;
    }

    /** A test begins. */
    void reset() {
        open.set(0);
    }

    /** A constructor is about to call another one. */
    void begin(Invocation invocation) {
        open.incrementAndGet();
        mine().push(invocation);
    }

    /** The call has returned. */
    void initialized(Invocation invocation) {
        Deque<Invocation> mine = mine();
        if (mine.contains(invocation)) {
            for (Invocation last = pop(mine); last != invocation; last = pop(mine)) {
                threw.accept(last);
            }
        }
    }

    /** An invocation has ended: so have the constructors that it called, and, by an exception, those that called it. */
    void ended(Invocation invocation, boolean byException) {
        if (open.get() == 0) {
            return;
        }
        Deque<Invocation> mine = mine();
        while (!mine.isEmpty() && mine.peek().index > invocation.index) {
            threw.accept(pop(mine));
        }
        mine.remove(invocation);
        int method = invocation.method;
        while (byException && !mine.isEmpty() && mine.peek().constructorCalled == method) {
            Invocation caller = pop(mine);
            threw.accept(caller);
            method = caller.method;
        }
    }

    private Invocation pop(Deque<Invocation> mine) {
        open.decrementAndGet();
        return mine.pop();
    }
}
