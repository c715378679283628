package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;

/** {@link java.util.AbstractList}, all by {@link #get}, {@link #size}, and what changes it. */
abstract class AbstractListModel<E> extends AbstractCollectionModel<E> implements List<E> {
    /** How often the number of elements has changed. */
    int modifications;

    @Override
    public boolean add(E element) {
        add(size(), element);
        return true;
    }

    @Override
    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        throw Intrinsics.unmodelled();
    }

    @Override
    public int indexOf(Object element) {
        int size = size();
        for (int i = 0; i < size; i++) {
            if (same(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        for (int i = size() - 1; i >= 0; i--) {
            if (same(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public Iterator<E> iterator() {
        return new Elements<>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return new Elements<>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size()) {
            throw new IndexOutOfBoundsException();
        }
        return new Elements<>(this, index);
    }

    @Override
    public List<E> subList(int from, int to) {
        if (from < 0 || to > size()) {
            throw new IndexOutOfBoundsException();
        }
        if (from > to) {
            throw new IllegalArgumentException();
        }
        return new SubListModel<>(this, from, to);
    }

    /** An iterator, which ends where somebody else has changed the list. */
    static final class Elements<E> implements ListIterator<E> {
        private final AbstractListModel<E> of;
        private int next;
        private int last = -1;
        private int expected;

        Elements(AbstractListModel<E> of, int next) {
            this.of = of;
            this.next = next;
            expected = of.modifications;
        }

        private void check() {
            if (of.modifications != expected) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return next != of.size();
        }

        @Override
        public E next() {
            check();
            if (next >= of.size()) {
                throw new NoSuchElementException();
            }
            last = next;
            next++;
            return of.get(last);
        }

        @Override
        public boolean hasPrevious() {
            return next != 0;
        }

        @Override
        public E previous() {
            check();
            if (next <= 0) {
                throw new NoSuchElementException();
            }
            next--;
            last = next;
            return of.get(last);
        }

        @Override
        public int nextIndex() {
            return next;
        }

        @Override
        public int previousIndex() {
            return next - 1;
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            of.remove(last);
            if (last < next) {
                next--;
            }
            last = -1;
            expected = of.modifications;
        }

        @Override
        public void set(E element) {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            of.set(last, element);
        }

        @Override
        public void add(E element) {
            check();
            of.add(next, element);
            next++;
            last = -1;
            expected = of.modifications;
        }
    }
}
