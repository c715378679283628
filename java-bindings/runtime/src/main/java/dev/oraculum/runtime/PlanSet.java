package dev.oraculum.runtime;

import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Several plans at once, in one run of one JVM. The plans know nothing of each other: each test leaves a batch of records for each of
 * them, which are those of a run with that plan alone.
 *
 * @param plans any number of {@link CapturePlan}s, each of a method of its own, and at most one of each other kind; a {@link FlowPlan}
 *     stands alone. A plan's place in this list names it in
 *     records and units
 */
public record PlanSet(List<Plan> plans) implements Plan {
    static final int MAGIC = 0x4f53_0001;

    public PlanSet {
        plans = List.copyOf(plans);
        List<Object> seen = new ArrayList<>();
        for (Plan plan : plans) {
            if (plan instanceof PlanSet || plan instanceof FlowPlan && plans.size() > 1) {
                throw new IllegalArgumentException("a set of plans holds no other set, and no flow plan beside others");
            }
            Object what = plan instanceof CapturePlan states
                    ? states.className() + "." + states.methodName() + states.descriptor()
                    : plan.getClass();
            if (seen.contains(what)) {
                throw new IllegalArgumentException("two plans for the same: " + what);
            }
            seen.add(what);
        }
    }

    /** The plans that a plan stands for: those of a set, or itself. */
    public static List<Plan> members(Plan plan) {
        return plan instanceof PlanSet set ? set.plans() : List.of(plan);
    }

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(plans.size());
        for (Plan plan : plans) {
            byte[] bytes = plan.toBytes();
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    static PlanSet read(DataInputStream in) throws IOException {
        List<Plan> plans = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            byte[] bytes = in.readNBytes(in.readInt());
            plans.add(Plan.fromBytes(bytes));
        }
        return new PlanSet(plans);
    }
}
