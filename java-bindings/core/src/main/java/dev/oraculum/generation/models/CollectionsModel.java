package dev.oraculum.generation.models;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@link java.util.Collections}: what gives or shows collections. */
final class CollectionsModel {
    private CollectionsModel() {}

    public static <T> List<T> emptyList() {
        return new UnmodifiableListModel<>(new ArrayListModel<>());
    }

    public static <T> Set<T> emptySet() {
        return new UnmodifiableSetModel<>(new LinkedHashSetModel<>());
    }

    public static <K, V> Map<K, V> emptyMap() {
        return new UnmodifiableMapModel<>(new LinkedHashMapModel<>());
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        LinkedHashMapModel<K, V> map = new LinkedHashMapModel<>();
        map.put(key, value);
        return new UnmodifiableMapModel<>(map);
    }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
        return new UnmodifiableMapModel<>(some(map));
    }

    public static <T> List<T> singletonList(T element) {
        ArrayListModel<T> list = new ArrayListModel<>();
        list.add(element);
        return new UnmodifiableListModel<>(list);
    }

    public static <T> Set<T> singleton(T element) {
        LinkedHashSetModel<T> set = new LinkedHashSetModel<>();
        set.add(element);
        return new UnmodifiableSetModel<>(set);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        return new UnmodifiableListModel<>(some(list));
    }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> set) {
        return new UnmodifiableSetModel<>(some(set));
    }

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> collection) {
        return new UnmodifiableCollectionModel<>(some(collection));
    }

    private static <C> C some(C collection) {
        if (collection == null) {
            throw new NullPointerException();
        }
        return collection;
    }

    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> collection, T... elements) {
        boolean changed = false;
        for (T element : elements) {
            changed |= collection.add(element);
        }
        return changed;
    }

    public static <T> void reverse(List<T> list) {
        for (int low = 0, high = list.size() - 1; low < high; low++, high--) {
            list.set(low, list.set(high, list.get(low)));
        }
    }

    public static <T> void swap(List<T> list, int first, int second) {
        list.set(first, list.set(second, list.get(first)));
    }
}
