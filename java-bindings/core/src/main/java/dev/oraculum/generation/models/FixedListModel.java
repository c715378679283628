package dev.oraculum.generation.models;

/** A list over an array: what {@link java.util.Arrays#asList} gives. Elements can be set. */
final class FixedListModel<E> extends AbstractListModel<E> {
    private final E[] elements;

    FixedListModel(E[] elements) {
        this.elements = elements;
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public E get(int index) {
        return elements[index];
    }

    @Override
    public E set(int index, E element) {
        E before = elements[index];
        elements[index] = element;
        return before;
    }
}
