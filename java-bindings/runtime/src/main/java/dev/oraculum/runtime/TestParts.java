package dev.oraculum.runtime;

import dev.oraculum.runtime.containment.Containment;
import java.util.List;

/**
 * The parts of a running test that are tests of their own: those of a batch of generated tests, of which a million is run in a second.
 * Each has a tick budget, coverage and compared texts of its own; what all have in common is the test's, so that the test's own record is
 * of all its parts. States say of which.
 * Beginning and ending a part allocates nothing, unless it makes threads.
 *
 * <p>Used by the worker on the thread of the test, between {@link Recorder#beginTest} and {@link Recorder#endTest}, as
 * {@code for each part { begin; run; end; read the distances; clear }}.
 */
public final class TestParts {
    /** The test's own. */
    private final long[] whole;
    /** The part's; everything far between parts. */
    private long[] distances;
    /** How many threads were made, and how much was refused, before this part. */
    private int madeBefore;
    private int refusedBefore;
    /** How many have begun. */
    private int begun;
    /** Whether a part has left threads at work. */
    private boolean left;

    /** The test that now runs is to have parts. */
    public TestParts() {
        whole = Coverage.current();
        distances = whole.length == 0 ? whole : Coverage.fresh(whole.length);
        madeBefore = StrayThreads.made();
    }

    /** How many goals have a distance: 0 if coverage is not recorded. */
    public int goals() {
        return whole.length;
    }

    /**
     * A part begins.
     *
     * @param ticks that it may take; 0: as many as the test has left
     */
    public void begin(long ticks) {
        Recorder.part = begun++;
        refusedBefore = Containment.refusals();
        Coverage.writeTo(distances);
        ComparedTexts.begin();
        OtherThreads.begin();
        // Ticks of a stray thread would be the part's.
        TickBudget.beginPart(left && StrayThreads.isAnyAlive() ? 0 : ticks);
    }

    /** A statement of the part has ended: it waits until other threads of the program rest, a moment at most. */
    public void letOthersRest() {
        OtherThreads.awaitRest();
    }

    /** Whether the part has used up its own tick budget, also if its code has caught what it was thrown. */
    public boolean isOverBudget() {
        return TickBudget.isPartUsedUp();
    }

    /** Whether the part was refused something. */
    public boolean isRefused() {
        return Containment.refusals() != refusedBefore;
    }

    /** Whether the budget of the test itself is used up. */
    public boolean isTestOverBudget() {
        return Recorder.isOverBudget();
    }

    /** Whether a class is lost to this JVM, because a budget ended its static initializer: the tests after it would find it missing. */
    public boolean isClassLost() {
        return Recorder.isInitializerAborted();
    }

    /**
     * The part has ended. Waits a moment for threads that it has left at work; what they do from then on belongs to no part.
     *
     * @param threw whether by an exception: initializers that it ended are over
     */
    public void end(boolean threw) {
        OtherThreads.end();
        TickBudget.endPart();
        ComparedTexts.end();
        Coverage.writeTo(whole);
        if (threw) {
            Initializers.reset();
        }
        if (StrayThreads.made() != madeBefore) {
            // While it is waited for them they take nothing of the test's; what is still at work then may tick at any time.
            long budget = TickBudget.lift();
            boolean working = !StrayThreads.leftByTest().isEmpty();
            left |= working;
            if (!working) {
                TickBudget.restore(budget);
            }
            Recorder.testsBegun++;
            madeBefore = StrayThreads.made();
        }
    }

    /** Bits of the distance of a goal in the part that has just ended, as {@link Double#doubleToLongBits}; 0: it was reached. */
    public long bits(int goal) {
        return distances[goal];
    }

    /** Whether nothing in the part that has just ended came near to a goal. */
    public boolean isFar(int goal) {
        return Coverage.isFar(distances[goal]);
    }

    /**
     * Texts that code whose coverage is recorded has compared in the part that has just ended, each once, in that order: the first few,
     * short ones, on the part's own thread.
     */
    public List<String> comparedTexts() {
        return ComparedTexts.found();
    }

    /** Likewise texts that other code of the program has compared, and some of those that containers hold which were asked for a text. */
    public List<String> textsOfOthers() {
        return ComparedTexts.foundInOthers();
    }

    /** What the part that has just ended has reached is read: it is added to the test's. */
    public void clear() {
        Coverage.move(distances, whole);
        if (left) {
            // A late thread spoils no other part's.
            distances = Coverage.fresh(whole.length);
        }
    }
}
