package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.function.Predicate;

/** A list that shows another and does not change it. */
class UnmodifiableListModel<E> extends AbstractListModel<E> {
    private final List<? extends E> shown;

    UnmodifiableListModel(List<? extends E> shown) {
        this.shown = shown;
    }

    @Override
    public int size() {
        return shown.size();
    }

    @Override
    public E get(int index) {
        return shown.get(index);
    }

    @Override
    public boolean contains(Object element) {
        return shown.contains(element);
    }

    @Override
    public int indexOf(Object element) {
        return shown.indexOf(element);
    }

    @Override
    public List<E> subList(int from, int to) {
        return new UnmodifiableListModel<>(shown.subList(from, to));
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

    @Override
    public Iterator<E> iterator() {
        return new UnmodifiableCollectionModel.Elements<>(shown.iterator());
    }

    @Override
    public ListIterator<E> listIterator() {
        return new Places<>(shown.listIterator());
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new Places<>(shown.listIterator(index));
    }

    /** The iterator of the list that is shown, without what changes it. */
    static final class Places<E> extends UnmodifiableCollectionModel.Elements<E> implements ListIterator<E> {
        private final ListIterator<? extends E> of;

        Places(ListIterator<? extends E> of) {
            super(of);
            this.of = of;
        }

        @Override
        public boolean hasPrevious() {
            return of.hasPrevious();
        }

        @Override
        public E previous() {
            return of.previous();
        }

        @Override
        public int nextIndex() {
            return of.nextIndex();
        }

        @Override
        public int previousIndex() {
            return of.previousIndex();
        }

        @Override
        public void set(E element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void add(E element) {
            throw new UnsupportedOperationException();
        }
    }
}
