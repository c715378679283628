package dev.oraculum.generation.models;

import java.util.Map;
import java.util.Objects;

/** The static methods of {@link java.util.Map}. */
interface MapModel {
    static <K, V> Map<K, V> of() {
        return new ImmutableMapModel<>();
    }

    static <K, V> Map<K, V> of(K k1, V v1) {
        return new ImmutableMapModel<>(k1, v1);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) {
        return new ImmutableMapModel<>(k1, v1, k2, v2);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) {
        return new ImmutableMapModel<>(k1, v1, k2, v2, k3, v3);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
        return new ImmutableMapModel<>(k1, v1, k2, v2, k3, v3, k4, v4);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
        return new ImmutableMapModel<>(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5);
    }

    static <K, V> Map.Entry<K, V> entry(K key, V value) {
        return new UnmodifiableMapModel.Entry<>(Objects.requireNonNull(key), Objects.requireNonNull(value));
    }
}
