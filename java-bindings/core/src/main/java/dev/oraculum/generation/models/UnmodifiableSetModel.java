package dev.oraculum.generation.models;

import java.util.Set;

/** A set that shows another and does not change it. */
final class UnmodifiableSetModel<E> extends UnmodifiableCollectionModel<E> implements Set<E> {
    UnmodifiableSetModel(Set<? extends E> shown) {
        super(shown);
    }
}
