package dev.oraculum.runtime.flow;

import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Step;
import dev.oraculum.runtime.StatePlan.StepKind;
import dev.oraculum.runtime.StatePlan.Variable;
import dev.oraculum.runtime.VariableReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The anomalies of a plan by test and invocation, and where each of them is: in the value of a root, or behind it in an object. */
final class Anomalies {
    private final FlowPlan plan;
    private final Map<Integer, List<FlowPlan.Anomaly>> byTest;
    /** Readers of the objects that hold variables. */
    private final Map<List<Step>, VariableReader> readers = new ConcurrentHashMap<>();
    private final ClassValue<Boolean> tracked = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return plan.tracks(type.getName().replace('.', '/'));
        }
    };

    Anomalies(FlowPlan plan) {
        this.plan = plan;
        byTest = plan.anomalies().stream().collect(Collectors.groupingBy(FlowPlan.Anomaly::test));
    }

    /** The anomalies of a test by invocation. */
    Map<Integer, List<FlowPlan.Anomaly>> ofTest(int test) {
        return new ConcurrentHashMap<>(byTest.getOrDefault(test, List.of()).stream()
                .collect(Collectors.groupingBy(FlowPlan.Anomaly::invocation)));
    }

    Variable variable(FlowPlan.Anomaly anomaly) {
        return plan.methods().get(anomaly.method()).variables().get(anomaly.variable());
    }

    boolean isTracked(Class<?> type) {
        return tracked.get(type);
    }

    /** Whether an anomaly is one of the root's own value: the root, or what a string or another unchanging object holds. */
    boolean isOfRoot(FlowPlan.Anomaly anomaly, Object value) {
        List<Step> steps = variable(anomaly).steps();
        return steps.isEmpty() || steps.size() == 1 && steps.get(0).kind() != StepKind.FIELD && value != null && !holdsContents(value);
    }

    /** Gives what an anomaly is about its label: the field, the array, the collection that holds the variable. */
    void place(FlowPlan.Anomaly anomaly, Object root, int label, FlowRun run) throws Throwable {
        List<Step> steps = variable(anomaly).steps();
        int last = steps.size() - 1;
        Object holder = read(root, steps.subList(0, last));
        Step step = steps.get(last);
        if (holder == null) {
            return;
        }
        if (step.kind() == StepKind.LENGTH) {
            run.objects.setLength(holder, run.union(run.objects.length(holder), label));
        } else if (step.kind() != StepKind.FIELD && holdsContents(holder)) {
            run.objects.addContents(holder, label);
        } else {
            // What an unchanging object holds is a matter of the field that refers to it.
            int field = last;
            while (field > 0 && steps.get(field).kind() != StepKind.FIELD) {
                field--;
            }
            Object owner = read(root, steps.subList(0, field));
            if (owner != null && steps.get(field).kind() == StepKind.FIELD) {
                int number = Names.field(steps.get(field).name(), steps.get(field).descriptor());
                run.objects.setField(owner, number, run.union(run.objects.field(owner, number), label));
            }
        }
    }

    private static boolean holdsContents(Object holder) {
        return holder.getClass().isArray() || Mutability.isMutable(holder);
    }

    private Object read(Object root, List<Step> steps) throws Throwable {
        if (steps.isEmpty() || root == null) {
            return root;
        }
        return readers.computeIfAbsent(
                        steps,
                        key -> new VariableReader(new Variable("", 'L', StatePlan.Moment.ENTRY, 0, List.copyOf(key)),
                                StatePlan.Limits.DEFAULT))
                .read(root);
    }
}
