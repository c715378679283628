package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObjectStateTest {
    /** An object whose own methods must not be called; its hash code is its identity, so that sets of them have another order each time. */
    @SuppressWarnings("overrides")
    private static final class Node {
        private final int value;
        private Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        @Override
        public boolean equals(Object other) {
            throw new AssertionError("called");
        }

        @Override
        public String toString() {
            throw new AssertionError("called");
        }
    }

    private static Node chain(int length, int last) {
        Node node = new Node(last, null);
        for (int i = 1; i < length; i++) {
            node = new Node(i, node);
        }
        return node;
    }

    private static long hash(Object value) {
        return ObjectState.hashOf(value);
    }

    private static ValueText text(Object value) {
        ValueText text = ValueText.mine();
        text.begin();
        text.append(value);
        text.end();
        return text;
    }

    @Test
    void whatIsTooDeepForTheTextIsInTheState() {
        assertEquals(text(chain(5, 7)).toString(), text(chain(5, 8)).toString(), "the text ends after two levels");
        assertTrue(text(chain(5, 7)).isCut());
        assertNotEquals(hash(chain(5, 7)), hash(chain(5, 8)));
        assertEquals(hash(chain(5, 7)), hash(chain(5, 7)), "nothing goes by identity");
        assertFalse(text(new Node(1, new Node(2, null))).isCut(), "the text says all");
    }

    @Test
    void lookingEndsAtTheLimitOfObjects() {
        int limit = ObjectState.OBJECT_LIMIT;
        assertNotEquals(hash(chain(limit, 7)), hash(chain(limit, 8)));
        assertEquals(hash(chain(limit + 1, 7)), hash(chain(limit + 1, 8)));
        int many = ObjectState.ELEMENT_LIMIT + 1;
        List<Integer> numbers = new ArrayList<>(java.util.Collections.nCopies(many, 1));
        long before = hash(numbers);
        numbers.set(many - 1, 2);
        assertEquals(before, hash(numbers));
        numbers.set(many - 2, 2);
        assertNotEquals(before, hash(numbers));
    }

    @Test
    void whatIsNearCountsBeforeWhatIsFar() {
        // The first element alone has more objects than are looked at; the second is seen all the same.
        Object[] one = {chain(1000, 1), chain(2, 7)};
        Object[] other = {chain(1000, 1), chain(2, 8)};
        assertNotEquals(hash(one), hash(other));
    }

    @Test
    void cyclesEndAndSharedObjectsAreToldFromEqualOnes() {
        Node one = new Node(1, null);
        one.next = new Node(1, one);
        Node two = new Node(1, null);
        two.next = two;
        assertNotEquals(hash(one), hash(two));
        Node shared = new Node(3, null);
        assertNotEquals(hash(List.of(shared, shared)), hash(List.of(new Node(3, null), new Node(3, null))));
    }

    @Test
    void theOrderOfHashTablesDoesNotCount() {
        Set<Long> sets = new HashSet<>();
        Set<Long> maps = new HashSet<>();
        for (int run = 0; run < 50; run++) {
            Set<Node> set = new HashSet<>();
            Map<Object, Object> map = new HashMap<>();
            for (int i = 0; i < 20; i++) {
                set.add(new Node(i, null));
                map.put(run % 2 == 0 ? "k" + i : "k" + (19 - i), chain(4, run % 2 == 0 ? i : 19 - i));
                map.put(new Node(i, null), i);
            }
            sets.add(hash(set));
            maps.add(hash(map));
        }
        assertEquals(1, sets.size());
        assertEquals(1, maps.size());
        Set<Node> other = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            other.add(new Node(i == 7 ? 99 : i, null));
        }
        assertFalse(sets.contains(hash(other)));
        assertNotEquals(hash(new HashMap<>(Map.of("a", chain(3, 1)))), hash(new HashMap<>(Map.of("a", chain(3, 2)))),
                "values are looked into");
    }

    @Test
    void streamsAndHoldersOfTheJdkAreReadWithoutChangingThem() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(1);
        long before = hash(out);
        assertEquals(before, hash(out));
        out.write(2);
        assertNotEquals(before, hash(out));
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[] {1, 2});
        long all = hash(in);
        assertEquals(2, in.available());
        in.read();
        assertNotEquals(all, hash(in));
        assertNotEquals(hash(Optional.of(chain(2, 1))), hash(Optional.of(chain(2, 2))));
        assertTrue(text(out).isCut());
    }
}
