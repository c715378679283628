package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContainerStateTest {
    private static final int MOST = 2_000;
    private static final int CALLS = 60;

    private static final class Longer<T> extends ArrayList<T> {
        private static final long serialVersionUID = 1;
        private int added;

        @Override
        public boolean add(T element) {
            added++;
            return super.add(element);
        }
    }

    static Stream<Map<Integer, Integer>> maps() {
        return Stream.of(
                new HashMap<>(), new LinkedHashMap<>(8, 0.5f, true), new TreeMap<>(Comparator.reverseOrder()), new Hashtable<>(),
                new WeakHashMap<>(), new ConcurrentHashMap<>(), new ConcurrentSkipListMap<>(),
                Collections.synchronizedMap(new HashMap<>()));
    }

    static Stream<Collection<Integer>> collections() {
        return Stream.of(
                new ArrayList<>(), new LinkedList<>(), new PriorityQueue<>(), new ConcurrentLinkedDeque<>(), new LinkedBlockingDeque<>(),
                new Longer<>());
    }

    /** Puts it back, and what it holds. */
    private static Runnable keep(Object container) {
        List<Runnable> all = new ArrayList<>();
        Deque<Object> open = new ArrayDeque<>(List.of(container));
        Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
        while (!open.isEmpty()) {
            Object next = open.poll();
            if (!known.add(next)) {
                continue;
            }
            ContainerState.Kept kept = ContainerState.isOf(next.getClass()) ? ContainerState.of(next, MOST, open::add) : null;
            Runnable contents = kept == null ? StaticState.contents(next) : kept.all();
            if (contents != null) {
                all.add(contents);
            }
        }
        return () -> all.forEach(Runnable::run);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void aMapIsAsItWasWhateverHappenedToIt(Map<Integer, Integer> map) {
        Random random = new Random(1);
        for (int round = 0; round < 20; round++) {
            change(map, random);
            String was = map.toString();
            Map<Integer, Integer> copy = new HashMap<>(map);
            Runnable state = keep(map);
            for (int time = 0; time < 3; time++) {
                change(map, random);
                state.run();
                assertEquals(was, map.toString(), "the order, too");
                assertEquals(copy, new HashMap<>(map));
                assertEquals(copy.size(), map.size());
                copy.forEach((key, value) -> assertEquals(value, map.get(key)));
            }
        }
    }

    private static void change(Map<Integer, Integer> map, Random random) {
        for (int call = 0; call < CALLS; call++) {
            int key = random.nextInt(50);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> map.put(key, call);
                case 3 -> map.remove(key);
                case 4 -> map.get(key);
                case 5 -> map.entrySet().removeIf(entry -> entry.getKey() % 7 == 3);
                case 6 -> map.replaceAll((any, value) -> value + 1);
                default -> {
                    if (random.nextInt(20) == 0) {
                        map.clear();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("collections")
    void aCollectionIsAsItWasWhateverHappenedToIt(Collection<Integer> collection) {
        Random random = new Random(1);
        for (int round = 0; round < 20; round++) {
            change(collection, random);
            List<Integer> was = new ArrayList<>(collection);
            Runnable state = keep(collection);
            for (int time = 0; time < 3; time++) {
                change(collection, random);
                state.run();
                assertEquals(was, new ArrayList<>(collection));
                assertEquals(was.size(), collection.size());
            }
        }
    }

    private static void change(Collection<Integer> collection, Random random) {
        for (int call = 0; call < CALLS; call++) {
            switch (random.nextInt(5)) {
                case 0, 1, 2 -> collection.add(random.nextInt(50));
                case 3 -> collection.remove(random.nextInt(50));
                default -> {
                    if (random.nextInt(10) == 0) {
                        collection.clear();
                    } else {
                        Iterator<Integer> all = collection.iterator();
                        if (all.hasNext()) {
                            all.next();
                            all.remove();
                        }
                    }
                }
            }
        }
    }

    @Test
    void keysOfTheProgramAreNotAsked() {
        int[] asked = new int[1];
        class Key {
            @Override
            public int hashCode() {
                asked[0]++;
                return 1;
            }

            @Override
            public boolean equals(Object other) {
                asked[0]++;
                return this == other;
            }
        }

        Map<Object, String> map = new HashMap<>();
        Key key = new Key();
        map.put(key, "a");
        map.put(new Key(), "b");
        Runnable state = keep(map);
        map.clear();
        asked[0] = 0;
        state.run();
        assertEquals(0, asked[0]);
        assertEquals("a", map.get(key));
    }

    @Test
    void itTellsWhatIsInIt() {
        List<Object> found = new ArrayList<>();
        StringBuilder inside = new StringBuilder();
        assertNotNull(ContainerState.of(Collections.unmodifiableList(Arrays.asList(inside)), MOST, found::add));
        assertTrue(found.stream().anyMatch(List.class::isInstance), "the list that cannot be changed by it");
        found.clear();
        assertNotNull(ContainerState.of(new PriorityQueue<>(List.of(1)), MOST, found::add));
        assertTrue(found.contains(1));
        found.clear();
        ContainerState.of(new HashMap<>(Map.of("key", inside)), MOST, found::add);
        assertTrue(found.stream().anyMatch(element -> element == inside));
    }

    @Test
    void oneWithTooManyPartsStays() {
        List<Object> found = new ArrayList<>();
        Map<Integer, Integer> large = new TreeMap<>();
        for (int i = 0; i < MOST; i++) {
            large.put(i, i);
        }
        assertNull(ContainerState.of(large, MOST, found::add));
        assertEquals(List.of(), found);
        assertEquals(MOST + 1, ContainerState.of(large, 2 * MOST, found::add).parts());
    }
}
