package dev.oraculum.generation.models;

import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** {@link java.util.Optional}, but for what makes others of it. */
final class OptionalModel<T> {
    private final T value;

    private OptionalModel(T value) {
        this.value = value;
    }

    public static <T> OptionalModel<T> empty() {
        return new OptionalModel<>(null);
    }

    public static <T> OptionalModel<T> of(T value) {
        if (value == null) {
            throw new NullPointerException();
        }
        return new OptionalModel<>(value);
    }

    public static <T> OptionalModel<T> ofNullable(T value) {
        return new OptionalModel<>(value);
    }

    public boolean isPresent() {
        return value != null;
    }

    public boolean isEmpty() {
        return value == null;
    }

    public T get() {
        if (value == null) {
            throw new NoSuchElementException();
        }
        return value;
    }

    public T orElseThrow() {
        return get();
    }

    public T orElse(T otherwise) {
        return value != null ? value : otherwise;
    }

    public T orElseGet(Supplier<? extends T> otherwise) {
        return value != null ? value : otherwise.get();
    }

    public void ifPresent(Consumer<? super T> action) {
        if (value != null) {
            action.accept(value);
        }
    }
}
