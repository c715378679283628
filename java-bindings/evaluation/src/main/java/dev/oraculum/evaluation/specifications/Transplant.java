package dev.oraculum.evaluation.specifications;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Does to one object what a call did to another. Before the call, objects at the same place in both are each other's counterparts; after
 * it, the first get the state of the second, and what is new in the second comes along.
 */
final class Transplant {
    private final Heap heap;
    /** From an object of the source to that of the target. */
    private final Map<Object, Object> counterparts = new IdentityHashMap<>();

    /**
     * To be made before the call.
     *
     * @param source receiver and arguments of the call
     * @param target as many objects, of the same classes
     */
    Transplant(Heap heap, List<Object> source, List<Object> target) {
        this.heap = heap;
        for (int i = 0; i < source.size(); i++) {
            pair(source.get(i), target.get(i), true);
        }
    }

    /** @param isGiven the caller's own object, which stays the one it is */
    private void pair(Object source, Object target, boolean isGiven) {
        if (!heap.isContainer(source) || !heap.isContainer(target) || source.getClass() != target.getClass()) {
            return;
        }
        boolean sameLength = !Heap.isArray(source) || Array.getLength(source) == Array.getLength(target);
        if (!sameLength || !isGiven && !canBecome(source, target) || counterparts.putIfAbsent(source, target) != null) {
            return;
        }
        Map<String, Object> others = heap.references(target);
        heap.references(source).forEach((name, reference) -> pair(reference, others.get(name), false));
    }

    /** Whether what cannot change is equal: a node with another value in a final field is another node. */
    private boolean canBecome(Object source, Object target) {
        return !heap.isSubject(source) || Heap.fields(source).stream().filter(Heap::isFinal).allMatch(field -> {
            Object value = Heap.get(field, source);
            return heap.isContainer(value) || Objects.equals(value, Heap.get(field, target));
        });
    }

    /** What stands for a value of the source in the target. */
    Object translated(Object value) {
        return counterparts.getOrDefault(value, value);
    }

    /** Does to the counterparts of an object, and of all that it refers to, what was done to these. */
    void apply(Object part) {
        for (Object source : heap.reachable(singleton(part))) {
            copy(source, translated(source));
        }
    }

    /** A value that the call has made or returned; objects that are new keep their state. */
    Object adopted(Object value) {
        for (Object source : heap.reachable(singleton(value))) {
            if (!counterparts.containsKey(source)) {
                copy(source, source);
            }
        }
        return translated(value);
    }

    private static List<Object> singleton(Object value) {
        List<Object> list = new ArrayList<>();
        list.add(value);
        return list;
    }

    @SuppressWarnings("unchecked")
    private void copy(Object source, Object target) {
        try {
            if (heap.isSubject(source)) {
                for (Field field : Heap.fields(source)) {
                    if (!Heap.isFinal(field)) {
                        Heap.set(field, target, translated(Heap.get(field, source)));
                    }
                }
            } else if (Heap.isArray(source)) {
                for (int i = 0; i < Array.getLength(source); i++) {
                    Array.set(target, i, translated(Array.get(source, i)));
                }
            } else if (source instanceof Collection<?> elements) {
                List<Object> now = new ArrayList<>();
                elements.forEach(element -> now.add(translated(element)));
                ((Collection<Object>) target).clear();
                ((Collection<Object>) target).addAll(now);
            } else {
                Map<Object, Object> now = new LinkedHashMap<>();
                ((Map<?, ?>) source).forEach((key, value) -> now.put(translated(key), translated(value)));
                ((Map<Object, Object>) target).clear();
                ((Map<Object, Object>) target).putAll(now);
            }
        } catch (UnsupportedOperationException e) {
            // It cannot change.
        }
    }
}
