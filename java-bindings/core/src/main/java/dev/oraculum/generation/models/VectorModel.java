package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.NoSuchElementException;
import java.util.RandomAccess;

/** {@link java.util.Vector}. */
class VectorModel<E> extends GrowingListModel<E> implements RandomAccess {
    VectorModel() {}

    VectorModel(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
    }

    VectorModel(Collection<? extends E> others) {
        addAll(others);
    }

    @Override
    RuntimeException outside() {
        return new ArrayIndexOutOfBoundsException();
    }

    public E elementAt(int index) {
        return get(index);
    }

    public void addElement(E element) {
        add(element);
    }

    public E firstElement() {
        if (size() == 0) {
            throw new NoSuchElementException();
        }
        return get(0);
    }

    public E lastElement() {
        if (size() == 0) {
            throw new NoSuchElementException();
        }
        return get(size() - 1);
    }

    public void setElementAt(E element, int index) {
        set(index, element);
    }

    public boolean removeElement(Object element) {
        return remove(element);
    }

    public void removeAllElements() {
        clear();
    }
}
