package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void splitLeavesOutWhatIsEmpty() {
        assertEquals(List.of(), Words.split(""));
        assertEquals(List.of(), Words.split("  "));
        assertEquals(List.of("one"), Words.split("one"));
        assertEquals(List.of("one"), Words.split(" one "));
        assertEquals(List.of("to", "be", "or", "not", "to", "be"), Words.split("to be or  not to be"));
        assertEquals(List.of("a", "b"), Words.split("a b"));
    }

    @Test
    void stripToNullStrips() {
        assertNull(Words.stripToNull(null));
        assertNull(Words.stripToNull(""));
        assertNull(Words.stripToNull(" \t\n"));
        for (String text : List.of("a", "two words", "ä", "x\ty")) {
            assertEquals(text, Words.stripToNull(text));
            assertEquals(text, Words.stripToNull("  " + text));
            assertEquals(text, Words.stripToNull(text + "\n"));
            assertEquals(text, Words.stripToNull("\t" + text + " "));
        }
    }

    @Test
    void longerThanKeepsTheOrder() {
        List<String> words = List.of("to", "be", "or", "not", "that", "is", "the", "question");
        assertEquals(words, Words.longerThan(words, 0));
        assertEquals(List.of("not", "that", "the", "question"), Words.longerThan(words, 2));
        assertEquals(List.of("that", "question"), Words.longerThan(words, 3));
        assertEquals(List.of("question"), Words.longerThan(words, 7));
        assertEquals(List.of(), Words.longerThan(words, 8));
        assertEquals(List.of(), Words.longerThan(List.of(), -1));
        assertEquals(List.of(""), Words.longerThan(List.of(""), -1));
    }

    @Test
    void countCountsEveryWord() {
        assertEquals(Map.of(), Words.count(List.of()));
        assertEquals(Map.of("a", 1), Words.count(List.of("a")));
        assertEquals(Map.of("to", 2, "be", 2, "or", 1, "not", 1), Words.count(Words.split("to be or not to be")));
        assertEquals(Map.of("x", 3, "y", 1), Words.count(List.of("x", "y", "x", "x")));
    }
}
