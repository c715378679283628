package dev.oraculum.evaluation.specifications;

import dev.oraculum.evaluation.specifications.SmallCalls.Call;
import dev.oraculum.evaluation.specifications.SmallCalls.Made;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.RootKind;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * States with a legal entry and an exit that may be wrong: that of another call, in part or in whole, none at all, or the right one with
 * something altered. A parameter's own value is the caller's and stays what it was, unless the method assigns it.
 */
final class ExitStates {
    /** Calls of which every pair is made; of more an even sample. */
    private static final int PAIRED = 90;
    /** Of each call's alterations at most so many, an even sample. */
    private static final int ALTERED = 60;

    private final SmallCalls calls;
    private final Heap heap;
    private final StatePlan plan;
    private final StateWriter writer;
    private final boolean[] assigned;

    /** Whose values a part of the exit has. */
    private enum Source {
        ENTRY,
        SAME,
        OTHER
    }

    /** @param plan of the writer */
    ExitStates(SmallCalls calls, Heap heap, StatePlan plan, StateWriter writer) {
        this.calls = calls;
        this.heap = heap;
        this.plan = plan;
        this.writer = writer;
        this.assigned = new boolean[plan.exitRoots().size()];
    }

    /** @param legal calls that return normally */
    void write(List<Call> legal) {
        List<Call> sample = evenly(legal, PAIRED);
        sample.forEach(this::findAssigned);
        for (Call call : sample) {
            write(call, call, Source.SAME, Source.SAME, Source.SAME);
            write(call, call, Source.ENTRY, Source.ENTRY, Source.SAME);
            write(call, call, Source.ENTRY, Source.SAME, Source.SAME);
            write(call, call, Source.SAME, Source.ENTRY, Source.SAME);
            for (Call other : sample) {
                if (other != call) {
                    write(call, other, Source.OTHER, Source.OTHER, Source.OTHER);
                    write(call, other, Source.SAME, Source.SAME, Source.OTHER);
                    write(call, other, Source.OTHER, Source.SAME, Source.SAME);
                }
            }
            alter(call);
        }
    }

    static <T> List<T> evenly(List<T> all, int most) {
        if (all.size() <= most) {
            return all;
        }
        return IntStream.range(0, most).mapToObj(i -> all.get((int) ((long) i * all.size() / most))).toList();
    }

    private void findAssigned(Call call) {
        Made made = calls.make(call);
        Object[] exit = calls.run(made).exit();
        for (int i = 0; i < assigned.length; i++) {
            StatePlan.Root root = plan.exitRoots().get(i);
            assigned[i] |= root.kind() == RootKind.PARAMETER && !isSame(root, calls.given(root, made), exit[i]);
        }
    }

    private static boolean isSame(StatePlan.Root root, Object given, Object left) {
        if (root.descriptor().length() > 1) {
            return given == left;
        }
        Object number = given instanceof Boolean truth ? (Object) (truth ? 1 : 0) : given instanceof Character unit ? (Object) (int) unit
                : given instanceof Byte || given instanceof Short ? (Object) ((Number) given).intValue() : given;
        return Objects.equals(number, left);
    }

    /** One state. What a source is not asked for keeps what the entry had; a result and local variables always have a source. */
    private void write(Call entered, Call other, Source receiver, Source arguments, Source result) {
        Made target = calls.make(entered);
        writer.enter(calls.entry(target));
        Performed same = needs(Source.SAME, receiver, arguments, result) ? perform(entered, target) : null;
        Performed another = needs(Source.OTHER, receiver, arguments, result) ? perform(other, target) : null;
        apply(receiver == Source.SAME ? same : receiver == Source.OTHER ? another : null, true);
        apply(arguments == Source.SAME ? same : arguments == Source.OTHER ? another : null, false);
        Performed returned = result == Source.OTHER ? another : same;
        Object[] exit = returned.values().exit();
        for (int i = 0; i < exit.length; i++) {
            StatePlan.Root root = plan.exitRoots().get(i);
            boolean isGiven = root.kind() == RootKind.THIS || root.kind() == RootKind.PARAMETER && !assigned[i];
            exit[i] = isGiven ? calls.given(root, target) : returned.transplant().adopted(exit[i]);
        }
        writer.exit(exit, returned.values().exitOrdinal());
    }

    private static boolean needs(Source wanted, Source... sources) {
        return List.of(sources).contains(wanted);
    }

    /** A call that was run on objects of its own. */
    private record Performed(Made made, Transplant transplant, RootValues values) {}

    private Performed perform(Call call, Made target) {
        Made made = calls.make(call);
        Transplant transplant = new Transplant(heap, made.all(), target.all());
        return new Performed(made, transplant, calls.run(made));
    }

    private static void apply(Performed performed, boolean toReceiver) {
        if (performed != null && toReceiver) {
            performed.transplant().apply(performed.made().receiver());
        } else if (performed != null) {
            for (Object argument : performed.made().arguments()) {
                performed.transplant().apply(argument);
            }
        }
    }

    private void alter(Call call) {
        int ways = Alterations.of(heap, plan, calls.run(calls.make(call)).exit()).size();
        List<Integer> chosen = evenly(IntStream.range(0, ways).boxed().toList(), ALTERED);
        for (int way : chosen) {
            Made made = calls.make(call);
            writer.enter(calls.entry(made));
            RootValues values = calls.run(made);
            Object[] exit = values.exit();
            Alterations.of(heap, plan, exit).get(way).run();
            writer.exit(exit, values.exitOrdinal());
        }
    }
}
