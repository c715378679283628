package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TextsTest {
    @Test
    void commonPrefixOfWords() {
        assertEquals(2, Texts.commonPrefix("stop", "string"));
        assertEquals(3, Texts.commonPrefix("abcde", "abcx"));
        assertEquals(0, Texts.commonPrefix("left", "right"));
        assertEquals(1, Texts.commonPrefix("house", "hut"));
    }

    @Test
    void commonPrefixThatIsAllOfOne() {
        assertEquals(4, Texts.commonPrefix("over", "overall"));
        assertEquals(2, Texts.commonPrefix("into", "in"));
        assertEquals(5, Texts.commonPrefix("equal", "equal"));
    }

    @Test
    void commonPrefixWithNothing() {
        assertEquals(0, Texts.commonPrefix("", "word"));
        assertEquals(0, Texts.commonPrefix("word", ""));
        assertEquals(0, Texts.commonPrefix("", ""));
    }

    @Test
    void palindromes() {
        assertTrue(Texts.isPalindrome("level"));
        assertTrue(Texts.isPalindrome("noon"));
        assertTrue(Texts.isPalindrome("a"));
        assertTrue(Texts.isPalindrome(""));
        assertTrue(Texts.isPalindrome("xx"));
    }

    @Test
    void whatIsNoPalindrome() {
        assertFalse(Texts.isPalindrome("ab"));
        assertFalse(Texts.isPalindrome("levels"));
        assertFalse(Texts.isPalindrome("abca"));
        assertFalse(Texts.isPalindrome("Anna"));
    }

    @Test
    void withoutPrefixTakesItAway() {
        assertEquals("script", Texts.withoutPrefix("postscript", "post"));
        assertEquals("", Texts.withoutPrefix("all", "all"));
        assertEquals("b", Texts.withoutPrefix("ab", "a"));
    }

    @Test
    void withoutPrefixThatIsNotThere() {
        assertEquals("word", Texts.withoutPrefix("word", "sword"));
        assertEquals("word", Texts.withoutPrefix("word", "or"));
        assertEquals("word", Texts.withoutPrefix("word", ""));
        assertEquals("", Texts.withoutPrefix("", "pre"));
    }
}
