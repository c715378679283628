package dev.oraculum.generation.models;

import java.util.Collection;

/** {@link java.util.LinkedHashSet}. */
class LinkedHashSetModel<E> extends HashSetModel<E> {
    LinkedHashSetModel() {
        super(new LinkedHashMapModel<>());
    }

    LinkedHashSetModel(int capacity) {
        super(new LinkedHashMapModel<>(capacity));
    }

    LinkedHashSetModel(Collection<? extends E> others) {
        super(new LinkedHashMapModel<>());
        addAll(others);
    }
}
