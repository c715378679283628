package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** {@link java.util.AbstractCollection}, all by its iterator. */
abstract class AbstractCollectionModel<E> implements Collection<E> {
    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean contains(Object element) {
        for (E own : this) {
            if (same(element, own)) {
                return true;
            }
        }
        return false;
    }

    /** By {@code equals} alone: whether two numbers are one object is not known. */
    static boolean same(Object wanted, Object own) {
        return wanted == null ? own == null : wanted.equals(own);
    }

    @Override
    public Object[] toArray() {
        Object[] all = new Object[size()];
        int place = 0;
        for (E element : this) {
            all[place++] = element;
        }
        return all;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] array) {
        int size = size();
        T[] all = array.length < size ? Intrinsics.like(array, size) : array;
        int place = 0;
        for (E element : this) {
            all[place++] = (T) element;
        }
        if (all.length > size) {
            all[size] = null;
        }
        return all;
    }

    @Override
    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object element) {
        for (Iterator<E> iterator = iterator(); iterator.hasNext();) {
            if (same(element, iterator.next())) {
                iterator.remove();
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        for (Object other : others) {
            if (!contains(other)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        boolean changed = false;
        for (E other : others) {
            changed |= add(other);
        }
        return changed;
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return keep(Objects.requireNonNull(others), false);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        return keep(Objects.requireNonNull(others), true);
    }

    private boolean keep(Collection<?> others, boolean kept) {
        boolean changed = false;
        for (Iterator<E> iterator = iterator(); iterator.hasNext();) {
            if (others.contains(iterator.next()) != kept) {
                iterator.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        boolean changed = false;
        for (Iterator<E> iterator = iterator(); iterator.hasNext();) {
            if (filter.test(iterator.next())) {
                iterator.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        for (E element : this) {
            action.accept(element);
        }
    }

    @Override
    public void clear() {
        for (Iterator<E> iterator = iterator(); iterator.hasNext();) {
            iterator.next();
            iterator.remove();
        }
    }
}
