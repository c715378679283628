package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {
    // split

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
    void splitNothing() {
        assertEquals(List.of(), Words.split(""));
    }

    @Test
    void splitSpaces() {
        assertEquals(List.of(), Words.split(" "));
        assertEquals(List.of(), Words.split("     "));
    }

    @Test
    void splitOneWord() {
        assertEquals(List.of("x"), Words.split("x"));
        assertEquals(List.of("tree"), Words.split("tree"));
        assertEquals(List.of("Donaudampfschiff"), Words.split("Donaudampfschiff"));
    }

    @Test
    void splitTwoWords() {
        assertEquals(List.of("hello", "world"), Words.split("hello world"));
        assertEquals(List.of("x", "yz"), Words.split("x yz"));
    }

    @Test
    void splitALeadingSpace() {
        assertEquals(List.of("late"), Words.split(" late"));
        assertEquals(List.of("very", "late"), Words.split("   very late"));
    }

    @Test
    void splitATrailingSpace() {
        assertEquals(List.of("early"), Words.split("early "));
        assertEquals(List.of("too", "early"), Words.split("too early   "));
    }

    @Test
    void splitSeveralSpaces() {
        assertEquals(List.of("far", "apart"), Words.split("far    apart"));
        assertEquals(List.of("1", "2", "3"), Words.split("1  2   3"));
    }

    @Test
    void splitSpacesEverywhere() {
        assertEquals(List.of("p", "q", "r"), Words.split("  p  q r "));
    }

    @Test
    void splitOtherWhiteSpaceBelongsToWords() {
        assertEquals(List.of("tab\tstays"), Words.split("tab\tstays"));
        assertEquals(List.of("\n", "x"), Words.split("\n x"));
    }

    @Test
    void splitRepeatedWords() {
        assertEquals(List.of("no", "no", "no"), Words.split("no no no"));
    }

    @Test
    void splitPunctuationAndDigits() {
        assertEquals(List.of("3,", "4.", "five!"), Words.split("3, 4. five!"));
    }

    @Test
    void splitOtherScripts() {
        assertEquals(List.of("\u00e4\u00f6", "\u03bb", "\u65e5\u672c"), Words.split("\u00e4\u00f6 \u03bb \u65e5\u672c"));
        assertEquals(List.of("\ud83c\udf33"), Words.split(" \ud83c\udf33"));
    }

    @Test
    void splitASentence() {
        assertEquals(List.of("the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"), Words.split("the quick brown fox jumps over the lazy dog"));
    }

    @Test
    void splitNullFails() {
        assertThrows(NullPointerException.class, () -> Words.split(null));
    }

    // stripToNull

    @Test
    void stripToNullStrips() {
        assertNull(Words.stripToNull(null));
        assertNull(Words.stripToNull(""));
        assertNull(Words.stripToNull(" \t\n"));
        for (String text : List.of("a", "two words", "\u00e4", "x\ty")) {
            assertEquals(text, Words.stripToNull(text));
            assertEquals(text, Words.stripToNull("  " + text));
            assertEquals(text, Words.stripToNull(text + "\n"));
            assertEquals(text, Words.stripToNull("\t" + text + " "));
        }
    }

    @Test
    void stripNull() {
        assertNull(Words.stripToNull(null));
    }

    @Test
    void stripNothing() {
        assertNull(Words.stripToNull(""));
    }

    @Test
    void stripSpacesOnly() {
        assertNull(Words.stripToNull(" "));
        assertNull(Words.stripToNull("      "));
    }

    @Test
    void stripOtherWhiteSpaceOnly() {
        assertNull(Words.stripToNull("\t"));
        assertNull(Words.stripToNull("\r\n"));
        assertNull(Words.stripToNull("\u2003\u3000"));
    }

    @Test
    void stripWhatHasNone() {
        assertEquals("plain", Words.stripToNull("plain"));
        assertEquals("?", Words.stripToNull("?"));
        assertEquals("0", Words.stripToNull("0"));
    }

    @Test
    void stripTheFront() {
        assertEquals("word", Words.stripToNull(" word"));
        assertEquals("b c", Words.stripToNull("\n\n b c"));
    }

    @Test
    void stripTheEnd() {
        assertEquals("word", Words.stripToNull("word "));
        assertEquals("end.", Words.stripToNull("end. \t "));
    }

    @Test
    void stripBothEnds() {
        assertEquals("in", Words.stripToNull("  in  "));
        assertEquals("I am", Words.stripToNull("\tI am\r\n"));
    }

    @Test
    void stripKeepsTheInside() {
        assertEquals("a  b", Words.stripToNull("a  b"));
        assertEquals("l1\nl2", Words.stripToNull("\nl1\nl2\n"));
    }

    @Test
    void stripWideSpaces() {
        assertEquals("em", Words.stripToNull("\u2003em\u2003"));
        assertEquals("\u00a0kept\u00a0", Words.stripToNull("\u00a0kept\u00a0"));
    }

    @Test
    void stripOtherScripts() {
        assertEquals("\u0436", Words.stripToNull(" \u0436 "));
        assertEquals("\ud83d\ude00", Words.stripToNull("\ud83d\ude00 "));
    }

    // longerThan

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
    void longerThanOfNothing() {
        assertEquals(List.of(), Words.longerThan(List.of(), 0));
        assertEquals(List.of(), Words.longerThan(List.of(), 5));
    }

    @Test
    void longerThanOfOneWord() {
        assertEquals(List.of("word"), Words.longerThan(List.of("word"), 3));
        assertEquals(List.of(), Words.longerThan(List.of("word"), 4));
        assertEquals(List.of(), Words.longerThan(List.of("word"), 5));
    }

    @Test
    void longerThanDropsTheFirst() {
        assertEquals(List.of("bbb", "cccc"), Words.longerThan(List.of("aa", "bbb", "cccc"), 2));
    }

    @Test
    void longerThanDropsTheLast() {
        assertEquals(List.of("dddd", "eee"), Words.longerThan(List.of("dddd", "eee", "ff"), 2));
    }

    @Test
    void longerThanDropsTheMiddle() {
        assertEquals(List.of("first", "third"), Words.longerThan(List.of("first", "2nd", "third"), 4));
    }

    @Test
    void longerThanKeepsDuplicates() {
        assertEquals(List.of("echo", "echo"), Words.longerThan(List.of("echo", "a", "echo"), 1));
    }

    @Test
    void longerThanZeroDropsEmptyWords() {
        assertEquals(List.of("x", "yy"), Words.longerThan(List.of("", "x", "", "yy", ""), 0));
        assertEquals(List.of(), Words.longerThan(List.of("", ""), 0));
    }

    @Test
    void longerThanANegativeKeepsAll() {
        assertEquals(List.of("", "a", "bc"), Words.longerThan(List.of("", "a", "bc"), -3));
    }

    @Test
    void longerThanTheLongestIsNothing() {
        assertEquals(List.of(), Words.longerThan(List.of("a", "bb", "ccc"), 3));
        assertEquals(List.of(), Words.longerThan(List.of("a", "bb", "ccc"), Integer.MAX_VALUE));
    }

    @Test
    void longerThanOfEqualLengths() {
        assertEquals(List.of("red", "sea", "fog"), Words.longerThan(List.of("red", "sea", "fog"), 2));
        assertEquals(List.of(), Words.longerThan(List.of("red", "sea", "fog"), 3));
    }

    @Test
    void longerThanOfMany() {
        List<String> words = Words.split("it was the best of times it was the worst of times");
        assertEquals(List.of("best", "times", "worst", "times"), Words.longerThan(words, 3));
        assertEquals(List.of("times", "worst", "times"), Words.longerThan(words, 4));
    }

    @Test
    void longerThanLeavesTheWords() {
        List<String> words = List.of("stay", "as", "you", "are");
        Words.longerThan(words, 2);
        assertEquals(List.of("stay", "as", "you", "are"), words);
    }

    // count

    @Test
    void countCountsEveryWord() {
        assertEquals(Map.of(), Words.count(List.of()));
        assertEquals(Map.of("a", 1), Words.count(List.of("a")));
        assertEquals(Map.of("to", 2, "be", 2, "or", 1, "not", 1), Words.count(Words.split("to be or not to be")));
        assertEquals(Map.of("x", 3, "y", 1), Words.count(List.of("x", "y", "x", "x")));
    }

    @Test
    void countOneWordOften() {
        assertEquals(Map.of("z", 5), Words.count(List.of("z", "z", "z", "z", "z")));
    }

    @Test
    void countDifferentWords() {
        assertEquals(Map.of("un", 1, "deux", 1, "trois", 1), Words.count(List.of("deux", "un", "trois")));
    }

    @Test
    void countDistinguishesCase() {
        assertEquals(Map.of("A", 1, "a", 2), Words.count(List.of("a", "A", "a")));
    }

    @Test
    void countEmptyWords() {
        assertEquals(Map.of("", 2, "b", 1), Words.count(List.of("", "b", "")));
    }
}
