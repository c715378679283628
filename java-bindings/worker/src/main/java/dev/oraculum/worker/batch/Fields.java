package dev.oraculum.worker.batch;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Fields of an object of the program, private ones too, and of objects of the program in them, as an answer says them. No code under test
 * runs.
 */
final class Fields {
    /** Fields that are said. */
    private static final int MAX_FIELDS = 40;
    /** How deep objects are nested that are gone into. */
    private static final int MAX_DEPTH = 3;

    /** Of each its path and its value. */
    private final AnswerOutput said = new AnswerOutput();
    private int count;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Fields() {}

    /** Of something else nothing is said. */
    static void write(Object object, AnswerOutput out) {
        if (object == null || !isOfProgram(object.getClass())) {
            Values.writeNothing(out);
            return;
        }
        Fields fields = new Fields();
        fields.walk(object, "", 0);
        Values.writeState(fields.count, fields.said, out);
    }

    /**
     * What is asked of a class for each of its objects: found out once, as reflection takes long.
     *
     * @param ofProgram whether it is gone into. Constants of enums are the same everywhere; classes that a JVM makes up have names of their
     *     own each time
     * @param own those that each object has, by name; without synthetic ones
     * @param shared static ones of a reference type
     */
    private record Layout(boolean ofProgram, List<Field> own, List<Field> shared) {
        private static final Layout OTHER = new Layout(false, List.of(), List.of());

        private static final ClassValue<Layout> LAYOUTS = new ClassValue<>() {
            @Override
            protected Layout computeValue(Class<?> type) {
                boolean ofProgram = type.getClassLoader() == ClassLoader.getSystemClassLoader() && !type.isHidden() && !type.isArray()
                        && !Enum.class.isAssignableFrom(type);
                return ofProgram ? declaredBy(type) : OTHER;
            }
        };

        static Layout of(Class<?> type) {
            return LAYOUTS.get(type);
        }

        private static Layout declaredBy(Class<?> type) {
            Field[] declared = type.getDeclaredFields();
            Arrays.sort(declared, Comparator.comparing(Field::getName));
            List<Field> own = new ArrayList<>();
            List<Field> shared = new ArrayList<>();
            for (Field field : declared) {
                try {
                    field.setAccessible(true);
                } catch (RuntimeException e) {
                    // Of a module that does not let us look: it is read as null.
                }
                if (Modifier.isStatic(field.getModifiers())) {
                    if (!field.getType().isPrimitive()) {
                        shared.add(field);
                    }
                } else if (!field.isSynthetic()) {
                    own.add(field);
                }
            }
            return new Layout(true, List.copyOf(own), List.copyOf(shared));
        }
    }

    private static boolean isOfProgram(Class<?> type) {
        return Layout.of(type).ofProgram();
    }

    /** Whether a static field of its class has it: tests share it, and what one does to it, the others see. */
    private static boolean isShared(Object object) {
        for (Class<?> type = object.getClass(); type != null && isOfProgram(type); type = type.getSuperclass()) {
            for (Field field : Layout.of(type).shared()) {
                if (get(field, null) == object) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Object get(Field field, Object of) {
        try {
            return field.get(of);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private void walk(Object object, String prefix, int depth) {
        if (!seen.add(object) || isShared(object)) {
            return;
        }
        for (Class<?> type = object.getClass(); type != null && isOfProgram(type); type = type.getSuperclass()) {
            for (Field field : Layout.of(type).own()) {
                if (count < MAX_FIELDS) {
                    say(object, field, prefix, depth);
                }
            }
        }
    }

    private void say(Object object, Field field, String prefix, int depth) {
        Object value = get(field, object);
        String path = prefix + field.getName();
        count++;
        said.text(path);
        if (value != null && value.getClass().isHidden()) {
            Values.writeNothing(said);
        } else {
            Values.write(value, said);
        }
        if (value != null && depth < MAX_DEPTH && isOfProgram(value.getClass())) {
            walk(value, path + ".", depth + 1);
        }
    }
}
