package dev.oraculum.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Texts that a container of the JDK holds which was asked for one. A hash table compares a text with those of the same hash only, so where
 * one is missing nothing says which are there.
 *
 * <p>The container is asked for its elements alone, so that no code under test runs, and only where their order hangs on nothing but the
 * texts and what was done to it.
 */
final class HeldTexts {
    /** Elements that are looked at. */
    private static final int MOST = 256;
    /** Texts that are given. */
    private static final int NEAR = 4;

    private static final Set<String> KINDS = Set.of(
            "java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap", "java.util.HashSet", "java.util.LinkedHashSet",
            "java.util.TreeSet", "java.util.ArrayList", "java.util.LinkedList", "java.util.Vector", "java.util.Arrays$ArrayList",
            "java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.CopyOnWriteArrayList",
            "java.util.concurrent.ConcurrentSkipListMap", "java.util.Collections$SingletonSet", "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonMap");
    /** Their order differs from JVM to JVM. */
    private static final String SALTED = "java.util.ImmutableCollections$";
    private static final String WRAPPER = "java.util.Collections$Unmodifiable";

    private HeldTexts() {}

    /** The texts that come behind a text in their order, behind the last the first; none: it is no such container, or not of texts. */
    static List<String> near(Object container, String text) {
        try {
            List<String> sorted = texts(unwrapped(container));
            sorted.sort(null);
            int from = 0;
            while (from < sorted.size() && sorted.get(from).compareTo(text) <= 0) {
                from++;
            }
            List<String> near = new ArrayList<>();
            for (int i = 0; i < Math.min(NEAR, sorted.size()); i++) {
                near.add(sorted.get((from + i) % sorted.size()));
            }
            return near;
        } catch (RuntimeException e) {
            return List.of(); // Another thread has changed it meanwhile.
        }
    }

    /** Of the first elements, if they are all texts. */
    private static List<String> texts(Object container) {
        List<String> found = new ArrayList<>();
        Collection<?> elements = elements(container);
        if (elements == null) {
            return found;
        }
        Iterator<?> all = elements.iterator();
        for (int i = 0; i < MOST && all.hasNext(); i++) {
            if (!(all.next() instanceof String text)) {
                return new ArrayList<>();
            }
            found.add(text);
        }
        return found;
    }

    private static Collection<?> elements(Object container) {
        if (container == null) {
            return null;
        }
        String kind = container.getClass().getName();
        boolean salted = kind.startsWith(SALTED);
        if (!salted && !KINDS.contains(kind)) {
            return null;
        }
        Collection<?> elements = container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
        return salted && elements.size() > MOST ? null : elements;
    }

    /** What an unmodifiable view is a view of. */
    private static Object unwrapped(Object container) {
        Object inner = container;
        while (inner != null && inner.getClass().getName().startsWith(WRAPPER)) {
            inner = inner(inner);
        }
        return inner;
    }

    private static Object inner(Object wrapper) {
        for (Class<?> type = wrapper.getClass(); type != Object.class; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(wrapper instanceof Map ? "m" : "c");
                field.setAccessible(true);
                return field.get(wrapper);
            } catch (NoSuchFieldException e) {
                continue; // A subclass with a field of its own for the same object.
            } catch (IllegalAccessException | InaccessibleObjectException e) {
                return null;
            }
        }
        return null;
    }
}
