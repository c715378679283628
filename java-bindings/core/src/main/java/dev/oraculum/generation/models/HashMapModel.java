package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * {@link java.util.HashMap}. Entries are looked for by {@code equals} alone, one after the other: so a key that is asked for is compared
 * with those that are there, and not with a hash code. Iterators give them in the order of the JDK's table, which all its releases since 8
 * have, but for buckets of eight and more, which may become trees.
 */
class HashMapModel<K, V> implements Map<K, V> {
    private static final int DEFAULT_CAPACITY = 16;
    /** The JDK's releases differ. */
    private static final int UNKNOWN = -1;

    /** In the order in which they came. */
    private Entry<K, V>[] entries = entries(8);
    private int size;
    /** Buckets of the table; 0: there is none yet; or {@link #UNKNOWN}. */
    private int buckets;
    /** Buckets that the table will have; 0: as many as by default; or {@link #UNKNOWN}. */
    private int first;
    private int modifications;
    /** Entries of ranks from the one to the other came in an order that nobody knows; none where the last one is 0. */
    private int firstUnordered;
    private int lastUnordered;
    private int lastRank;
    private int firstRank;

    HashMapModel() {}

    HashMapModel(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
        first = powerOfTwo(capacity);
    }

    HashMapModel(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Entry<K, V>[] entries(int length) {
        return (Entry<K, V>[]) new Entry<?, ?>[length];
    }

    private static int powerOfTwo(int least) {
        int power = 1;
        while (power < least) {
            power *= 2;
        }
        return power;
    }

    /** An entry, as views give it. */
    static final class Entry<K, V> implements Map.Entry<K, V> {
        private final K key;
        private V value;
        /** Orders the entries of a bucket. */
        private final int rank;

        Entry(K key, V value, int rank) {
            this.key = key;
            this.value = value;
            this.rank = rank;
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
            V before = this.value;
            this.value = value;
            return before;
        }
    }

    private int find(Object key) {
        for (int i = 0; i < size; i++) {
            if (AbstractCollectionModel.same(key, entries[i].key)) {
                return i;
            }
        }
        return -1;
    }

    /** @param isFirst in its bucket: so comes what a function has computed, all else comes last */
    private void append(K key, V value, boolean isFirst) {
        modifications++;
        if (size == entries.length) {
            Entry<K, V>[] more = entries(2 * size);
            for (int i = 0; i < size; i++) {
                more[i] = entries[i];
            }
            entries = more;
        }
        entries[size++] = new Entry<>(key, value, isFirst ? --firstRank : ++lastRank);
        if (!isFirst) {
            makeRoom();
        }
    }

    /** Grows the table where it has too many entries: after one was put, or before one is computed. */
    private void makeRoom() {
        if (buckets == 0) {
            buckets = first == 0 ? DEFAULT_CAPACITY : first;
        }
        if (buckets != UNKNOWN && size > most(buckets)) {
            buckets *= 2;
        }
    }

    /** Entries that a table may have before it grows. */
    private static int most(int buckets) {
        return buckets / 4 * 3 + buckets % 4 * 3 / 4;
    }

    private V removeAt(int place) {
        modifications++;
        V before = entries[place].value;
        for (int i = place + 1; i < size; i++) {
            entries[i - 1] = entries[i];
        }
        entries[--size] = null;
        return before;
    }

    /** The entries in the order of iterators. */
    Entry<K, V>[] ordered() {
        if (buckets == UNKNOWN) {
            throw Intrinsics.unmodelled();
        }
        int[] places = new int[size];
        Entry<K, V>[] ordered = entries(size);
        for (int i = 0; i < size; i++) {
            int hash = entries[i].key == null ? 0 : Intrinsics.concrete(entries[i].key.hashCode());
            int place = (hash ^ hash >>> 16) & buckets - 1;
            int at = i;
            for (; at > 0 && isAfter(places[at - 1], ordered[at - 1].rank, place, entries[i].rank); at--) {
                places[at] = places[at - 1];
                ordered[at] = ordered[at - 1];
            }
            boolean before = at > 0 && places[at - 1] == place && isUnordered(ordered[at - 1].rank);
            boolean after = at < i && places[at + 1] == place && isUnordered(ordered[at + 1].rank);
            if (isUnordered(entries[i].rank) && (before || after)) {
                throw Intrinsics.unmodelled();
            }
            places[at] = place;
            ordered[at] = entries[i];
        }
        return ordered;
    }

    private static boolean isAfter(int place, int rank, int otherPlace, int otherRank) {
        return place > otherPlace || place == otherPlace && rank > otherRank;
    }

    /** The entries as they came. */
    final Entry<K, V>[] arrived() {
        Entry<K, V>[] all = entries(size);
        for (int i = 0; i < size; i++) {
            all[i] = entries[i];
        }
        return all;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    @Override
    public boolean containsValue(Object value) {
        for (int i = 0; i < size; i++) {
            if (AbstractCollectionModel.same(value, entries[i].value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V get(Object key) {
        int place = find(key);
        return place < 0 ? null : entries[place].value;
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        int place = find(key);
        return place < 0 ? otherwise : entries[place].value;
    }

    @Override
    public V put(K key, V value) {
        int place = find(key);
        if (place >= 0) {
            return entries[place].setValue(value);
        }
        append(key, value, false);
        return null;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        int place = find(key);
        if (place < 0) {
            append(key, value, false);
            return null;
        }
        V before = entries[place].value;
        if (before == null) {
            entries[place].value = value;
        }
        return before;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        int count = others.size();
        if (count > 0 && buckets == 0) {
            // Releases round the least capacity up or down.
            int least = powerOfTwo((int) (count / 0.75f + 1.0f));
            int most = powerOfTwo((int) Math.ceil(count / 0.75));
            if (first != UNKNOWN && Math.max(least, most) > first) {
                first = least == most ? least : UNKNOWN;
            }
        } else if (count > 0 && buckets != UNKNOWN && count > most(buckets)) {
            // Some releases grow once here, others as often as it takes.
            buckets = UNKNOWN;
        }
        if (others instanceof ImmutableMapModel && count > 1) {
            beginUnordered();
            for (Entry<? extends K, ? extends V> other : ((ImmutableMapModel<? extends K, ? extends V>) others).all()) {
                put(other.key, other.value);
            }
            endUnordered();
            return;
        }
        for (Map.Entry<? extends K, ? extends V> other : others.entrySet()) {
            put(other.getKey(), other.getValue());
        }
    }

    /** Whether the order in which its entries came is unknown. */
    final boolean isUnordered() {
        return lastUnordered != 0;
    }

    /** What is put from now on has no order. */
    final void beginUnordered() {
        if (lastUnordered == 0) {
            firstUnordered = lastRank + 1;
        }
    }

    final void endUnordered() {
        lastUnordered = lastRank;
    }

    private boolean isUnordered(int rank) {
        return lastUnordered != 0 && rank >= firstUnordered && rank <= lastUnordered;
    }

    @Override
    public V remove(Object key) {
        int place = find(key);
        return place < 0 ? null : removeAt(place);
    }

    @Override
    public boolean remove(Object key, Object value) {
        int place = find(key);
        if (place < 0 || !AbstractCollectionModel.same(value, entries[place].value)) {
            return false;
        }
        removeAt(place);
        return true;
    }

    @Override
    public void clear() {
        modifications++;
        for (int i = 0; i < size; i++) {
            entries[i] = null;
        }
        size = 0;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        makeRoom();
        int place = find(key);
        V before = place < 0 ? null : entries[place].value;
        if (before != null) {
            return before;
        }
        int expected = modifications;
        V value = Objects.requireNonNull(function).apply(key);
        check(expected);
        if (value != null) {
            putComputed(key, value);
        }
        return value;
    }

    private void putComputed(K key, V value) {
        int place = find(key);
        if (place < 0) {
            append(key, value, true);
        } else {
            entries[place].value = value;
        }
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        int place = find(key);
        V before = place < 0 ? null : entries[place].value;
        if (before == null) {
            return null;
        }
        return set(key, before, Objects.requireNonNull(function));
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        makeRoom();
        return set(key, get(key), Objects.requireNonNull(function));
    }

    private V set(K key, V before, BiFunction<? super K, ? super V, ? extends V> function) {
        int expected = modifications;
        V value = function.apply(key, before);
        check(expected);
        if (value != null) {
            putComputed(key, value);
        } else {
            remove(key);
        }
        return value;
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        makeRoom();
        V before = get(key);
        int expected = modifications;
        V merged = before == null ? value : function.apply(before, value);
        check(expected);
        if (merged != null) {
            putComputed(key, merged);
        } else {
            remove(key);
        }
        return merged;
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        int expected = modifications;
        for (Entry<K, V> entry : ordered()) {
            action.accept(entry.key, entry.value);
        }
        check(expected);
    }

    private void check(int expected) {
        if (modifications != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public Set<K> keySet() {
        return new Keys<>(this);
    }

    @Override
    public Collection<V> values() {
        return new Values<>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries<>(this);
    }

    /** Goes through the entries as they were when it began, and gives something of each. */
    private abstract static class Walk<K, V, T> implements Iterator<T> {
        private final HashMapModel<K, V> map;
        private final Entry<K, V>[] ordered;
        private int next;
        private Entry<K, V> last;
        private int expected;

        Walk(HashMapModel<K, V> map) {
            this.map = map;
            ordered = map.ordered();
            expected = map.modifications;
        }

        abstract T of(Entry<K, V> entry);

        @Override
        public final boolean hasNext() {
            return next < ordered.length;
        }

        @Override
        public final T next() {
            map.check(expected);
            if (next >= ordered.length) {
                throw new NoSuchElementException();
            }
            last = ordered[next++];
            return of(last);
        }

        @Override
        public final void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            map.check(expected);
            for (int i = 0; i < map.size; i++) {
                if (map.entries[i] == last) {
                    map.removeAt(i);
                    break;
                }
            }
            last = null;
            expected = map.modifications;
        }
    }

    /** The view of the keys. */
    static final class Keys<K, V> extends AbstractCollectionModel<K> implements Set<K> {
        private final HashMapModel<K, V> map;

        Keys(HashMapModel<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            int place = map.find(key);
            if (place < 0) {
                return false;
            }
            map.removeAt(place);
            return true;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<K> iterator() {
            return new KeyIterator<>(map);
        }
    }

    /** Of {@link Keys}. */
    private static final class KeyIterator<K, V> extends Walk<K, V, K> {
        KeyIterator(HashMapModel<K, V> map) {
            super(map);
        }

        @Override
        K of(Entry<K, V> entry) {
            return entry.key;
        }
    }

    /** The view of the values. */
    static final class Values<K, V> extends AbstractCollectionModel<V> {
        private final HashMapModel<K, V> map;

        Values(HashMapModel<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<V> iterator() {
            return new ValueIterator<>(map);
        }
    }

    /** Of {@link Values}. */
    private static final class ValueIterator<K, V> extends Walk<K, V, V> {
        ValueIterator(HashMapModel<K, V> map) {
            super(map);
        }

        @Override
        V of(Entry<K, V> entry) {
            return entry.value;
        }
    }

    /** The view of the entries. */
    static final class Entries<K, V> extends AbstractCollectionModel<Map.Entry<K, V>> implements Set<Map.Entry<K, V>> {
        private final HashMapModel<K, V> map;

        Entries(HashMapModel<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public boolean contains(Object entry) {
            throw Intrinsics.unmodelled();
        }

        @Override
        public boolean remove(Object entry) {
            throw Intrinsics.unmodelled();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryIterator<>(map);
        }
    }

    /** Of {@link Entries}. */
    private static final class EntryIterator<K, V> extends Walk<K, V, Map.Entry<K, V>> {
        EntryIterator(HashMapModel<K, V> map) {
            super(map);
        }

        @Override
        Map.Entry<K, V> of(Entry<K, V> entry) {
            return entry;
        }
    }
}
