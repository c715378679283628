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

    private final List<String> paths = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();
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
        Values.writeState(fields.paths, fields.values, out);
    }

    /** Constants of enums are the same everywhere; classes that a JVM makes up have names of their own each time. */
    private static boolean isOfProgram(Class<?> type) {
        return type.getClassLoader() == ClassLoader.getSystemClassLoader() && !type.isHidden() && !type.isArray()
                && !Enum.class.isAssignableFrom(type);
    }

    /** Whether a static field of its class has it: tests share it, and what one does to it, the others see. */
    private static boolean isShared(Object object) {
        for (Class<?> type = object.getClass(); type != null && isOfProgram(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() && get(field, null) == object) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Null also of a module that does not let us look. */
    private static Object get(Field field, Object of) {
        try {
            field.setAccessible(true);
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
            Field[] declared = type.getDeclaredFields();
            Arrays.sort(declared, Comparator.comparing(Field::getName));
            for (Field field : declared) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && paths.size() < MAX_FIELDS) {
                    say(object, field, prefix, depth);
                }
            }
        }
    }

    private void say(Object object, Field field, String prefix, int depth) {
        Object value = get(field, object);
        String path = prefix + field.getName();
        paths.add(path);
        AnswerOutput said = new AnswerOutput();
        if (value != null && value.getClass().isHidden()) {
            Values.writeNothing(said);
        } else {
            Values.write(value, said);
        }
        values.add(said.toByteArray());
        if (value != null && depth < MAX_DEPTH && isOfProgram(value.getClass())) {
            walk(value, path + ".", depth + 1);
        }
    }
}
