package dev.oraculum.generation.models;

import java.nio.InvalidMarkException;

/** {@link java.nio.Buffer}. */
abstract class BufferModel {
    private final int capacity;
    private int position;
    private int limit;
    private int mark = -1;

    BufferModel(int capacity, int position, int limit) {
        this.capacity = capacity;
        this.position = position;
        this.limit = limit;
    }

    public final int capacity() {
        return capacity;
    }

    public final int position() {
        return position;
    }

    public BufferModel position(int to) {
        if (to < 0 || to > limit) {
            throw new IllegalArgumentException();
        }
        if (mark > to) {
            mark = -1;
        }
        position = to;
        return this;
    }

    public final int limit() {
        return limit;
    }

    public BufferModel limit(int to) {
        if (to < 0 || to > capacity) {
            throw new IllegalArgumentException();
        }
        limit = to;
        position = Math.min(position, to);
        if (mark > to) {
            mark = -1;
        }
        return this;
    }

    public BufferModel mark() {
        mark = position;
        return this;
    }

    public BufferModel reset() {
        if (mark < 0) {
            throw new InvalidMarkException();
        }
        position = mark;
        return this;
    }

    public BufferModel clear() {
        limit = capacity;
        return rewind();
    }

    public BufferModel flip() {
        limit = position;
        return rewind();
    }

    public BufferModel rewind() {
        position = 0;
        mark = -1;
        return this;
    }

    public final int remaining() {
        return Math.max(limit - position, 0);
    }

    public final boolean hasRemaining() {
        return position < limit;
    }

    /** The place of the next elements, which are then behind; -1: there are not so many. */
    final int take(int count) {
        if (limit - position < count) {
            return -1;
        }
        position += count;
        return position - count;
    }

    /** The place of elements of an index. */
    final int at(int index, int count) {
        if (index < 0 || count > limit - index) {
            throw new IndexOutOfBoundsException();
        }
        return index;
    }

    final void forgetMark() {
        mark = -1;
    }

    final void markAs(BufferModel other) {
        mark = other.mark;
    }
}
