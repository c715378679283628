package dev.oraculum.generation.models;

import java.util.function.Supplier;

/** {@link java.util.Objects}, but for {@code equals}, which the engine knows as it knows those of texts and numbers. */
final class ObjectsModel {
    private ObjectsModel() {}

    public static boolean isNull(Object object) {
        return object == null;
    }

    public static boolean nonNull(Object object) {
        return object != null;
    }

    public static String toString(Object object) {
        return object == null ? "null" : object.toString();
    }

    public static String toString(Object object, String otherwise) {
        return object == null ? otherwise : object.toString();
    }

    public static <T> T requireNonNull(T object) {
        if (object == null) {
            throw new NullPointerException();
        }
        return object;
    }

    /** @param message is not followed */
    public static <T> T requireNonNull(T object, String message) {
        if (object == null) {
            throw new NullPointerException();
        }
        return object;
    }

    public static <T> T requireNonNull(T object, Supplier<String> message) {
        if (object == null) {
            if (message != null) {
                message.get();
            }
            throw new NullPointerException();
        }
        return object;
    }

    public static <T> T requireNonNullElse(T object, T otherwise) {
        return object != null ? object : requireNonNull(otherwise);
    }

    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException();
        }
        return index;
    }
}
