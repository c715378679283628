package dev.oraculum.generation.models;

import java.util.ConcurrentModificationException;

/** What {@link java.util.List#subList} gives: it ends where somebody else has changed the list below. */
final class SubListModel<E> extends AbstractListModel<E> {
    private final AbstractListModel<E> below;
    private final int from;
    private int size;

    SubListModel(AbstractListModel<E> below, int from, int to) {
        this.below = below;
        this.from = from;
        this.size = to - from;
        this.modifications = below.modifications;
    }

    private void check() {
        if (below.modifications != modifications) {
            throw new ConcurrentModificationException();
        }
    }

    private int at(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        check();
        return from + index;
    }

    @Override
    public int size() {
        check();
        return size;
    }

    @Override
    public E get(int index) {
        return below.get(at(index));
    }

    @Override
    public E set(int index, E element) {
        return below.set(at(index), element);
    }

    @Override
    public void add(int index, E element) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException();
        }
        check();
        below.add(from + index, element);
        modifications = below.modifications;
        size++;
    }

    @Override
    public E remove(int index) {
        E before = below.remove(at(index));
        modifications = below.modifications;
        size--;
        return before;
    }
}
