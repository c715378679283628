package dev.oraculum.runtime;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a collection or map of the JDK is made of: its fields and those of its nodes, as they are. Nothing is asked of the container or of
 * what is in it, so that no code under test runs. For those that are not the usual ones ({@link StaticState}): weak maps, wrappers, queues,
 * what the program derives from a container, maps whose keys have hash codes of the program.
 *
 * <p>It takes packages of the JDK that are open to this class ({@code Agent}); where they are not, nothing is kept.
 */
final class ContainerState {
    private static final Set<String> PACKAGES = Set.of("java.util", "java.util.concurrent");
    /** Elements of an array cost less than a node. */
    private static final int ELEMENTS_OF_PART = 4;

    private final int most;
    private final Consumer<Object> elements;
    private final Deque<Object> open = new ArrayDeque<>();
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Runnable> kept = new ArrayList<>();

    private int parts;

    private ContainerState(int most, Consumer<Object> elements) {
        this.most = most;
        this.elements = elements;
    }

    /**
     * What puts contents back.
     *
     * @param parts how many it looks at each time
     */
    record Kept(Runnable all, int parts) {}

    /** Whether objects of a class have a part that is a container of the JDK. */
    static boolean isOf(Class<?> type) {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    /**
     * What puts the contents of a container back; null: it has too many parts, or they cannot be read.
     *
     * @param most parts that it may have: nodes, and elements of arrays, of which {@value #ELEMENTS_OF_PART} count as one
     * @param elements hears of what is in it, once it is known that it can be put back
     */
    static Kept of(Object container, int most, Consumer<Object> elements) {
        List<Object> found = new ArrayList<>();
        ContainerState state = new ContainerState(most, found::add);
        try {
            if (!state.keepAll(container)) {
                return null;
            }
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            return null;
        }
        found.forEach(elements);
        List<Runnable> kept = state.kept;
        return new Kept(() -> kept.forEach(Runnable::run), state.parts);
    }

    private boolean keepAll(Object container) throws IllegalAccessException {
        open.add(container);
        known.add(container);
        while (!open.isEmpty()) {
            Object part = open.poll();
            parts += part.getClass().isArray() ? 1 + Array.getLength(part) / ELEMENTS_OF_PART : 1;
            if (parts > most) {
                return false;
            }
            if (part.getClass().isArray()) {
                keepArray(part);
            } else {
                keepFields(part);
            }
        }
        return true;
    }

    private void keepArray(Object array) {
        int length = Array.getLength(array);
        Object was = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, was, 0, length);
        kept.add(() -> System.arraycopy(was, 0, array, 0, length));
        if (array instanceof Object[] objects) {
            for (Object element : objects) {
                found(element);
            }
        }
    }

    /** Those that classes of the JDK's collections declare: what the program adds to them is kept as of any object of it. */
    private void keepFields(Object part) throws IllegalAccessException {
        List<Field> changing = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (Class<?> type = part.getClass(); type != null; type = type.getSuperclass()) {
            if (!PACKAGES.contains(type.getPackageName())) {
                // What a weak map refers to it cannot change.
                if (type.getClassLoader() == null && type != Object.class && !(part instanceof Reference<?>)) {
                    throw new IllegalAccessException(type + " is not open");
                }
                continue;
            }
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                field.setAccessible(true);
                Object value = field.get(part);
                if (!Modifier.isFinal(field.getModifiers())) {
                    changing.add(field);
                    values.add(value);
                }
                if (!field.getType().isPrimitive()) {
                    found(value);
                }
            }
        }
        if (!changing.isEmpty()) {
            Field[] fields = changing.toArray(new Field[0]);
            Object[] was = values.toArray();
            kept.add(() -> putBack(part, fields, was));
        }
    }

    private static void putBack(Object part, Field[] fields, Object[] was) {
        try {
            for (int i = 0; i < fields.length; i++) {
                fields[i].set(part, was[i]);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private void found(Object value) {
        if (value == null) {
            return;
        }
        if (isPart(value.getClass())) {
            if (known.add(value)) {
                open.add(value);
            }
        } else {
            elements.accept(value);
        }
    }

    /** An array in which it holds what it has, or a node. Containers in it, and views of it, are looked at as others are. */
    private static boolean isPart(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        boolean node = PACKAGES.contains(element.getPackageName()) && element.getEnclosingClass() != null
                && !isOf(element) && !Thread.class.isAssignableFrom(element);
        return node || type.isArray() && element == Object.class;
    }
}
