package dev.oraculum.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Static fields of code under test, put back after each generated test to what they were when their class was ready, so that no test hangs
 * on those before it. EvoSuite 1.2.0 runs copies of static initializers again instead; here no code under test runs.
 *
 * <p>Put back are fields that are not final, and what objects hold that static fields lead to: fields of objects of the program, contents
 * of collections, maps, texts and counters of the JDK and of arrays. Not put back are containers of more than {@link #MOST_ELEMENTS}
 * elements and, behind the first {@link #MOST_OBJECTS} of the program, further objects. Usual containers are asked for what they hold,
 * which is quicker; of others, and of those whose keys would ask code under test, the fields are put back ({@link ContainerState}).
 */
public final class StaticState {
    private static final int MOST_ELEMENTS = 2_000;
    /** Each is looked at after each test. */
    private static final int MOST_OBJECTS = 2_000;
    /** Of containers that are not asked. */
    private static final int MOST_PARTS = 5_000;

    private static final Set<Class<?>> ORDERED = Set.of(ArrayList.class, LinkedList.class, Vector.class, Stack.class,
            ArrayDeque.class, CopyOnWriteArrayList.class, ConcurrentLinkedQueue.class);
    private static final Set<Class<?>> SETS = Set.of(HashSet.class, LinkedHashSet.class, TreeSet.class);
    private static final Set<Class<?>> MAPS = Set.of(HashMap.class, LinkedHashMap.class, Hashtable.class,
            ConcurrentHashMap.class, Properties.class, TreeMap.class, IdentityHashMap.class, EnumMap.class);

    /** What {@code List.of}, {@code Set.of} and {@code Map.of} give: what is in them may change. */
    private static final String IMMUTABLE = "java.util.ImmutableCollections$";

    /** Null: nobody asked for it. Else the state of each class that is ready, in their order. */
    private static List<Runnable> kept;
    /** Names of classes without a static initializer, whose static fields are zero when they are ready. */
    private static final Set<String> withoutInitializer = new LinkedHashSet<>();
    private static final Set<String> seen = new HashSet<>();
    /** Objects that are kept, or cannot be. */
    private static final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    /** How many of these are of the program. */
    private static int ofProgram;
    private static int parts;

    private StaticState() {}

    /** From now on, states are kept. */
    public static synchronized void keep() {
        if (kept == null) {
            kept = new ArrayList<>();
        }
    }

    /** A class without a static initializer is about to be defined. */
    public static synchronized void defined(String name) {
        if (seen.add(name)) {
            withoutInitializer.add(name);
        }
    }

    /** A static initializer has come to its end. */
    static synchronized void ready(Class<?> type) {
        if (kept != null && seen.add(type.getName())) {
            try {
                for (Field field : fields(type)) {
                    keep(field, value(field));
                }
            } catch (LinkageError | RuntimeException e) {
                // The type of a field is not there, or its initializer is at work elsewhere: this class stays as its tests leave it.
                return;
            }
        }
    }

    /** Puts all back. */
    public static synchronized void restore() {
        if (kept == null) {
            return;
        }
        if (!withoutInitializer.isEmpty()) {
            withoutInitializer.forEach(StaticState::keepZeros);
            withoutInitializer.clear();
        }
        for (Runnable state : kept) {
            try {
                state.run();
            } catch (RuntimeException e) {
                // A thread of the program changes it at this moment; the others are put back all the same.
                continue;
            }
        }
    }

    private static void keepZeros(String name) {
        try {
            Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            for (Field field : fields(type)) {
                keep(field, Array.get(Array.newInstance(field.getType(), 1), 0));
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // Of another loader, or never defined: nothing to put back.
            return;
        }
    }

    /** Those that may change, or have something in them that may. */
    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !isConstant(field) && field.trySetAccessible()) {
                fields.add(field);
            }
        }
        return fields;
    }

    private static boolean isConstant(Field field) {
        return Modifier.isFinal(field.getModifiers()) && (field.getType().isPrimitive() || field.getType() == String.class);
    }

    private static Object value(Field field) {
        return value(field, null);
    }

    private static Object value(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void put(Field field, Object into, Object value) {
        Object now = value(field, into);
        boolean same = field.getType().isPrimitive() ? value.equals(now) : value == now;
        if (!same) {
            try {
                field.set(into, value);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void keep(Field field, Object value) {
        if (!Modifier.isFinal(field.getModifiers())) {
            kept.add(() -> put(field, null, value));
        }
        // Breadth first: what is near to a static field is what tests come to.
        Deque<Object> open = new ArrayDeque<>();
        find(value, open);
        while (!open.isEmpty()) {
            keep(open.poll(), open);
        }
    }

    private static void find(Object object, Deque<Object> open) {
        if (object != null && !(object instanceof String) && known.add(object)) {
            open.add(object);
        }
    }

    /** Keeps what an object holds; the objects in it are still to come. */
    private static void keep(Object object, Deque<Object> open) {
        if (isOfProgram(object.getClass())) {
            if (ofProgram < MOST_OBJECTS) {
                ofProgram++;
                keepFields(object, open);
                keepContainer(object, open);
            }
            return;
        }
        Runnable contents = contents(object);
        if (contents != null) {
            kept.add(contents);
        } else if (keepContainer(object, open)) {
            return;
        } else if (!object.getClass().getName().startsWith(IMMUTABLE)) {
            return;
        }
        if (object instanceof Object[] array) {
            Arrays.stream(array).forEach(element -> find(element, open));
        } else if (object instanceof Collection<?> collection) {
            collection.forEach(element -> find(element, open));
        } else if (object instanceof Map<?, ?> map) {
            map.keySet().forEach(key -> find(key, open));
            map.values().forEach(element -> find(element, open));
        } else if (object instanceof AtomicReference<?> reference) {
            find(reference.get(), open);
        }
    }

    private static boolean keepContainer(Object object, Deque<Object> open) {
        if (!ContainerState.isOf(object.getClass())) {
            return false;
        }
        ContainerState.Kept found =
                ContainerState.of(object, Math.min(MOST_ELEMENTS, MOST_PARTS - parts), element -> find(element, open));
        if (found != null) {
            kept.add(found.all());
            parts += found.parts();
        }
        return found != null;
    }

    /** Those of classes of the program: what a class of the JDK has for its subclasses, only it knows. */
    private static void keepFields(Object object, Deque<Object> open) {
        List<Field> changing = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (Class<?> type = object.getClass(); type != null && isOfProgram(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || isConstant(field) || !field.trySetAccessible()) {
                    continue;
                }
                Object value = value(field, object);
                if (!Modifier.isFinal(field.getModifiers())) {
                    changing.add(field);
                    values.add(value);
                }
                if (!field.getType().isPrimitive()) {
                    find(value, open);
                }
            }
        }
        if (!changing.isEmpty()) {
            Field[] fields = changing.toArray(new Field[0]);
            Object[] was = values.toArray();
            kept.add(() -> {
                for (int i = 0; i < fields.length; i++) {
                    put(fields[i], object, was[i]);
                }
            });
        }
    }

    private static boolean isOfProgram(Class<?> type) {
        return type.getClassLoader() == ClassLoader.getSystemClassLoader() && !type.isHidden() && !type.isArray();
    }

    /** What puts back the contents of an object; null: there are none that can be. */
    static Runnable contents(Object value) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return array(value);
        }
        if (ORDERED.contains(type) || SETS.contains(type)) {
            return collection((Collection<?>) value, SETS.contains(type));
        }
        if (MAPS.contains(type)) {
            return map((Map<?, ?>) value);
        }
        if (value instanceof StringBuilder text) {
            String was = text.toString();
            return () -> {
                if (!was.contentEquals(text)) {
                    text.setLength(0);
                    text.append(was);
                }
            };
        }
        if (value instanceof StringBuffer text) {
            String was = text.toString();
            return () -> {
                if (!was.equals(text.toString())) {
                    text.setLength(0);
                    text.append(was);
                }
            };
        }
        if (value instanceof AtomicReference<?> reference) {
            return reference(reference);
        }
        if (value instanceof AtomicInteger number) {
            int was = number.get();
            return () -> number.set(was);
        }
        if (value instanceof AtomicLong number) {
            long was = number.get();
            return () -> number.set(was);
        }
        if (value instanceof LongAdder sum) {
            long was = sum.sum();
            return () -> {
                sum.reset();
                sum.add(was);
            };
        }
        if (value instanceof AtomicBoolean flag) {
            boolean was = flag.get();
            return () -> flag.set(was);
        }
        return null;
    }

    private static <T> Runnable reference(AtomicReference<T> reference) {
        T was = reference.get();
        return () -> {
            if (reference.get() != was) {
                reference.set(was);
            }
        };
    }

    private static Runnable array(Object array) {
        int length = Array.getLength(array);
        if (length > MOST_ELEMENTS) {
            return null;
        }
        Object was = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, was, 0, length);
        return () -> System.arraycopy(was, 0, array, 0, length);
    }

    private static Runnable collection(Collection<?> collection, boolean hashed) {
        Object[] was = collection.size() > MOST_ELEMENTS ? null : collection.toArray();
        if (was == null || hashed && !arePlain(Arrays.asList(was)) || isOrderedByProgram(collection)) {
            return null;
        }
        return () -> {
            if (!isSame(collection, was)) {
                collection.clear();
                addAll(collection, was);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static void addAll(Collection<?> collection, Object[] elements) {
        for (Object element : elements) {
            ((Collection<Object>) collection).add(element);
        }
    }

    private static boolean isSame(Collection<?> collection, Object[] elements) {
        if (collection.size() != elements.length) {
            return false;
        }
        int at = 0;
        for (Object element : collection) {
            if (at == elements.length || element != elements[at++]) {
                return false;
            }
        }
        return true;
    }

    private static Runnable map(Map<?, ?> map) {
        boolean plain = map instanceof IdentityHashMap || map instanceof EnumMap || arePlain(map.keySet());
        if (map.size() > MOST_ELEMENTS || !plain || isOrderedByProgram(map)) {
            return null;
        }
        Object[] keys = map.keySet().toArray();
        Object[] values = map.values().toArray();
        return () -> {
            if (!isSame(map.keySet(), keys) || !isSame(map.values(), values)) {
                map.clear();
                putAll(map, keys, values);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static void putAll(Map<?, ?> map, Object[] keys, Object[] values) {
        for (int i = 0; i < keys.length; i++) {
            ((Map<Object, Object>) map).put(keys[i], values[i]);
        }
    }

    private static boolean isOrderedByProgram(Object container) {
        return container instanceof SortedSet<?> set && set.comparator() != null
                || container instanceof SortedMap<?, ?> map && map.comparator() != null;
    }

    /** Whether no code under test says what their hash codes are, or which of them is less. */
    private static boolean arePlain(Collection<?> keys) {
        for (Object key : keys) {
            boolean plain = key instanceof String || key instanceof Number && key.getClass().getClassLoader() == null
                    || key instanceof Character || key instanceof Boolean || key instanceof Class<?> || key instanceof Enum<?>;
            if (!plain) {
                return false;
            }
        }
        return true;
    }
}
