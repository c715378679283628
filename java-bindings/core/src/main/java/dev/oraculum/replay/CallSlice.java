package dev.oraculum.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Of the calls of a test, those that its targets need: what made the objects that they work on, and what was done to these before; of
 * static calls, the earlier ones to the same class.
 *
 * @param calls places in the list of all calls, ascending
 * @param targets those whose results are asserted
 * @param problem why they cannot be replayed; null: they can
 */
record CallSlice(List<Integer> calls, List<Integer> targets, String problem) {
    private static final int MOST_CALLS = 60;

    static CallSlice of(List<RecordedCall> all, List<Integer> targets) {
        Map<Integer, Integer> producers = producers(all);
        Set<Integer> needed = new HashSet<>();
        Set<String> staticOwners = new HashSet<>();
        Set<Integer> chosen = new TreeSet<>();
        for (int i = Collections.max(targets); i >= 0; i--) {
            RecordedCall call = all.get(i);
            Set<Integer> given = call.given();
            boolean concerns = !Collections.disjoint(given, needed)
                    || call.result() != null && needed.contains(RecordedValue.number(call.result()))
                    || call.isStatic() && staticOwners.contains(call.owner());
            if (!targets.contains(i) && !concerns) {
                continue;
            }
            String problem = problem(call, producers);
            if (problem != null) {
                return new CallSlice(List.of(), targets, problem);
            }
            chosen.add(i);
            given.stream().filter(producers::containsKey).forEach(needed::add);
            if (call.isStatic() && !call.owner().startsWith("java/")) {
                staticOwners.add(call.owner());
            }
            if (chosen.size() > MOST_CALLS) {
                return new CallSlice(List.of(), targets, "it takes more than " + MOST_CALLS + " calls to get there");
            }
        }
        return new CallSlice(new ArrayList<>(chosen), targets, null);
    }

    private static String problem(RecordedCall call, Map<Integer, Integer> producers) {
        if (call.result() == null) {
            return "an earlier call, " + call.owner().replace('/', '.') + "." + call.name() + ", throws";
        }
        for (RecordedValue operand : call.operands()) {
            String problem = problem(operand, producers);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static String problem(RecordedValue value, Map<Integer, Integer> producers) {
        if (value instanceof RecordedValue.Reference reference && !producers.containsKey(reference.number())) {
            return "an object of class " + reference.className() + " is not made by a call of the test";
        }
        if (value instanceof RecordedValue.Unwritable unwritable) {
            return unwritable.what() + " is too long to be written down";
        }
        List<RecordedValue> elements = value instanceof RecordedValue.ArrayOf array
                ? array.elements()
                : value instanceof RecordedValue.ListOf list && !producers.containsKey(list.number()) ? list.elements() : List.of();
        for (RecordedValue element : elements) {
            String problem = problem(element, producers);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** By object, the call that returned it first, unless it had been given to a call before. */
    static Map<Integer, Integer> producers(List<RecordedCall> all) {
        Map<Integer, Integer> producers = new HashMap<>();
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            seen.addAll(all.get(i).given());
            int result = all.get(i).result() == null ? -1 : RecordedValue.number(all.get(i).result());
            if (result >= 0 && seen.add(result)) {
                producers.put(result, i);
            }
        }
        return producers;
    }
}
