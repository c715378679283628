package org.apache.commons.collections.map;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.commons.collections.MapIterator;
import org.junit.Test;

@SuppressWarnings({"rawtypes", "unchecked"})
public class Flat3MapTest {
    private static Flat3Map map(int size) {
        Flat3Map map = new Flat3Map();
        for (int i = 0; i < size; i++) {
            map.put("key" + i, "value" + i);
        }
        return map;
    }

    @Test
    public void empty() {
        Flat3Map map = new Flat3Map();
        assertTrue(map.isEmpty());
        assertEquals(0, map.size());
        assertNull(map.get("key0"));
        assertNull(map.get(null));
        assertFalse(map.containsKey("key0"));
        assertFalse(map.containsValue("value0"));
        assertEquals("{}", map.toString());
        assertNull(map.remove("key0"));
    }

    @Test
    public void putAndGet() {
        for (int size = 1; size <= 5; size++) {
            Flat3Map map = map(size);
            assertEquals(size, map.size());
            for (int i = 0; i < size; i++) {
                assertEquals("value" + i, map.get("key" + i));
                assertTrue(map.containsKey("key" + i));
                assertTrue(map.containsValue("value" + i));
            }
            assertNull(map.get("key" + size));
            assertFalse(map.containsKey("key" + size));
            assertFalse(map.containsValue("value" + size));
        }
    }

    @Test
    public void putAgain() {
        Flat3Map map = map(3);
        assertEquals("value1", map.put("key1", "new"));
        assertEquals("new", map.get("key1"));
        assertEquals("value2", map.put("key2", "newer"));
        assertEquals("value0", map.put("key0", "newest"));
        assertEquals(3, map.size());
    }

    @Test
    public void nullKeyAndValue() {
        Flat3Map map = new Flat3Map();
        map.put(null, "nothing");
        map.put("key", null);
        assertEquals("nothing", map.get(null));
        assertTrue(map.containsKey(null));
        assertTrue(map.containsValue(null));
        assertNull(map.get("key"));
        assertEquals("nothing", map.put(null, "something"));
        assertEquals(2, map.size());
    }

    @Test
    public void removeOne() {
        Flat3Map map = map(1);
        assertEquals("value0", map.remove("key0"));
        assertEquals(0, map.size());
        assertNull(map.get("key0"));
    }

    @Test
    public void removeOneOfTwo() {
        Flat3Map map = map(2);
        assertEquals("value1", map.remove("key1"));
        assertEquals(1, map.size());
        assertEquals("value0", map.get("key0"));
    }

    @Test
    public void removeOneOfThree() {
        Flat3Map map = map(3);
        assertEquals("value2", map.remove("key2"));
        assertEquals(2, map.size());
        assertEquals("value0", map.get("key0"));
        assertEquals("value1", map.get("key1"));
        assertNull(map.get("key2"));
    }

    @Test
    public void removeKeepsTheOthers() {
        Flat3Map map = map(3);
        map.remove("key0");
        assertEquals(2, map.size());
        assertFalse(map.containsKey("key0"));
        assertEquals("value1", map.get("key1"));
        assertEquals("value2", map.get("key2"));
        map.remove("key1");
        assertEquals(1, map.size());
        assertEquals("value2", map.get("key2"));
    }

    @Test
    public void removeOneOfMany() {
        Flat3Map map = map(5);
        assertEquals("value1", map.remove("key1"));
        assertEquals(4, map.size());
        assertNull(map.remove("key1"));
    }

    @Test
    public void removeWhatIsNotThere() {
        Flat3Map map = map(2);
        assertNull(map.remove("key2"));
        assertNull(map.remove(null));
        assertEquals(2, map.size());
    }

    @Test
    public void putAllAndClear() {
        Flat3Map map = new Flat3Map();
        map.putAll(map(2));
        assertEquals(2, map.size());
        map.putAll(map(6));
        assertEquals(6, map.size());
        map.clear();
        assertTrue(map.isEmpty());
        Flat3Map small = map(2);
        small.clear();
        assertEquals(0, small.size());
        assertNull(small.get("key0"));
    }

    @Test
    public void copyConstructor() {
        Map source = new HashMap();
        source.put("a", "A");
        assertEquals("A", new Flat3Map(source).get("a"));
        assertEquals(map(3), new Flat3Map(map(3)));
    }

    @Test
    public void equalsAndHashCode() {
        for (int size = 0; size <= 4; size++) {
            Map other = new HashMap(map(size));
            assertTrue(map(size).equals(other));
            assertEquals(other.hashCode(), map(size).hashCode());
            assertFalse(map(size).equals(map(size + 1)));
        }
        assertFalse(map(1).equals("map"));
    }

    @Test
    public void copies() {
        Flat3Map map = map(2);
        Map copy = (Map) map.clone();
        assertEquals(map, copy);
        copy.put("key2", "value2");
        assertEquals(2, map.size());
    }

    @Test
    public void mapIterator() {
        Flat3Map map = map(3);
        MapIterator it = map.mapIterator();
        int count = 0;
        while (it.hasNext()) {
            Object key = it.next();
            assertEquals(map.get(key), it.getValue());
            it.setValue("x" + count++);
        }
        assertEquals(3, count);
        assertTrue(map.containsValue("x2"));
        try {
            it.next();
            fail("NoSuchElementException expected");
        } catch (NoSuchElementException e) {
            // expected
        }
    }

    @Test
    public void views() {
        Flat3Map map = map(3);
        assertEquals(3, map.keySet().size());
        assertTrue(map.keySet().contains("key1"));
        assertTrue(map.values().contains("value2"));
        Iterator keys = map.keySet().iterator();
        keys.next();
        keys.remove();
        assertEquals(2, map.size());
        map.entrySet().clear();
        assertTrue(map.isEmpty());
    }

    @Test
    public void text() {
        assertEquals("{key0=value0}", map(1).toString());
        assertEquals("{key1=value1,key0=value0}", map(2).toString());
    }
}
