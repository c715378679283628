package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.oraculum.api.LeftOut;
import java.util.List;

/**
 * What generated tests that the search had not seen say of its result (the assessor of GAssert, section 3).
 *
 * @param tests that were generated to attack it
 * @param states different ones that these left and that have all values which the evidence keeps; the result is true in all of them
 * @param rounds attacks; after each but the last the search went on
 * @param counterexamples states in which a result of an earlier round was false, and that are evidence since
 * @param dropped clauses that were still false in the last round, with the reason; absent if there are none
 */
public record Assessed(
        long tests, long states, int rounds, long counterexamples, @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LeftOut> dropped) {
    public Assessed {
        dropped = dropped == null ? List.of() : List.copyOf(dropped);
    }
}
