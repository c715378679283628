package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        /** Of what is not one of the usual ones, the parts are put back. */
        static final Queue<String> SORTED = new PriorityQueue<>();
        static final Map<String, Object> BY_ORDER = new TreeMap<>(Map.of("a", 1));
        /** The program says what comes first. */
        static final Map<String, Object> BY_RULE = new TreeMap<>(Comparator.reverseOrder());
        static final Map<String, Account> ACCOUNTS = Map.of("fixed", new Account(1));
        static final Account SHARED = new Account(2);
        static final Set<String> FIXED = Set.of("a");
        static final Map<Object, Account> BY_LOADER = new WeakHashMap<>();
        static final Named NAMED = new Named();
        static final Map<Integer, Integer> LARGE = new TreeMap<>(
                IntStream.range(0, 3000).boxed().collect(Collectors.toMap(Function.identity(), Function.identity())));
    }

    /** Of the program and of the JDK. */
    private static final class Named extends HashMap<Object, String> {
        private static final long serialVersionUID = 1;
        private transient Object owner;

        @Override
        public String put(Object key, String value) {
            owner = key;
            // The hash code of the key is the program's.
            return super.put("key", value);
        }

        @Override
        public void clear() {
            throw new AssertionError("code under test runs");
        }
    }

    private static class Owner {
        private String name = "nobody";
    }

    /** What static fields lead to is put back, too. */
    private static final class Account extends Owner {
        private final List<Object> entries = new ArrayList<>();
        private final int number;
        private long cents;
        private Account next;

        Account(int number) {
            this.number = number;
            if (number > 1) {
                next = new Account(number - 1);
                entries.add(new Account(0));
            }
        }
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
            Registry.BY_ORDER.put("b", 2);
            Account next = Registry.SHARED.next;
            Account listed = (Account) Registry.SHARED.entries.get(0);
            Registry.SHARED.cents = 99;
            Registry.ACCOUNTS.get("fixed").cents = 96;
            ((Owner) Registry.SHARED).name = "Ada";
            next.cents = 98;
            listed.cents = 97;
            Registry.SHARED.next = null;
            Registry.SHARED.entries.clear();
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
            assertEquals(Map.of("a", 1), Registry.BY_ORDER);
            assertSame(next, Registry.SHARED.next);
            assertSame(listed, Registry.SHARED.entries.get(0));
            assertEquals(List.of(0L, 0L, 0L), List.of(Registry.SHARED.cents, next.cents, listed.cents));
            assertEquals(0, Registry.ACCOUNTS.get("fixed").cents);
            assertEquals("nobody", ((Owner) Registry.SHARED).name);
            assertEquals(2, Registry.SHARED.number);
        }
    }

    @Test
    void unusualContainersArePutBackToo() {
        Registry.SORTED.add("a");
        Registry.BY_RULE.put("a", "b");
        Registry.NAMED.put(new Key(), "c");
        Registry.BY_LOADER.put(new Object(), new Account(1));
        StaticState.restore();
        assertNull(Registry.SORTED.peek());
        assertEquals(Map.of(), Registry.BY_RULE);
        assertEquals(Map.of(), Registry.BY_LOADER);
        assertEquals(0, Registry.NAMED.size());
        assertNull(Registry.NAMED.owner);
    }

    @Test
    void whatIsNotKeptStays() {
        Registry.LARGE.put(0, 1);
        StaticState.restore();
        assertEquals(1, Registry.LARGE.get(0));
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
