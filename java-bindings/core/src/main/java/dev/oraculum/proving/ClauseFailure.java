package dev.oraculum.proving;

import java.util.Set;
import java.util.TreeSet;

/**
 * A clause that does not hold on the project.
 *
 * @param clause its number, from 0, through all insertions of a trial
 * @param tests names of the tests in which it did not hold; empty: outside of tests
 * @param reason to be read after the clause
 */
public record ClauseFailure(int clause, Set<String> tests, String reason) {
    public ClauseFailure {
        tests = Set.copyOf(tests);
    }

    /** Both in one. */
    ClauseFailure with(ClauseFailure other) {
        Set<String> all = new TreeSet<>(tests);
        all.addAll(other.tests);
        return new ClauseFailure(clause, all, reason);
    }
}
