package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;

/** {@link java.util.ArrayDeque}: a deque without null. Its iterators do not look for changes by others. */
class ArrayDequeModel<E> extends AbstractCollectionModel<E> implements Deque<E> {
    private final LinkedListModel<E> elements = new LinkedListModel<>();

    ArrayDequeModel() {}

    /** @param capacity makes no difference that can be seen */
    ArrayDequeModel(int capacity) {}

    ArrayDequeModel(Collection<? extends E> others) {
        addAll(others);
    }

    private static <E> E some(E element) {
        if (element == null) {
            throw new NullPointerException();
        }
        return element;
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public Iterator<E> iterator() {
        throw Intrinsics.unmodelled();
    }

    @Override
    public boolean contains(Object element) {
        return element != null && elements.contains(element);
    }

    @Override
    public void clear() {
        elements.clear();
    }

    @Override
    public boolean add(E element) {
        return elements.add(some(element));
    }

    @Override
    public void addFirst(E element) {
        elements.addFirst(some(element));
    }

    @Override
    public void addLast(E element) {
        elements.addLast(some(element));
    }

    @Override
    public boolean offer(E element) {
        return elements.offer(some(element));
    }

    @Override
    public boolean offerFirst(E element) {
        return elements.offerFirst(some(element));
    }

    @Override
    public boolean offerLast(E element) {
        return elements.offerLast(some(element));
    }

    @Override
    public void push(E element) {
        elements.push(some(element));
    }

    @Override
    public E getFirst() {
        return elements.getFirst();
    }

    @Override
    public E getLast() {
        return elements.getLast();
    }

    @Override
    public E element() {
        return elements.element();
    }

    @Override
    public E peek() {
        return elements.peek();
    }

    @Override
    public E peekFirst() {
        return elements.peekFirst();
    }

    @Override
    public E peekLast() {
        return elements.peekLast();
    }

    @Override
    public E removeFirst() {
        return elements.removeFirst();
    }

    @Override
    public E removeLast() {
        return elements.removeLast();
    }

    @Override
    public E remove() {
        return elements.remove();
    }

    @Override
    public E pop() {
        return elements.pop();
    }

    @Override
    public E poll() {
        return elements.poll();
    }

    @Override
    public E pollFirst() {
        return elements.pollFirst();
    }

    @Override
    public E pollLast() {
        return elements.pollLast();
    }

    @Override
    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        return element != null && elements.removeFirstOccurrence(element);
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        return element != null && elements.removeLastOccurrence(element);
    }

    @Override
    public Iterator<E> descendingIterator() {
        throw Intrinsics.unmodelled();
    }
}
