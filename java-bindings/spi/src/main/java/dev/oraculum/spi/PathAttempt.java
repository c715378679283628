package dev.oraculum.spi;

import java.util.Objects;

/**
 * An alternative that a test is to be made for. Every attempt is to be reported on, once, to the selector that it comes from.
 *
 * @param id unique in the selector
 * @param condition as it was offered
 * @param payload as it was offered
 * @param choice how it was chosen
 * @param prediction what its nearest neighbours said; null: it was not classified yet
 */
public record PathAttempt<P>(long id, PathCondition condition, P payload, Choice choice, Prediction prediction) {
    public PathAttempt {
        Objects.requireNonNull(condition, "condition");
        Objects.requireNonNull(choice, "choice");
    }

    /** How an alternative is chosen. */
    public enum Choice {
        /** By the votes of its nearest neighbours. */
        KNN,
        /** As the oldest: too little was learnt for votes, or it was the only one, or the setting {@code policy} says so. */
        FIFO,
        /** By chance, as the setting {@code policy} says. */
        RANDOM
    }

    /**
     * What the three nearest training items said.
     *
     * @param feasible whether a test is likely to be found
     * @param votes how many said so: 2 or 3
     * @param similarity their mean similarity to the alternative, from 0 to 1
     */
    public record Prediction(boolean feasible, int votes, double similarity) {}
}
