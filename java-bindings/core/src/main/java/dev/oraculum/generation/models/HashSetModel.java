package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Iterator;
import java.util.Set;

/** {@link java.util.HashSet}: the keys of a map. */
class HashSetModel<E> extends AbstractCollectionModel<E> implements Set<E> {
    private final HashMapModel<E, Boolean> map;

    HashSetModel() {
        this(new HashMapModel<>());
    }

    HashSetModel(int capacity) {
        this(new HashMapModel<>(capacity));
    }

    HashSetModel(Collection<? extends E> others) {
        this(mapOf(others.size()));
        addAll(others);
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        if (!(others instanceof ImmutableSetModel) || others.size() < 2) {
            return super.addAll(others);
        }
        map.beginUnordered();
        boolean changed = super.addAll(((ImmutableSetModel<? extends E>) others).all());
        map.endUnordered();
        return changed;
    }

    HashSetModel(HashMapModel<E, Boolean> map) {
        this.map = map;
    }

    private static <E> HashMapModel<E, Boolean> mapOf(int count) {
        int down = Math.max((int) (count / 0.75f) + 1, 16);
        int up = (int) Math.ceil(Math.max(count, 12) / 0.75);
        // Between these is a power of two: releases have tables of different sizes.
        int power = 16;
        while (power < up) {
            power *= 2;
        }
        if (power < down) {
            throw Intrinsics.unmodelled();
        }
        return new HashMapModel<>(power);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }
}
