package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** {@link java.util.LinkedList}. */
class LinkedListModel<E> extends GrowingListModel<E> implements Deque<E> {
    LinkedListModel() {}

    LinkedListModel(Collection<? extends E> others) {
        addAll(others);
    }

    @Override
    public void addFirst(E element) {
        add(0, element);
    }

    @Override
    public void addLast(E element) {
        add(element);
    }

    @Override
    public boolean offer(E element) {
        return add(element);
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    private void needsSome() {
        if (size() == 0) {
            throw new NoSuchElementException();
        }
    }

    @Override
    public E getFirst() {
        needsSome();
        return get(0);
    }

    @Override
    public E getLast() {
        needsSome();
        return get(size() - 1);
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public E peekFirst() {
        return size() == 0 ? null : get(0);
    }

    @Override
    public E peekLast() {
        return size() == 0 ? null : get(size() - 1);
    }

    @Override
    public E removeFirst() {
        needsSome();
        return remove(0);
    }

    @Override
    public E removeLast() {
        needsSome();
        return remove(size() - 1);
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E pollFirst() {
        return size() == 0 ? null : remove(0);
    }

    @Override
    public E pollLast() {
        return size() == 0 ? null : remove(size() - 1);
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        return remove(element);
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        int index = lastIndexOf(element);
        if (index < 0) {
            return false;
        }
        remove(index);
        return true;
    }

    @Override
    public Iterator<E> descendingIterator() {
        throw Intrinsics.unmodelled();
    }
}
