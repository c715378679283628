package dev.oraculum.agent;

import dev.oraculum.runtime.CallPlan;
import dev.oraculum.runtime.CapturePlan;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Which classes and methods one kind of plan concerns, and how such a method is woven. */
interface Weaving {
    /** Whether the plan wants anything of a class, by internal name, also outside the scope of ticks. */
    boolean concerns(String className);

    /** Whether the plan records something in a method, so that it is a loss if it cannot be woven. */
    boolean concerns(ClassNode owner, String methodName, String descriptor);

    /**
     * Weaves a method of a class that the plan concerns or that is in the scope of ticks.
     *
     * @param inScope whether tick probes follow
     */
    void weave(ClassNode owner, MethodNode method, boolean inScope);

    /** What is lost if a method that the plan concerns cannot be woven, as the end of a notice. */
    default String loss() {
        return "so none of its states can be recorded";
    }

    /**
     * A method has outgrown 64 KB, also without tick probes.
     *
     * @return whether to try again, since less will be woven into it from now on
     */
    default boolean weavesLess(ClassNode owner, String methodName, String descriptor) {
        return false;
    }

    /** The weaving of a plan, or of all plans of a set. */
    static Weaving of(Plan plan) {
        return plan instanceof PlanSet set ? new WeavingSet(set) : of(plan, 0);
    }

    /** @param place of the plan in its set */
    static Weaving of(Plan plan, int place) {
        if (plan instanceof CapturePlan states) {
            return new CaptureProbes(states, place);
        }
        if (plan instanceof InvocationPlan invocations) {
            return new InvocationProbes(invocations);
        }
        if (plan instanceof FlowPlan flow) {
            return new FlowProbes(flow);
        }
        return plan instanceof DataPlan data ? new DataProbes(data) : new CallProbes((CallPlan) plan);
    }
}
