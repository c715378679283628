package dev.oraculum.generation.models;

import java.util.List;

/** The static methods of {@link java.util.List}. */
interface ListModel {
    @SuppressWarnings("unchecked")
    static <E> List<E> of(Object... elements) {
        return new ImmutableListModel<>((E[]) elements);
    }

    static <E> List<E> of() {
        return ListModel.of(new Object[0]);
    }

    static <E> List<E> of(E e1) {
        return ListModel.of(new Object[] {e1});
    }

    static <E> List<E> of(E e1, E e2) {
        return ListModel.of(new Object[] {e1, e2});
    }

    static <E> List<E> of(E e1, E e2, E e3) {
        return ListModel.of(new Object[] {e1, e2, e3});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4) {
        return ListModel.of(new Object[] {e1, e2, e3, e4});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return ListModel.of(new Object[] {e1, e2, e3, e4, e5});
    }
}
