package dev.oraculum.api.improve;

import dev.oraculum.api.settings.SearchSettings;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.api.settings.SynthesisSettings;
import java.time.Duration;
import java.util.Objects;

/**
 * What to search for.
 *
 * @param assertion the assertion to improve, in the assertion language; null: {@code true}
 * @param seed of the one source of randomness: equal seeds give equal results, whatever the number of threads, unless the budget ends the
 * search
 * @param budget wall time of the search
 * @param progressMillis least time between two calls of the listener, from 1
 * @param history whether the result lists every generation's figures
 * @param settings parameters of the co-evolution
 * @param engine which algorithm searches
 * @param synthesis parameters of the synthesis, for the engines that have one
 * @param initial where the search starts without an assertion
 */
public record ImproveRequest(String assertion, long seed, Duration budget, long progressMillis, boolean history, SearchSettings settings,
        SearchEngine engine, SynthesisSettings synthesis, Initial initial) {
    /** Of the 90 minutes of GAssert's loop (section 4), what one search has at most. */
    private static final Duration PUBLISHED_BUDGET = Duration.ofMinutes(30);

    /** Where a search starts that is given no assertion. */
    public enum Initial {
        /** From {@code true}. */
        TRUE,
        /**
         * From the likely invariants of the method's exit, as far as the assertion language can say them and a search can begin from them.
         */
        INVARIANTS
    }

    public ImproveRequest {
        Objects.requireNonNull(initial, "initial");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(synthesis, "synthesis");
        if (budget.isNegative() || budget.isZero()) {
            throw new IllegalArgumentException("budget is " + budget + ": expected a positive duration");
        }
        if (progressMillis < 1) {
            throw new IllegalArgumentException("progressMillis is " + progressMillis + ": expected 1 or more");
        }
    }

    /** From {@code true}, seed 0, a minute, synthesis and then co-evolution, with their default parameters. */
    public static ImproveRequest defaults() {
        return new ImproveRequest(null, 0, Duration.ofSeconds(60), 100, false, SearchSettings.defaults(), SearchEngine.HYBRID,
                SynthesisSettings.defaults(), Initial.TRUE);
    }

    /**
     * As published: co-evolution alone, for the half hour that one search has in the paper. States as published are {@link
     * StateSettings#paper}.
     */
    public static ImproveRequest paper() {
        return defaults().withEngine(SearchEngine.COEVOLUTION).withSettings(SearchSettings.paper()).withBudget(PUBLISHED_BUDGET);
    }

    public ImproveRequest withAssertion(String assertion) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withSeed(long seed) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withBudget(Duration budget) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withProgressMillis(long progressMillis) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withHistory(boolean history) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withSettings(SearchSettings settings) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withEngine(SearchEngine engine) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withSynthesis(SynthesisSettings synthesis) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }

    public ImproveRequest withInitial(Initial initial) {
        return new ImproveRequest(assertion, seed, budget, progressMillis, history, settings, engine, synthesis, initial);
    }
}
