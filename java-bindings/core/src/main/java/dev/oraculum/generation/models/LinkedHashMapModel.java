package dev.oraculum.generation.models;

import java.util.Map;

/** {@link java.util.LinkedHashMap} in the order of insertion. */
class LinkedHashMapModel<K, V> extends HashMapModel<K, V> {
    LinkedHashMapModel() {}

    LinkedHashMapModel(int capacity) {
        super(capacity);
    }

    LinkedHashMapModel(Map<? extends K, ? extends V> others) {
        super(others);
    }

    /** Of this constructor, the order may be that of the accesses. */
    LinkedHashMapModel(int capacity, float load, boolean byAccess) {
        throw Intrinsics.unmodelled();
    }

    @Override
    Entry<K, V>[] ordered() {
        if (isUnordered()) {
            throw Intrinsics.unmodelled();
        }
        return arrived();
    }
}
