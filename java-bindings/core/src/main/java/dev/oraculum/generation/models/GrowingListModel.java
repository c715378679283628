package dev.oraculum.generation.models;

import java.util.Collection;

/** A list that can grow: what {@link java.util.ArrayList}, {@link java.util.LinkedList} and {@link java.util.Vector} have in common. */
abstract class GrowingListModel<E> extends AbstractListModel<E> {
    private Object[] elements = new Object[10];
    private int size;

    @Override
    public int size() {
        return size;
    }

    private void check(int index) {
        if (index < 0 || index >= size) {
            throw outside();
        }
    }

    /** What an index that is not there is answered with. */
    RuntimeException outside() {
        return new IndexOutOfBoundsException();
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        check(index);
        return (E) elements[index];
    }

    @Override
    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        check(index);
        E before = (E) elements[index];
        elements[index] = element;
        return before;
    }

    @Override
    public boolean add(E element) {
        insert(size, element);
        return true;
    }

    @Override
    public void add(int index, E element) {
        if (index < 0 || index > size) {
            throw outside();
        }
        insert(index, element);
    }

    private void insert(int index, E element) {
        modifications++;
        if (size == elements.length) {
            Object[] more = new Object[2 * size];
            for (int i = 0; i < size; i++) {
                more[i] = elements[i];
            }
            elements = more;
        }
        for (int i = size; i > index; i--) {
            elements[i] = elements[i - 1];
        }
        elements[index] = element;
        size++;
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean addAll(Collection<? extends E> others) {
        Object[] all = others.toArray();
        modifications++;
        for (Object element : all) {
            insert(size, (E) element);
        }
        return all.length > 0;
    }

    @Override
    public E remove(int index) {
        E before = get(index);
        modifications++;
        for (int i = index + 1; i < size; i++) {
            elements[i - 1] = elements[i];
        }
        size--;
        elements[size] = null;
        return before;
    }

    @Override
    public boolean remove(Object element) {
        int index = indexOf(element);
        if (index < 0) {
            return false;
        }
        remove(index);
        return true;
    }

    @Override
    public void clear() {
        modifications++;
        for (int i = 0; i < size; i++) {
            elements[i] = null;
        }
        size = 0;
    }
}
