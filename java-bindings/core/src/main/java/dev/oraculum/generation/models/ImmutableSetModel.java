package dev.oraculum.generation.models;

import java.util.Iterator;
import java.util.Objects;
import java.util.Set;

/**
 * What {@link java.util.Set#of()} gives: a set without null, which asks for none either. The order of several elements differs from JVM to
 * JVM.
 */
final class ImmutableSetModel<E> extends UnmodifiableCollectionModel<E> implements Set<E> {
    private final LinkedHashSetModel<E> elements;

    @SuppressWarnings("unchecked")
    ImmutableSetModel(Object... elements) {
        this(new LinkedHashSetModel<>());
        for (Object element : elements) {
            if (!this.elements.add((E) Objects.requireNonNull(element))) {
                throw new IllegalArgumentException();
            }
        }
    }

    private ImmutableSetModel(LinkedHashSetModel<E> elements) {
        super(elements);
        this.elements = elements;
    }

    /** The elements, for a set that has an order of its own. */
    LinkedHashSetModel<E> all() {
        return elements;
    }

    @Override
    public boolean contains(Object element) {
        return super.contains(Objects.requireNonNull(element));
    }

    @Override
    public Iterator<E> iterator() {
        if (size() > 1) {
            throw Intrinsics.unmodelled();
        }
        return super.iterator();
    }
}
