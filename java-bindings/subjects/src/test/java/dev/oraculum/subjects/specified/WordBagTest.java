package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WordBagTest {
    private static WordBag of(String... words) {
        WordBag bag = new WordBag();
        for (String word : words) {
            bag.add(word);
        }
        return bag;
    }

    @Test
    void addNewWords() {
        WordBag bag = new WordBag();
        assertEquals(1, bag.add("red"));
        assertEquals(1, bag.add("green"));
        assertEquals(1, bag.add(""));
        assertEquals(3, bag.size());
    }

    @Test
    void addWordsAgain() {
        WordBag bag = of("red", "green");
        assertEquals(2, bag.add("red"));
        assertEquals(3, bag.add("red"));
        assertEquals(2, bag.add("green"));
        assertEquals(5, bag.size());
    }

    @Test
    void removeTheOnlyOne() {
        WordBag bag = of("one", "two");
        assertTrue(bag.remove("one"));
        assertEquals(0, bag.count("one"));
        assertEquals(1, bag.size());
        assertFalse(bag.remove("one"));
        assertTrue(bag.remove("two"));
        assertEquals(0, bag.size());
    }

    @Test
    void removeOneOfSeveral() {
        WordBag bag = of("a", "a", "a", "b");
        assertTrue(bag.remove("a"));
        assertEquals(2, bag.count("a"));
        assertTrue(bag.remove("a"));
        assertEquals(1, bag.count("a"));
        assertEquals(2, bag.size());
    }

    @Test
    void removeWhatIsNotThere() {
        assertFalse(new WordBag().remove("x"));
        WordBag bag = of("x", "y");
        assertFalse(bag.remove("z"));
        assertEquals(2, bag.size());
    }

    @Test
    void counts() {
        WordBag bag = of("do", "re", "do", "mi", "do");
        assertEquals(3, bag.count("do"));
        assertEquals(1, bag.count("re"));
        assertEquals(0, bag.count("fa"));
        assertEquals(0, new WordBag().count("do"));
    }

    @Test
    void nullIsNoWord() {
        assertThrows(NullPointerException.class, () -> new WordBag().add(null));
        assertThrows(NullPointerException.class, () -> new WordBag().count(null));
    }
}
