package dev.oraculum.api;

import java.util.Objects;

/**
 * Settings of a selection (SODS, sections 3.2 and 3.3).
 *
 * @param count how many data to select. Paper: 10
 * @param alpha how far substitution carries over from one chain to the next, 0 to 1. Paper: 0, found best
 * @param uniformImpact fp: how much a selected datum takes from others that observe the same, 0 to 1; null: as much as it observes it, found best
 * @param shareSites whether the call sites of a method, and the methods that read a field, share what flows there; else each counts as if it were the only one
 * @param callGraph how calls are followed. Paper: 0-1-CFA
 */
public record SelectSettings(int count, double alpha, Double uniformImpact, boolean shareSites, CallGraphAlgorithm callGraph) {
    public SelectSettings {
        Objects.requireNonNull(callGraph, "callGraph");
        if (count < 1) {
            throw new IllegalArgumentException("count is " + count + ": expected 1 or more");
        }
        if (!(alpha >= 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha is " + alpha + ": expected 0 to 1");
        }
        if (uniformImpact != null && !(uniformImpact >= 0 && uniformImpact <= 1)) {
            throw new IllegalArgumentException("fp is " + uniformImpact + ": expected 0 to 1");
        }
    }

    /** Ten data, alpha 0, differentiated. */
    public static SelectSettings defaults() {
        return new SelectSettings(10, 0, null, true, CallGraphAlgorithm.CFA);
    }

    public SelectSettings withCount(int newCount) {
        return new SelectSettings(newCount, alpha, uniformImpact, shareSites, callGraph);
    }

    public SelectSettings withAlpha(double newAlpha) {
        return new SelectSettings(count, newAlpha, uniformImpact, shareSites, callGraph);
    }

    /** @param newImpact null: differentiated */
    public SelectSettings withUniformImpact(Double newImpact) {
        return new SelectSettings(count, alpha, newImpact, shareSites, callGraph);
    }

    public SelectSettings withShareSites(boolean newShareSites) {
        return new SelectSettings(count, alpha, uniformImpact, newShareSites, callGraph);
    }

    public SelectSettings withCallGraph(CallGraphAlgorithm newCallGraph) {
        return new SelectSettings(count, alpha, uniformImpact, shareSites, newCallGraph);
    }
}
