package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Iterator;
import java.util.function.Predicate;

/** A collection that shows another and does not change it. */
class UnmodifiableCollectionModel<E> extends AbstractCollectionModel<E> {
    private final Collection<? extends E> shown;

    UnmodifiableCollectionModel(Collection<? extends E> shown) {
        this.shown = shown;
    }

    @Override
    public int size() {
        return shown.size();
    }

    @Override
    public boolean contains(Object element) {
        return shown.contains(element);
    }

    @Override
    public Iterator<E> iterator() {
        return new Elements<>(shown.iterator());
    }

    @Override
    public boolean remove(Object element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    /** The iterator of what is shown, without what changes it. */
    static class Elements<E> implements Iterator<E> {
        private final Iterator<? extends E> of;

        Elements(Iterator<? extends E> of) {
            this.of = of;
        }

        @Override
        public boolean hasNext() {
            return of.hasNext();
        }

        @Override
        public E next() {
            return of.next();
        }

        @Override
        public void remove() {
            throw new UnsupportedOperationException();
        }
    }
}
