package dev.oraculum.generation.models;

import java.util.Set;

/** The static methods of {@link java.util.Set}. */
interface SetModel {
    static <E> Set<E> of(Object... elements) {
        return new ImmutableSetModel<>(elements);
    }

    static <E> Set<E> of() {
        return new ImmutableSetModel<>();
    }

    static <E> Set<E> of(E e1) {
        return new ImmutableSetModel<>(new Object[] {e1});
    }

    static <E> Set<E> of(E e1, E e2) {
        return new ImmutableSetModel<>(e1, e2);
    }

    static <E> Set<E> of(E e1, E e2, E e3) {
        return new ImmutableSetModel<>(e1, e2, e3);
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4) {
        return new ImmutableSetModel<>(e1, e2, e3, e4);
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
        return new ImmutableSetModel<>(e1, e2, e3, e4, e5);
    }
}
