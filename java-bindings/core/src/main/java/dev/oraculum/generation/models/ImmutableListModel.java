package dev.oraculum.generation.models;

import java.util.List;
import java.util.Objects;

/** What {@link java.util.List#of()} gives: a list without null, which asks no element for null either. */
final class ImmutableListModel<E> extends UnmodifiableListModel<E> {
    ImmutableListModel(E[] elements) {
        super(withoutNull(elements));
    }

    private static <E> ArrayListModel<E> withoutNull(E[] elements) {
        ArrayListModel<E> list = new ArrayListModel<>();
        for (E element : elements) {
            list.add(Objects.requireNonNull(element));
        }
        return list;
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<E> subList(int from, int to) {
        // A copy is as good: nothing changes either.
        return new ImmutableListModel<>((E[]) super.subList(from, to).toArray());
    }

    @Override
    public boolean contains(Object element) {
        return super.contains(Objects.requireNonNull(element));
    }

    @Override
    public int indexOf(Object element) {
        return super.indexOf(Objects.requireNonNull(element));
    }

    @Override
    public int lastIndexOf(Object element) {
        return super.lastIndexOf(Objects.requireNonNull(element));
    }
}
