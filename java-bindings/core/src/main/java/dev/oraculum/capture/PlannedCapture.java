package dev.oraculum.capture;

import dev.oraculum.api.evidence.Constants;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.runtime.StatePlan;
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
public record PlannedCapture(ResolvedMethod method, Schema schema, StatePlan plan, Constants constants, List<String> dropped) {
    public PlannedCapture {
        dropped = List.copyOf(dropped);
    }
}
