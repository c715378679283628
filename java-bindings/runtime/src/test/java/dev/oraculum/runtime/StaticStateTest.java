package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StaticStateTest {
    /** Its hash code asks the program. */
    private static final class Key {
        @Override
        public int hashCode() {
            throw new AssertionError("code under test runs");
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    private static final class Registry {
        static final int LIMIT = 3;
        static int count = 7;
        static String last;
        static final List<String> NAMES = new ArrayList<>(List.of("Ada", "Grace"));
        static final Map<String, Object> BY_NAME = new HashMap<>(Map.of("Ada", 1));
        static final List<Object> KEYS = new ArrayList<>(List.of(new Key()));
        static final int[] TABLE = {1, 2, 3};
        static final AtomicInteger NEXT = new AtomicInteger(5);
        static final StringBuilder LOG = new StringBuilder("begin");
        /** What is not one of the usual ones stays as it is. */
        static final Map<String, String> SORTED = new TreeMap<>();
        static final Set<String> FIXED = Set.of("a");
    }

    /** Nothing initializes it: its fields are zero. */
    static final class Plain {
        static boolean closed;
        static Object owner;
    }

    @BeforeAll
    static void keep() {
        StaticState.keep();
        StaticState.ready(Registry.class);
        StaticState.defined(Plain.class.getName());
    }

    @Test
    void fieldsAndContentsArePutBack() {
        Object key = Registry.KEYS.get(0);
        for (int round = 0; round < 2; round++) {
            Registry.count++;
            Registry.last = "x";
            Registry.NAMES.add(0, null);
            Registry.BY_NAME.put("Grace", 2);
            Registry.BY_NAME.put("Ada", 3);
            Registry.KEYS.clear();
            Registry.TABLE[1] = 9;
            Registry.NEXT.incrementAndGet();
            Registry.LOG.append(", more");
            StaticState.restore();
            assertEquals(7, Registry.count);
            assertNull(Registry.last);
            assertEquals(List.of("Ada", "Grace"), Registry.NAMES);
            assertEquals(Map.of("Ada", 1), Registry.BY_NAME);
            assertEquals(1, Registry.KEYS.size());
            assertEquals(key, Registry.KEYS.get(0));
            assertArrayEquals(new int[] {1, 2, 3}, Registry.TABLE);
            assertEquals(5, Registry.NEXT.get());
            assertEquals("begin", Registry.LOG.toString());
        }
    }

    @Test
    void whatIsNotKeptStays() {
        Registry.SORTED.put("a", "b");
        StaticState.restore();
        assertEquals(Map.of("a", "b"), Registry.SORTED);
        assertEquals(Set.of("a"), Registry.FIXED);
        assertEquals(3, Registry.LIMIT);
    }

    @Test
    void aClassWithoutAnInitializerBeginsWithZeros() {
        Plain.closed = true;
        Plain.owner = "somebody";
        StaticState.restore();
        assertEquals(false, Plain.closed);
        assertNull(Plain.owner);
    }
}
