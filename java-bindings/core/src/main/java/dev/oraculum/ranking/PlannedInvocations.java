package dev.oraculum.ranking;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.runtime.InvocationPlan;
import java.util.List;

/**
 * The methods of a class under test, for the worker and for the engine.
 *
 * @param plan for the worker
 * @param schemas of its methods, in its order
 * @param leftOut what is not observed, a sentence each; for the user
 */
public record PlannedInvocations(InvocationPlan plan, List<Schema> schemas, List<String> leftOut) {
    public PlannedInvocations {
        schemas = List.copyOf(schemas);
        leftOut = List.copyOf(leftOut);
    }
}
