package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A map that shows another and does not change it. */
class UnmodifiableMapModel<K, V> implements Map<K, V> {
    private final Map<? extends K, ? extends V> shown;

    UnmodifiableMapModel(Map<? extends K, ? extends V> shown) {
        this.shown = shown;
    }

    @Override
    public int size() {
        return shown.size();
    }

    @Override
    public boolean isEmpty() {
        return shown.isEmpty();
    }

    @Override
    public boolean containsKey(Object key) {
        return shown.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return shown.containsValue(value);
    }

    @Override
    public V get(Object key) {
        return shown.get(key);
    }

    @Override
    @SuppressWarnings("unchecked")
    public V getOrDefault(Object key, V otherwise) {
        return ((Map<K, V>) shown).getOrDefault(key, otherwise);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        shown.forEach(action);
    }

    @Override
    public Set<K> keySet() {
        return new UnmodifiableSetModel<>(shown.keySet());
    }

    @Override
    public Collection<V> values() {
        return new UnmodifiableCollectionModel<>(shown.values());
    }

    @Override
    @SuppressWarnings("unchecked")
    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries<>((Map<K, V>) shown);
    }

    @Override
    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V remove(Object key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    /** An entry that cannot be set. */
    static final class Entry<K, V> implements Map.Entry<K, V> {
        private final K key;
        private final V value;

        Entry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public V setValue(V value) {
            throw new UnsupportedOperationException();
        }
    }

    /** The view of the entries. */
    private static final class Entries<K, V> extends AbstractCollectionModel<Map.Entry<K, V>> implements Set<Map.Entry<K, V>> {
        private final Map<K, V> map;

        Entries(Map<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object entry) {
            throw Intrinsics.unmodelled();
        }

        @Override
        public boolean remove(Object entry) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void clear() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Walk<>(map.entrySet().iterator());
        }
    }

    /** Of {@link Entries}. */
    private static final class Walk<K, V> implements Iterator<Map.Entry<K, V>> {
        private final Iterator<Map.Entry<K, V>> of;

        Walk(Iterator<Map.Entry<K, V>> of) {
            this.of = of;
        }

        @Override
        public boolean hasNext() {
            return of.hasNext();
        }

        @Override
        public Map.Entry<K, V> next() {
            Map.Entry<K, V> entry = of.next();
            return new Entry<>(entry.getKey(), entry.getValue());
        }

        @Override
        public void remove() {
            throw new UnsupportedOperationException();
        }
    }
}
