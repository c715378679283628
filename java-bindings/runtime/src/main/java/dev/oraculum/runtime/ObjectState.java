package dev.oraculum.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A hash over the state of an object: its class and fields, what those refer to, and so on, breadth first, so that what is near counts
 * before what is far. It is the same in every run in which the state is: objects are numbered in the order in which they are met, which
 * also tells shared objects and cycles, and nothing goes by identity. Bounded in objects and in elements of each.
 *
 * <p>As {@link ValueText}, it calls no code under test.
 */
final class ObjectState {
    /** Objects looked into; of those beyond the class counts. */
    static final int OBJECT_LIMIT = 256;
    /** Elements of one collection or array of objects that are looked at; of a longer one the length counts, too. */
    static final int ELEMENT_LIMIT = 1024;
    /** How deep objects are looked into that have no place in an order: elements of hash sets, and keys of hash maps that are no values. */
    private static final int ISOLATED_DEPTH = 2;
    private static final int ISOLATED_LIMIT = 32;

    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final ThreadLocal<ObjectState> MINE = ThreadLocal.withInitial(ObjectState::new);

    private final Object[] objects = new Object[OBJECT_LIMIT];
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>(OBJECT_LIMIT);
    private int known;
    private long hash;

    private ObjectState() {}

    /** The hash of a value. */
    static long hashOf(Object value) {
        ObjectState state = MINE.get();
        try {
            state.hash = 0;
            state.add(value);
            for (int next = 0; next < state.known; next++) {
                state.contents(state.objects[next]);
            }
            return state.hash;
        } finally {
            Arrays.fill(state.objects, 0, state.known, null);
            state.numbers.clear();
            state.known = 0;
        }
    }

    private void mix(long value) {
        long z = (hash ^ value) * MULTIPLIER;
        hash = (z ^ z >>> 29) * 0xBF58_476D_1CE4_E5B9L + 1;
    }

    /** A value by its hash, an object by its number. */
    private void add(Object value) {
        if (isValue(value)) {
            mix(valueHash(value));
            return;
        }
        Integer number = numbers.get(value);
        if (number == null && known < OBJECT_LIMIT) {
            number = known;
            numbers.put(value, number);
            objects[known++] = value;
        }
        mix(number == null ? typeHash(value.getClass()) : number);
    }

    private void contents(Object object) {
        Class<?> type = object.getClass();
        mix(typeHash(type));
        try {
            if (type.isArray()) {
                array(object);
                return;
            }
            ObjectShape shape = ObjectShape.of(type);
            switch (shape.kind()) {
                case ORDERED -> ordered((Collection<?>) object);
                case UNORDERED -> unordered((Collection<?>) object);
                case ORDERED_MAP -> orderedMap((Map<?, ?>) object);
                case UNORDERED_MAP -> unorderedMap((Map<?, ?>) object);
                case FIELDS -> {
                    for (Field field : shape.fields()) {
                        add(read(field, object));
                    }
                }
                case CLOSED -> {
                    if (JdkState.reads(object)) {
                        mix(JdkState.hash(object));
                        add(JdkState.held(object));
                    }
                }
                case TEXT, DATE -> throw new IllegalStateException(shape.name() + " is a value");
            }
        } catch (RuntimeException unreadable) {
            // A collection that another thread changes under our hands.
            mix('?');
        }
    }

    private void array(Object array) {
        int length = Array.getLength(array);
        mix(length);
        if (array instanceof Object[] elements) {
            for (int i = 0; i < Math.min(length, ELEMENT_LIMIT); i++) {
                add(elements[i]);
            }
        } else {
            mix(ValueText.hashOfPrimitives(array));
        }
    }

    private void ordered(Collection<?> elements) {
        mix(elements.size());
        int left = ELEMENT_LIMIT;
        for (Object element : elements) {
            if (left-- == 0) {
                return;
            }
            add(element);
        }
    }

    private void orderedMap(Map<?, ?> map) {
        mix(map.size());
        int left = ELEMENT_LIMIT;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (left-- == 0) {
                return;
            }
            add(entry.getKey());
            add(entry.getValue());
        }
    }

    /** In whatever order the elements come, the sum is the same. Of a large one it depends on the order which come first. */
    private void unordered(Collection<?> elements) {
        mix(elements.size());
        if (elements.size() <= ELEMENT_LIMIT) {
            long sum = 0;
            for (Object element : elements) {
                sum += new Isolated().of(element, ISOLATED_DEPTH);
            }
            mix(sum);
        }
    }

    private record KeyedValue(long key, Object value) {}

    /** Where all keys are values, they give an order. */
    private void unorderedMap(Map<?, ?> map) {
        int size = map.size();
        mix(size);
        if (size > ELEMENT_LIMIT) {
            return;
        }
        KeyedValue[] entries = new KeyedValue[size];
        int count = 0;
        long sum = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (count < size && isValue(entry.getKey())) {
                entries[count++] = new KeyedValue(valueHash(entry.getKey()), entry.getValue());
            } else {
                Isolated one = new Isolated();
                sum += one.of(entry.getKey(), ISOLATED_DEPTH) * MULTIPLIER ^ one.of(entry.getValue(), ISOLATED_DEPTH);
            }
        }
        Arrays.sort(entries, 0, count, (a, b) -> Long.compare(a.key, b.key));
        for (int i = 0; i < count; i++) {
            mix(entries[i].key);
            add(entries[i].value);
        }
        mix(sum);
    }

    /** The hash of an object without a place in an order, by a small tree of its own: numbers would depend on when it comes. */
    private static final class Isolated {
        private int left = ISOLATED_LIMIT;

        long of(Object value, int depth) {
            if (isValue(value)) {
                return valueHash(value);
            }
            long hash = typeHash(value.getClass());
            if (depth == 0 || left-- <= 0) {
                return hash;
            }
            if (value.getClass().isArray()) {
                return value instanceof Object[] elements ? all(Arrays.asList(elements), hash, depth)
                        : hash * MULTIPLIER + ValueText.hashOfPrimitives(value);
            }
            ObjectShape shape = ObjectShape.of(value.getClass());
            return switch (shape.kind()) {
                case ORDERED -> all((Collection<?>) value, hash, depth);
                case UNORDERED -> hash + ((Collection<?>) value).size();
                case ORDERED_MAP, UNORDERED_MAP -> hash + ((Map<?, ?>) value).size();
                case FIELDS -> {
                    for (Field field : shape.fields()) {
                        hash = hash * MULTIPLIER + of(read(field, value), depth - 1);
                    }
                    yield hash;
                }
                default -> hash;
            };
        }

        private long all(Collection<?> elements, long type, int depth) {
            long hash = type + elements.size();
            for (Object element : elements) {
                if (left <= 0) {
                    break;
                }
                left--;
                hash = hash * MULTIPLIER + of(element, depth - 1);
            }
            return hash;
        }
    }

    private static Object read(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException closed) {
            return "?";
        }
    }

    /** Whether it is compared by what it says, whichever object says it. */
    private static boolean isValue(Object value) {
        if (value == null || value instanceof String || value instanceof Enum<?> || value instanceof Class<?> || value instanceof Boolean
                || value instanceof Character || value instanceof Integer || value instanceof Long || value instanceof Short
                || value instanceof Byte || value instanceof Double || value instanceof Float) {
            return true;
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return false;
        }
        ObjectShape.Kind kind = ObjectShape.of(type).kind();
        return kind == ObjectShape.Kind.TEXT || kind == ObjectShape.Kind.DATE;
    }

    private static long valueHash(Object value) {
        if (value == null) {
            return 1;
        } else if (value instanceof String text) {
            return 31L * text.length() + text.hashCode();
        } else if (value instanceof Enum<?> constant) {
            return 31L * typeHash(constant.getDeclaringClass()) + constant.name().hashCode();
        } else if (value instanceof Class<?> type) {
            return 31L * typeHash(type) + 2;
        } else if (value instanceof java.util.Date date) {
            return date.getTime();
        } else if (value instanceof Double || value instanceof Float || value instanceof Boolean || value instanceof Character) {
            return VariableReader.bits(value) + value.getClass().getName().hashCode();
        } else if (value instanceof Number number && isBox(value)) {
            return number.longValue() * MULTIPLIER;
        }
        return 31L * typeHash(value.getClass()) + value.toString().hashCode();
    }

    private static boolean isBox(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    private static long typeHash(Class<?> type) {
        return type.isArray() ? 31 * typeHash(type.getComponentType()) + 7
                : type.isPrimitive() ? type.getName().hashCode() : ObjectShape.of(type).name().hashCode();
    }
}
