package dev.oraculum.runtime;

import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Several plans at once, in one run of one JVM. The plans know nothing of each other: each test leaves a batch of records for each of
 * them, which are those of a run with that plan alone.
 *
 * @param plans no two of the same {@link Plan#subject}, so any number of {@link StatePlan}s, each of a method of its own, and at most
 *     one of each other kind. A plan's place in this list names it in records and units
 */
public record PlanSet(List<Plan> plans) implements Plan {
    /** Names a set. */
    public static final int MAGIC = 0x4f53_0001;

    public PlanSet {
        plans = List.copyOf(plans);
        Set<Object> seen = new HashSet<>();
        for (Plan plan : plans) {
            // A place could not name a plan of a set of sets.
            if (plan instanceof PlanSet || plan.standsAlone() && plans.size() > 1) {
                throw new IllegalArgumentException("this plan is recorded alone, not in a set: " + plan.getClass().getSimpleName());
            }
            if (!seen.add(plan.subject())) {
                throw new IllegalArgumentException("two plans for the same: " + plan.subject());
            }
        }
    }

    @Override
    public List<Plan> members() {
        return plans;
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

    @Override
    public Recording recording(int place) {
        throw new UnsupportedOperationException("the plans of a set have recordings, the set has none");
    }
}
