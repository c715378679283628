package dev.oraculum.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Copies of records that differ in one component, so that a record lists its components once. */
public final class Records {
    private Records() {}

    /**
     * The same record with another value of one component.
     *
     * @param record a public record
     * @throws IllegalArgumentException the record refuses the value, or has no such component
     */
    public static <T extends Record> T with(T record, String name, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[components.length];
        boolean found = false;
        try {
            for (int i = 0; i < components.length; i++) {
                boolean changed = components[i].getName().equals(name);
                found |= changed;
                values[i] = changed ? value : components[i].getAccessor().invoke(record);
            }
            if (!found) {
                throw new IllegalArgumentException(record.getClass().getSimpleName() + " has no component " + name);
            }
            @SuppressWarnings("unchecked")
            Constructor<T> constructor = (Constructor<T>) record.getClass().getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException("a record's constructor throws no checked exception", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the constructor and accessors of a public record are public", e);
        }
    }
}
