package dev.oraculum.runtime;

/**
 * Stamps statements as they are executed. Neither volatile nor atomic: this is in every line of the code under test, and threads that race
 * stamp alike.
 */
final class Statements {
    private static final int[] NONE = {};

    /** By statement; too short for it: nobody wants to know. */
    private static int[] stamps = NONE;
    /** Of the test that runs; here also while nobody is to know, in a static initializer. */
    private static int[] ofTest = NONE;
    private static int now;
    /**
     * Set after a stamp on a statement that had none in this test. Volatile: who sees it sees the stamp. It is written as often as there
     * are statements, no more.
     */
    private static volatile boolean anyNew;

    private Statements() {}

    static void begin(int[] ofPlan) {
        ofTest = ofPlan;
        stamps = ofPlan;
        now = 1;
    }

    static void end() {
        ofTest = NONE;
        stamps = NONE;
    }

    static void now(int time) {
        now = time;
    }

    /** What runs in between belongs to no test: the statements of static initializers are those of whichever test came first. */
    static void pause() {
        stamps = NONE;
    }

    static void resume() {
        stamps = ofTest;
    }

    static void executed(int statement) {
        int[] current = stamps;
        if (statement < current.length && !(StrayThreads.seen && StrayThreads.isCurrent())) {
            boolean isNew = current[statement] == 0;
            current[statement] = now;
            if (isNew) {
                anyNew = true;
            }
        }
    }

    /** Whether a statement may have been executed for the first time in this test since this was asked last. */
    static boolean isAnyNew() {
        boolean found = anyNew;
        if (found) {
            anyNew = false;
        }
        return found;
    }
}
