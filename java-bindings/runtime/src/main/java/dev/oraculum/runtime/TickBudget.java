package dev.oraculum.runtime;

/**
 * The ticks that the running test has left: loop iterations and method calls of code under test, and kibibytes that it allocates at once.
 *
 * <p>An observer has a budget of its own and takes nothing of the test's. For that time the bound below the counter is raised instead of
 * the counter being lowered: a thread of the test that ticks meanwhile writes back what it has read, and nothing that it can have read is
 * far from the test's own number.
 */
final class TickBudget {
    /** No bound; also when no test runs. */
    static final long UNLIMITED = Long.MAX_VALUE;

    /** How many times its own budget a part may have more for static initializers. */
    private static final int FOR_INITIALIZERS = 100;

    /** Not volatile, not atomic, nor is the bound: a budget need not be exact when threads race, and this is the hottest code. */
    private static long remaining = UNLIMITED;
    /** At fewer the budget is used up: {@link #floor}, or what an observer may go down to. */
    private static long bound;
    /** What the code under test may go down to: 0, or in a part of a test what is left after the part's own budget. */
    private static long floor;
    /** The own budget of the running part. */
    private static long ofPart;
    /** How many times the part has had that again for static initializers. */
    private static int again;
    /** Whether the running part of a test used up its own budget. */
    private static volatile boolean partUsedUp;

    private static long budget = UNLIMITED;
    /** What the test had left when the observers of {@link #borrower} began. */
    private static long kept;
    /** The thread whose observers run on a budget of their own. */
    private static Thread borrower;

    private TickBudget() {}

    static void tick() {
        if (--remaining < bound) {
            usedUp();
        }
    }

    /** Several ticks at once. */
    static void take(long ticks) {
        if ((remaining -= ticks) < bound) {
            usedUp();
        }
    }

    /** @param ticks {@link #UNLIMITED} for no bound */
    static synchronized void begin(long ticks) {
        borrower = null;
        bound = 0;
        floor = 0;
        partUsedUp = false;
        budget = ticks;
        remaining = ticks;
    }

    /**
     * A part of the test begins. A static initializer that it happens to be the first to need runs once, and its class would be lost if it
     * were ended: it may take more than the part.
     *
     * @param ticks that it may take; 0: as many as the test has left
     */
    static void beginPart(long ticks) {
        partUsedUp = false;
        ofPart = ticks;
        again = 0;
        floor = ticks == 0 ? 0 : Math.max(0, remaining - ticks);
        bound = floor;
    }

    static void endPart() {
        floor = 0;
        bound = 0;
    }

    /** No bound from now on, for what is left of the test: threads of it tick that have no business in it. What it has taken is kept. */
    static synchronized long lift() {
        long before = budget;
        remaining += UNLIMITED - budget;
        budget = UNLIMITED;
        return before;
    }

    /** @param before what {@link #lift} gave: the bound is back */
    static synchronized void restore(long before) {
        remaining -= budget - before;
        budget = before;
    }

    /** Whether the part that runs, or ran last, used up its own budget. */
    static boolean isPartUsedUp() {
        return partUsedUp;
    }

    /** @return the ticks that the test has taken */
    static synchronized long end() {
        if (borrower != null) {
            remaining = kept; // A thread that the test left behind still observes.
        }
        long taken = budget - remaining;
        begin(UNLIMITED);
        return taken;
    }

    /** Lets the observers of this thread have a budget of their own, if no other thread's have: those go on the test's. */
    static synchronized boolean borrow() {
        if (borrower != null) {
            return false;
        }
        borrower = Thread.currentThread();
        kept = remaining;
        return true;
    }

    /** What the next observer of the thread that borrows may take. */
    static synchronized void allow(long ticks) {
        if (borrower == Thread.currentThread()) {
            bound = remaining - ticks;
        }
    }

    /** Nothing if another test has begun meanwhile: the ticks are that one's now. */
    static synchronized void giveBack() {
        if (borrower == Thread.currentThread()) {
            remaining = kept;
            bound = floor;
            borrower = null;
        }
    }

    private static void usedUp() {
        boolean part;
        synchronized (TickBudget.class) {
            if (borrower == Thread.currentThread()) {
                throw new TickBudgetExceeded("the observer runs too long");
            }
            if (borrower != null || remaining >= bound) {
                return; // The bound is or was another thread's observer's.
            }
            part = remaining >= 0;
        }
        if (part) {
            if (hasMoreForInitializer()) {
                return;
            }
            if (!StrayThreads.isCurrent()) {
                partUsedUp = true;
                Recorder.noteInitializer();
            }
            throw new TickBudgetExceeded("a part of the test used up its own budget of ticks");
        }
        Recorder.budgetExhausted(budget);
    }

    /** In steps of the part's own budget, so that little of it is left when the initializer has ended. */
    private static boolean hasMoreForInitializer() {
        if (again >= FOR_INITIALIZERS || !Initializers.areOnStack()) {
            return false;
        }
        synchronized (TickBudget.class) {
            again++;
            floor = Math.max(0, floor - ofPart);
            bound = floor;
        }
        return true;
    }
}
