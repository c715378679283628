package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What {@link java.util.Map#of()} gives: a map without null, which asks for none either. The order of several entries differs from JVM to
 * JVM.
 */
final class ImmutableMapModel<K, V> extends UnmodifiableMapModel<K, V> {
    private final Unordered<K, V> entries;

    @SuppressWarnings("unchecked")
    ImmutableMapModel(Object... keysAndValues) {
        this(new Unordered<>());
        for (int i = 0; i < keysAndValues.length; i += 2) {
            K key = (K) Objects.requireNonNull(keysAndValues[i]);
            V value = (V) Objects.requireNonNull(keysAndValues[i + 1]);
            if (entries.put(key, value) != null) {
                throw new IllegalArgumentException();
            }
        }
    }

    private ImmutableMapModel(Unordered<K, V> entries) {
        super(entries);
        this.entries = entries;
    }

    /** The entries, for a map that has an order of its own. */
    HashMapModel.Entry<K, V>[] all() {
        return entries.arrived();
    }

    @Override
    public boolean containsKey(Object key) {
        return super.containsKey(Objects.requireNonNull(key));
    }

    @Override
    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    @Override
    public V get(Object key) {
        return super.get(Objects.requireNonNull(key));
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        return super.getOrDefault(Objects.requireNonNull(key), otherwise);
    }

    @Override
    public Set<K> keySet() {
        return new Keys<>(entries.keySet());
    }

    @Override
    public Collection<V> values() {
        return new Values<>(entries.values());
    }

    /** Values, none of which is null. */
    private static class Values<E> extends UnmodifiableCollectionModel<E> {
        Values(Collection<E> shown) {
            super(shown);
        }

        @Override
        public boolean contains(Object element) {
            return super.contains(Objects.requireNonNull(element));
        }
    }

    /** Keys, none of which is null. */
    private static final class Keys<E> extends Values<E> implements Set<E> {
        Keys(Set<E> shown) {
            super(shown);
        }
    }

    /** Who goes through several entries does so in an order that nobody knows. */
    private static final class Unordered<K, V> extends HashMapModel<K, V> {
        @Override
        Entry<K, V>[] ordered() {
            if (size() > 1) {
                throw Intrinsics.unmodelled();
            }
            return arrived();
        }
    }
}
