package dev.oraculum.spi;

import java.util.List;

/**
 * Counts of a {@link PathSelector} since it was opened; {@code pending} and what follows are of now.
 *
 * @param offered all offers
 * @param seen of these, offered or executed before
 * @param tooLong of these, with more clauses than {@code maxClauses}
 * @param full of these, when {@code maxPending} alternatives waited
 * @param polled attempts
 * @param polledByVotes of these, chosen by votes
 * @param diverged solved, and the path really executed does not begin with the alternative
 * @param overtaken alternatives that a test for something else executed
 * @param pending alternatives that wait
 * @param inFlight attempts that are not reported on yet
 * @param feasibleItems training items that are feasible
 * @param infeasibleItems training items that are not
 * @param correctedItems training items that were infeasible once, and are feasible
 * @param refusedItems those that {@code maxTraining} had no room for
 * @param buckets of those that wait, by vote: (feasible, 3), (feasible, 2), (infeasible, 2), (infeasible, 3)
 */
public record PathStatistics(
        long offered, long seen, long tooLong, long full, long polled, long polledByVotes, long solved, long failed, long unsatisfiable,
        long released, long diverged, long overtaken, long pending, long inFlight, long feasibleItems, long infeasibleItems,
        long correctedItems, long refusedItems, List<Long> buckets) {
    public PathStatistics {
        buckets = List.copyOf(buckets);
    }
}
