package dev.oraculum.runtime.states;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The object that stands for what held recorded contents.
 *
 * @param kind what it is
 * @param element sort of its elements, {@code ZBCSIJFDLT}
 */
public record Held(Kind kind, char element) {
    /** From the least to the most specific, for an object that several variables refer to. */
    public enum Kind {
        COLLECTION,
        LIST,
        SET,
        REFERENCE_ARRAY,
        OBJECT_ARRAY,
        PRIMITIVE_ARRAY,
        STRING
    }

    boolean isMoreSpecificThan(Held other) {
        return kind.compareTo(other.kind) > 0;
    }

    /** A holder of so many elements, to be filled, because an array or collection may hold itself. A string is whole at once. */
    Object empty(Object contents) {
        return switch (kind) {
            // Not the same string for equal contents: it has an identity of its own.
            case STRING -> new String(((String) contents).toCharArray());
            case PRIMITIVE_ARRAY -> Array.newInstance(primitive(), ((List<?>) contents).size());
            case REFERENCE_ARRAY, OBJECT_ARRAY -> Array.newInstance(elementClass(element), ((List<?>) contents).size());
            // Of elements that are references only the identity is known.
            case SET -> element == 'L' ? Collections.newSetFromMap(new IdentityHashMap<>()) : new LinkedHashSet<>();
            case LIST, COLLECTION -> new ArrayList<>();
        };
    }

    /** Puts elements, boxed, into what {@link #empty} made for as many. */
    void fill(Object holder, List<?> elements) {
        if (holder instanceof Collection<?>) {
            @SuppressWarnings("unchecked")
            Collection<Object> collection = (Collection<Object>) holder;
            collection.addAll(elements);
        } else {
            for (int i = 0; i < elements.size(); i++) {
                Array.set(holder, i, elements.get(i));
            }
        }
    }

    private Class<?> primitive() {
        return java.lang.invoke.MethodType.methodType(elementClass(element)).unwrap().returnType();
    }

    /** The box of a primitive type, String or Object. */
    public static Class<?> elementClass(char sort) {
        return switch (sort) {
            case 'Z' -> Boolean.class;
            case 'B' -> Byte.class;
            case 'S' -> Short.class;
            case 'C' -> Character.class;
            case 'I' -> Integer.class;
            case 'J' -> Long.class;
            case 'F' -> Float.class;
            case 'D' -> Double.class;
            case 'T' -> String.class;
            default -> Object.class;
        };
    }
}
