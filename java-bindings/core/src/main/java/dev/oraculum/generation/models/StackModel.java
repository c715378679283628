package dev.oraculum.generation.models;

import java.util.EmptyStackException;

/** {@link java.util.Stack}. */
class StackModel<E> extends VectorModel<E> {
    StackModel() {}

    public E push(E element) {
        add(element);
        return element;
    }

    public E pop() {
        E top = peek();
        remove(size() - 1);
        return top;
    }

    public E peek() {
        if (size() == 0) {
            throw new EmptyStackException();
        }
        return get(size() - 1);
    }

    public boolean empty() {
        return size() == 0;
    }

    public int search(Object element) {
        int index = lastIndexOf(element);
        return index < 0 ? -1 : size() - index;
    }
}
