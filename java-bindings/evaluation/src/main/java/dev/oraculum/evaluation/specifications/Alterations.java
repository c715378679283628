package dev.oraculum.evaluation.specifications;

import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.RootKind;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Ways in which an exit state can be a little wrong: one field, element or result has another value. */
final class Alterations {
    private static final String OTHER = "other";

    private final List<Runnable> ways = new ArrayList<>();

    private Alterations() {}

    /**
     * Those of an exit, in a fixed order. Each changes the values or what they hold; only one of them is to be run.
     *
     * @param exit values of the plan's exit roots
     */
    static List<Runnable> of(Heap heap, StatePlan plan, Object[] exit) {
        Alterations all = new Alterations();
        List<Object> holders = new ArrayList<>();
        for (int i = 0; i < exit.length; i++) {
            StatePlan.Root root = plan.exitRoots().get(i);
            int place = i;
            if (root.kind() != RootKind.LOCAL) {
                holders.add(exit[i]);
            }
            if (root.kind() == RootKind.RESULT) {
                List<Integer> same = localsOf(exit[i], plan, exit);
                for (Object other : others(exit[i], root.descriptor())) {
                    all.ways.add(() -> exit[place] = other);
                    if (!same.isEmpty()) {
                        all.ways.add(() -> {
                            exit[place] = other;
                            same.forEach(local -> exit[local] = other);
                        });
                    }
                }
            }
        }
        heap.reachable(holders).forEach(object -> all.addAll(heap, object));
        return all.ways;
    }

    /** Local variables that hold the result: where it is wrong, they may be wrong with it. */
    private static List<Integer> localsOf(Object result, StatePlan plan, Object[] exit) {
        List<Integer> same = new ArrayList<>();
        for (int i = 0; i < exit.length; i++) {
            boolean isLocal = plan.exitRoots().get(i).kind() == RootKind.LOCAL;
            if (isLocal && result != null && (result == exit[i] || result.equals(exit[i]) && !Heap.isArray(result))) {
                same.add(i);
            }
        }
        return same;
    }

    private void addAll(Heap heap, Object object) {
        if (heap.isSubject(object)) {
            for (Field field : Heap.fields(object)) {
                if (!Heap.isFinal(field)) {
                    Object now = Heap.get(field, object);
                    for (Object other : others(now, descriptor(field.getType()))) {
                        ways.add(() -> Heap.set(field, object, narrowed(field.getType(), other)));
                    }
                }
            }
        } else if (Heap.isArray(object)) {
            addElements(object);
        } else if (object instanceof List<?>) {
            addElements(cast(object));
        } else if (object instanceof Collection<?> collection && !collection.isEmpty()) {
            ways.add(() -> collection.remove(collection.iterator().next()));
        } else if (object instanceof Map<?, ?> map && !map.isEmpty()) {
            ways.add(() -> map.remove(map.keySet().iterator().next()));
            addValues(castMap(object));
        }
    }

    private void addElements(Object array) {
        Class<?> type = array.getClass().getComponentType();
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            int place = i;
            Object now = Array.get(array, i);
            for (Object other : others(now, descriptor(type))) {
                Object narrowed = narrowed(type, other);
                ways.add(() -> Array.set(array, place, narrowed));
            }
            if (i + 1 < length && !Objects.equals(now, Array.get(array, i + 1))) {
                Object next = Array.get(array, i + 1);
                ways.add(() -> {
                    Array.set(array, place, next);
                    Array.set(array, place + 1, now);
                });
            }
        }
    }

    private void addElements(List<Object> list) {
        for (int i = 0; i < list.size(); i++) {
            int place = i;
            Object now = list.get(i);
            others(now, "L").forEach(other -> ways.add(() -> list.set(place, other)));
            ways.add(() -> list.remove(place));
            ways.add(() -> list.add(place, now));
            if (i + 1 < list.size() && !Objects.equals(now, list.get(i + 1))) {
                ways.add(() -> list.set(place, list.set(place + 1, now)));
            }
        }
    }

    private void addValues(Map<Object, Object> map) {
        for (Object key : new ArrayList<>(map.keySet())) {
            others(map.get(key), "L").forEach(other -> ways.add(() -> map.put(key, other)));
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Object> cast(Object list) {
        return (List<Object>) list;
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> castMap(Object map) {
        return (Map<Object, Object>) map;
    }

    private static String descriptor(Class<?> type) {
        return type.descriptorString();
    }

    /** A root or field of a small integer type, from what is held as an int. */
    private static Object narrowed(Class<?> type, Object value) {
        if (!type.isPrimitive() || !(value instanceof Integer number)) {
            return value;
        }
        return switch (type.descriptorString()) {
            case "B" -> (Object) number.byteValue();
            case "S" -> number.shortValue();
            case "C" -> (char) number.intValue();
            case "Z" -> number != 0;
            default -> number;
        };
    }

    /** Other values than this one, of a type by its descriptor. Integers below int are Integers. */
    private static Set<Object> others(Object now, String descriptor) {
        Set<Object> others = new LinkedHashSet<>();
        if (descriptor.equals("Z") || now instanceof Boolean) {
            boolean held = now instanceof Boolean truth ? truth : !Integer.valueOf(0).equals(now);
            others.add(now instanceof Boolean ? (Object) !held : (Object) (held ? 0 : 1));
        } else if (now instanceof Long number) {
            others.addAll(Arrays.asList(number + 1, number - 1, 0L, -number));
        } else if (now instanceof Float number) {
            others.addAll(Arrays.asList(number + 0.5f, number - 0.5f, -number, 0f));
        } else if (now instanceof Double number) {
            others.addAll(Arrays.asList(number + 0.5, number - 0.5, -number, 0.0));
        } else if (now instanceof Number || now instanceof Character) {
            int number = now instanceof Character unit ? unit : ((Number) now).intValue();
            List<Integer> near = List.of(number + 1, number - 1, 0, -number);
            boolean isBoxed = descriptor.startsWith("L");
            near.forEach(other -> others.add(isBoxed ? boxed(now, other) : other));
        } else if (now instanceof String text) {
            others.addAll(Arrays.asList(text + "x", text.isEmpty() ? "y" : text.substring(1), null));
        } else if (now == null) {
            others.addAll(descriptor.equals("Ljava/lang/Object;") || descriptor.equals("Ljava/lang/String;") ? List.of(OTHER) : List.of());
        } else if (Heap.isArray(now)) {
            int length = Array.getLength(now);
            others.add(copy(now, length));
            others.add(copy(now, length + 1));
            if (length > 0) {
                others.add(copy(now, length - 1));
            }
            others.add(null);
        } else {
            others.add(null);
        }
        others.removeIf(other -> Objects.equals(other, now) && !Heap.isArray(other));
        return others;
    }

    private static Object boxed(Object like, int number) {
        return like instanceof Byte ? (Object) (byte) number : like instanceof Short ? (Object) (short) number
                : like instanceof Character ? (Object) (char) number : (Object) number;
    }

    private static Object copy(Object array, int length) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, Math.min(length, Array.getLength(array)));
        return copy;
    }
}
