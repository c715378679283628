package dev.oraculum.spi;

import java.util.List;

/**
 * An assertion that is probably wrong.
 *
 * @param place in the list of assertions, from 0
 * @param score its suspiciousness score, above 0
 * @param position from 1; assertions of equal scores share the middle of their places
 * @param reasons what speaks against it, the weightiest first
 */
public record SuspiciousAssertion(int place, double score, double position, List<Reason> reasons) {
    public SuspiciousAssertion {
        reasons = List.copyOf(reasons);
    }

    /**
     * What always holds in the manual tests, and does not in values that the assertion depends on.
     *
     * @param method place in the list of methods
     * @param atEntry whether it holds at the method's entry; else at its exit
     * @param constraint in Daikon's notation
     * @param java the same as Java; null: it cannot be said
     * @param violations by values that the assertion depends on
     * @param score their part of its score
     * @param confidence that it holds by more than chance, 0 to 1
     */
    public record Reason(
            int method, boolean atEntry, String constraint, String java, long violations, double score, double confidence) {}
}
