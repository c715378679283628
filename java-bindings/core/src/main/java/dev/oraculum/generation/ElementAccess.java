package dev.oraculum.generation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a test asks an array or a container of the JDK for an element. */
final class ElementAccess {
    /** By internal name, what is called on it; {@code %d}: the place of the element. Of what has no places, the first or only one. */
    private static final Map<String, String> CALLS = new HashMap<>();

    static {
        List.of("List", "ArrayList", "LinkedList", "Vector", "Stack").forEach(list -> CALLS.put("java/util/" + list, "get(%d)"));
        List.of("Collection", "Set", "SortedSet", "NavigableSet", "HashSet", "LinkedHashSet", "TreeSet", "Queue", "Deque", "ArrayDeque",
                "PriorityQueue").forEach(collection -> CALLS.put("java/util/" + collection, "iterator().next()"));
        List.of("Map", "SortedMap", "NavigableMap", "HashMap", "LinkedHashMap", "TreeMap")
                .forEach(map -> CALLS.put("java/util/" + map, "values().iterator().next()"));
        CALLS.put("java/util/Optional", "get()");
    }

    private ElementAccess() {}

    /** @param internalName of a class */
    static boolean isContainer(String internalName) {
        return CALLS.containsKey(internalName);
    }

    /**
     * What stands behind an array or a container.
     *
     * @param type its signature
     * @throws IllegalArgumentException it is neither
     */
    static String of(String type, int index) {
        if (type.startsWith("[")) {
            return "[" + index + "]";
        }
        String call = type.startsWith("L") ? CALLS.get(Signatures.erased(type)) : null;
        if (call == null) {
            throw new IllegalArgumentException(type + " has no elements");
        }
        return "." + call.formatted(index);
    }
}
