package dev.oraculum.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Path selection for concolic engines: which of the alternatives of executed paths to make a test for next ("Combining dynamic symbolic
 * execution, machine learning and search-based testing to automatically generate test cases for classes": TARDIS). Most alternatives may be
 * satisfiable, and still no test of the public methods gets there. The selector learns from attempts that succeeded and failed, and prefers
 * alternatives whose three nearest neighbours among these succeeded.
 *
 * <pre>{@code
 * try (PathSelector<String> selector = PathSelector.open(1)) {
 *     selector.executed(PathCondition.ofText("this.a[0] <= 10 && this.a[1] <= 20"));
 *     selector.offer(PathCondition.ofText("this.a[0] > 10"), "any payload");
 *     selector.offer(PathCondition.ofText("this.a[0] <= 10 && this.a[1] > 20"), "another");
 *     Optional<PathAttempt<String>> next;
 *     while ((next = selector.poll()).isPresent()) {
 *         selector.failed(next.get());
 *     }
 * }
 * }</pre>
 *
 * <p>Nothing of the engine runs here: whoever calls executes tests, negates branches, and asks a solver. Alternatives and payloads are kept
 * until they are polled and reported on, attempts are under way until they are reported on.
 *
 * <p>Any number of threads may use an instance; it answers one call at a time. The same settings, seed and sequence of calls give the same
 * choices.
 *
 * <p>All methods throw {@link IllegalStateException} when it is closed, {@link IllegalArgumentException} for a path condition with an empty
 * clause or one of more than 65 536 bytes, and {@link PathSelectorException} for a fault that is not the caller's.
 *
 * @param <P> what an alternative carries for the caller, such as the state to go on from; may be null
 */
public interface PathSelector<P> extends AutoCloseable {
    /** Settings to begin with. */
    enum Preset {
        /** What we found best. */
        DEFAULT,
        /** As the paper has it. */
        PAPER,
        /** As the authors' code has it. */
        AUTHORS
    }

    /** What has become of an alternative that was offered. */
    enum Offer {
        /** It waits. */
        QUEUED,
        /** It was offered before, or a test executed it: it is dropped. */
        SEEN,
        /** It has more clauses than the setting {@code maxClauses}: it is dropped. */
        TOO_LONG,
        /** As many wait as the setting {@code maxPending} allows: it is dropped. */
        FULL
    }

    /**
     * Opens a selector, with all settings at their defaults.
     *
     * @param seed of all choices; not negative
     * @throws IllegalArgumentException the seed is negative
     * @throws PathSelectorException there is no implementation beside this artifact, or it cannot be loaded
     */
    static <P> PathSelector<P> open(long seed) {
        return open(seed, Preset.DEFAULT, Map.of());
    }

    /**
     * Opens a selector.
     *
     * @param seed of all choices; not negative
     * @param settings values by name, as text, in place of the preset's: those of the group {@code paths} of docs/settings.md, such as
     *     {@code slicing}
     * @throws IllegalArgumentException the seed is negative, there is no such setting, or its value is out of range
     * @throws PathSelectorException as {@link #open(long)}
     */
    static <P> PathSelector<P> open(long seed, Preset preset, Map<String, String> settings) {
        PathSelectorProvider provider = Implementation.find(PathSelectorProvider.class, PathSelector.class,
                (message, cause) -> new PathSelectorException(PathSelectorException.Code.NO_IMPLEMENTATION, message, cause));
        return provider.open(seed, preset, Map.copyOf(settings));
    }

    /** Offers an alternative: a path condition that is satisfiable, as far as the caller knows, and was not executed. */
    default Offer offer(PathCondition condition, P payload) {
        return offer(condition, payload, List.of());
    }

    /**
     * Offers an alternative that is to cover branches. They count only if the setting {@code coveredWeight} is less than 1.
     *
     * @param branches by any names
     */
    Offer offer(PathCondition condition, P payload, Collection<String> branches);

    /** The next alternative to attempt; empty: none waits. */
    Optional<PathAttempt<P>> poll();

    /**
     * The same; if none waits, the next one that is offered or released in time.
     *
     * @throws InterruptedException the thread was interrupted while it waited
     */
    Optional<PathAttempt<P>> poll(Duration timeout) throws InterruptedException;

    /**
     * The next alternatives to attempt, in this order, at most so many; for several workers.
     *
     * @param count not negative
     */
    List<PathAttempt<P>> pollN(int count);

    /**
     * Says that a test was found for an attempt. It is learnt that the alternative, the path really executed, and all of their prefixes are
     * feasible.
     *
     * @param executed what the test really executed: it may go on behind the alternative, or elsewhere
     * @return payloads of alternatives that the test executes, too: they do not wait any longer
     * @throws IllegalStateException the attempt is not under way in this selector
     */
    List<P> solved(PathAttempt<P> attempt, PathCondition executed);

    /**
     * Says that no test was found within the budget of an attempt ({@link #attemptBudget}). It is learnt that the alternative is
     * infeasible, unless its slice was solved before.
     *
     * @throws IllegalStateException as {@link #solved}
     */
    void failed(PathAttempt<P> attempt);

    /**
     * Says that a solver found an attempt unsatisfiable. Nothing is learnt of that.
     *
     * @throws IllegalStateException as {@link #solved}
     */
    void unsatisfiable(PathAttempt<P> attempt);

    /**
     * Says that an attempt was not made after all: it waits again, unless a test has executed it meanwhile.
     *
     * @throws IllegalStateException as {@link #solved}
     */
    void release(PathAttempt<P> attempt);

    /**
     * Learns from a test that was made for no alternative, such as one that was there at first.
     *
     * @return payloads of alternatives that the test executes: they do not wait any longer
     */
    List<P> executed(PathCondition path);

    /** Says that branches are covered, by the names that alternatives were offered for. */
    void covered(Collection<String> branches);

    /**
     * The alternatives of an executed path, for callers that do not negate branches themselves: each keeps the clauses before one, and
     * negates that. They are not offered.
     *
     * @param from number of the first clause to negate, from 0. A test that was made for an alternative of n clauses has alternatives of
     *     its own from n on; those before are its parent's
     */
    List<PathCondition> alternatives(PathCondition executed, int from);

    /** What was learnt, as JSON (docs/formats.md, "Path training"), for {@link #learn}. */
    String training();

    /**
     * Learns what another selector has learnt; that need not have been empty before.
     *
     * @param training as {@link #training} writes it
     * @throws IllegalArgumentException it is none, damaged, of another {@code slicing}, or larger than the settings allow: nothing is
     * learnt
     */
    void learn(String training);

    /** What an attempt may take before it has failed: the setting {@code attemptSeconds}. The selector measures nothing. */
    Duration attemptBudget();

    PathStatistics statistics();

    /** Whether none waits. */
    default boolean isEmpty() {
        return statistics().pending() == 0;
    }

    /** Forgets all, and frees its memory. Threads that wait for an alternative get an
     * {@link IllegalStateException}. Closing again does nothing. */
    @Override
    void close();
}
