package dev.oraculum.agent;

import dev.oraculum.runtime.CapturePlan;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The weavings of the plans of a set, one after the other. Each has locals of its own, behind those of the one before it. Definition
 * sites are told by their numbers, so what looks for them comes
 * before anything that adds some.
 */
final class WeavingSet implements Weaving {
    private final List<Weaving> weavings;

    WeavingSet(PlanSet set) {
        weavings = IntStream.range(0, set.plans().size())
                .boxed()
                .sorted(Comparator.comparing(i -> turn(set.plans().get(i))))
                .map(i -> Weaving.of(set.plans().get(i), i))
                .toList();
    }

    private static int turn(Plan plan) {
        return plan instanceof DataPlan ? 0 : plan instanceof CapturePlan ? 2 : 1;
    }

    @Override
    public boolean concerns(String className) {
        return weavings.stream().anyMatch(weaving -> weaving.concerns(className));
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return weavings.stream().anyMatch(weaving -> weaving.concerns(owner, methodName, descriptor));
    }

    @Override
    public void weave(ClassNode owner, MethodNode method, boolean inScope) {
        for (Weaving weaving : weavings) {
            if (inScope || weaving.concerns(owner.name)) {
                weaving.weave(owner, method, inScope);
            }
        }
    }

    @Override
    public String loss() {
        return weavings.stream().map(Weaving::loss).distinct().collect(Collectors.joining(", "));
    }

    @Override
    public boolean weavesLess(ClassNode owner, String methodName, String descriptor) {
        boolean less = false;
        for (Weaving weaving : weavings) {
            less |= weaving.weavesLess(owner, methodName, descriptor);
        }
        return less;
    }
}
