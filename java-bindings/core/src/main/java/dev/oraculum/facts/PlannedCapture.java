package dev.oraculum.facts;

import dev.oraculum.api.evidence.Constants;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.runtime.CapturePlan;
import java.util.List;

/**
 * The variables of a method's exit and how to record them; variable i of the schema is variable i of the plan.
 *
 * @param method the method observed
 * @param schema its variables, for the engine
 * @param plan for the worker
 * @param constants what the method and its class were written with, for the engine
 * @param dropped what was left out, a sentence each; for the user
 */
public record PlannedCapture(ResolvedMethod method, Schema schema, CapturePlan plan, Constants constants, List<String> dropped) {
    public PlannedCapture {
        dropped = List.copyOf(dropped);
    }
}
