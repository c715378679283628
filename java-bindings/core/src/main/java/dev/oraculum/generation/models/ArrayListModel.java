package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.RandomAccess;

/** {@link java.util.ArrayList}. */
class ArrayListModel<E> extends GrowingListModel<E> implements RandomAccess {
    ArrayListModel() {}

    ArrayListModel(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
    }

    ArrayListModel(Collection<? extends E> others) {
        addAll(others);
    }

    /** @param capacity makes no difference that can be seen */
    public void ensureCapacity(int capacity) {}

    public void trimToSize() {}
}
