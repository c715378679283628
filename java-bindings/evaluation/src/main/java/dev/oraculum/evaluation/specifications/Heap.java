package dev.oraculum.evaluation.specifications;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the objects of a state hold: arrays, objects of the subjects' classes, and collections and maps of the JDK; all else is a value. */
final class Heap {
    private static final Map<Class<?>, List<Field>> FIELDS = new HashMap<>();

    private final SubjectClasses classes;

    Heap(SubjectClasses classes) {
        this.classes = classes;
    }

    boolean isSubject(Object object) {
        return object != null && classes.isSubject(object.getClass()) && !(object instanceof Enum<?>);
    }

    static boolean isArray(Object object) {
        return object != null && object.getClass().isArray();
    }

    static boolean isCollection(Object object) {
        return object instanceof Collection<?> && object.getClass().getName().startsWith("java.util.");
    }

    static boolean isMap(Object object) {
        return object instanceof Map<?, ?> && object.getClass().getName().startsWith("java.util.");
    }

    /** Whether it has a state that may change. */
    boolean isContainer(Object object) {
        return isSubject(object) || isArray(object) || isCollection(object) || isMap(object);
    }

    /** Instance fields, those of superclasses too. */
    static List<Field> fields(Object object) {
        return FIELDS.computeIfAbsent(object.getClass(), type -> {
            List<Field> fields = new ArrayList<>();
            for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        fields.add(field);
                    }
                }
            }
            return List.copyOf(fields);
        });
    }

    static Object get(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the field was made accessible", e);
        }
    }

    static void set(Field field, Object of, Object value) {
        try {
            field.set(of, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the field was made accessible, and is not final", e);
        }
    }

    static boolean isFinal(Field field) {
        return Modifier.isFinal(field.getModifiers());
    }

    /** What an object refers to, by a name that is the same in objects of one shape. */
    Map<String, Object> references(Object object) {
        Map<String, Object> references = new LinkedHashMap<>();
        if (isSubject(object)) {
            fields(object).stream().filter(field -> !field.getType().isPrimitive())
                    .forEach(field -> references.put(field.getName(), get(field, object)));
        } else if (isArray(object) && !object.getClass().getComponentType().isPrimitive()) {
            for (int i = 0; i < Array.getLength(object); i++) {
                references.put("[" + i, Array.get(object, i));
            }
        } else if (isCollection(object)) {
            int i = 0;
            for (Object element : (Collection<?>) object) {
                references.put("(" + i++, element);
            }
        } else if (isMap(object)) {
            int i = 0;
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) {
                references.put("k" + i, entry.getKey());
                references.put("v" + i++, entry.getValue());
            }
        }
        return references;
    }

    /** All containers that can be reached from some objects, each once, in a fixed order. */
    List<Object> reachable(List<Object> from) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> found = new ArrayList<>();
        List<Object> open = new ArrayList<>(from);
        while (!open.isEmpty()) {
            Object object = open.remove(0);
            if (isContainer(object) && seen.add(object)) {
                found.add(object);
                open.addAll(references(object).values());
            }
        }
        return found;
    }
}
