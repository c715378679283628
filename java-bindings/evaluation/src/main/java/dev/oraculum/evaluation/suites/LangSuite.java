package dev.oraculum.evaluation.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.lang3.BooleanUtils;
import org.apache.commons.lang3.Conversion;
import org.apache.commons.lang3.StringUtils;
import org.junit.jupiter.api.Test;

/** commons-lang3 tests these methods with three to six calls each. */
public class LangSuite {
    // BooleanUtils.compare has four inputs

    @Test
    void compareEqual() {
        assertEquals(0, BooleanUtils.compare(true, true));
        assertEquals(0, BooleanUtils.compare(false, false));
    }

    @Test
    void compareTrueIsGreater() {
        assertTrue(BooleanUtils.compare(true, false) > 0);
    }

    @Test
    void compareFalseIsLess() {
        assertTrue(BooleanUtils.compare(false, true) < 0);
    }

    @Test
    void compareIsAntisymmetric() {
        assertEquals(-BooleanUtils.compare(true, false), BooleanUtils.compare(false, true));
        assertEquals(-BooleanUtils.compare(true, true), BooleanUtils.compare(true, true));
    }

    @Test
    void compareAsTheLibraryOfTheJdk() {
        for (boolean x : new boolean[] {false, true}) {
            for (boolean y : new boolean[] {false, true}) {
                assertEquals(Boolean.compare(x, y), BooleanUtils.compare(x, y));
            }
        }
    }

    // BooleanUtils.toBoolean(int, int, int)

    @Test
    void toBooleanOfTheTrueValue() {
        assertTrue(BooleanUtils.toBoolean(1, 1, 0));
        assertTrue(BooleanUtils.toBoolean(-5, -5, 5));
        assertTrue(BooleanUtils.toBoolean(0, 0, 1));
    }

    @Test
    void toBooleanOfTheFalseValue() {
        assertFalse(BooleanUtils.toBoolean(0, 1, 0));
        assertFalse(BooleanUtils.toBoolean(5, -5, 5));
        assertFalse(BooleanUtils.toBoolean(1, 0, 1));
    }

    @Test
    void toBooleanOfNeitherIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> BooleanUtils.toBoolean(2, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> BooleanUtils.toBoolean(-1, 1, 0));
    }

    @Test
    void toBooleanOfOneValueForBothIsTrue() {
        assertTrue(BooleanUtils.toBoolean(3, 3, 3));
        assertTrue(BooleanUtils.toBoolean(0, 0, 0));
    }

    @Test
    void toBooleanOfLargeNumbers() {
        assertTrue(BooleanUtils.toBoolean(1_000_000, 1_000_000, -1_000_000));
        assertFalse(BooleanUtils.toBoolean(-1_000_000, 1_000_000, -1_000_000));
    }

    @Test
    void toBooleanAtTheEdges() {
        assertTrue(BooleanUtils.toBoolean(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE));
        assertFalse(BooleanUtils.toBoolean(Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE));
        assertTrue(BooleanUtils.toBoolean(Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void toBooleanOfNeighbours() {
        for (int value = -3; value <= 3; value++) {
            assertTrue(BooleanUtils.toBoolean(value, value, value + 1));
            assertFalse(BooleanUtils.toBoolean(value, value - 1, value));
        }
    }

    @Test
    void toBooleanOfCodes() {
        assertTrue(BooleanUtils.toBoolean('y', 'y', 'n'));
        assertFalse(BooleanUtils.toBoolean('n', 'y', 'n'));
    }

    // Conversion.hexDigitMsb0ToInt: the bits of the digit, the first one lowest

    @Test
    void hexDigitsThatAreNumerals() {
        int[] expected = {0x0, 0x8, 0x4, 0xC, 0x2, 0xA, 0x6, 0xE, 0x1, 0x9};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], Conversion.hexDigitMsb0ToInt((char) ('0' + i)));
        }
    }

    @Test
    void hexDigitsThatAreSmallLetters() {
        int[] expected = {0x5, 0xD, 0x3, 0xB, 0x7, 0xF};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], Conversion.hexDigitMsb0ToInt((char) ('a' + i)));
        }
    }

    @Test
    void hexDigitsThatAreCapitals() {
        int[] expected = {0x5, 0xD, 0x3, 0xB, 0x7, 0xF};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], Conversion.hexDigitMsb0ToInt((char) ('A' + i)));
        }
    }

    @Test
    void hexDigitsOfOneBit() {
        assertEquals(8, Conversion.hexDigitMsb0ToInt('1'));
        assertEquals(4, Conversion.hexDigitMsb0ToInt('2'));
        assertEquals(2, Conversion.hexDigitMsb0ToInt('4'));
        assertEquals(1, Conversion.hexDigitMsb0ToInt('8'));
    }

    @Test
    void hexDigitsThatReadTheSameBothWays() {
        for (char digit : new char[] {'0', '6', '9', 'f', 'F'}) {
            assertEquals(Character.digit(digit, 16), Conversion.hexDigitMsb0ToInt(digit));
        }
    }

    @Test
    void hexDigitsReversedByTheLibraryOfTheJdk() {
        for (char digit : "0123456789abcdefABCDEF".toCharArray()) {
            assertEquals(Integer.reverse(Character.digit(digit, 16)) >>> 28, Conversion.hexDigitMsb0ToInt(digit));
        }
    }

    @Test
    void hexDigitsOddAndEven() {
        assertEquals(12, Conversion.hexDigitMsb0ToInt('3'));
        assertEquals(14, Conversion.hexDigitMsb0ToInt('7'));
        assertEquals(13, Conversion.hexDigitMsb0ToInt('b'));
        assertEquals(3, Conversion.hexDigitMsb0ToInt('c'));
        assertEquals(11, Conversion.hexDigitMsb0ToInt('D'));
    }

    @Test
    void otherCharactersAreNoHexDigits() {
        for (char other : new char[] {'g', 'G', '/', ':', '@', '`', ' ', '\0'}) {
            assertThrows(IllegalArgumentException.class, () -> Conversion.hexDigitMsb0ToInt(other));
        }
    }

    // StringUtils.stripToNull

    @Test
    void stripNothing() {
        assertNull(StringUtils.stripToNull(null));
        assertNull(StringUtils.stripToNull(""));
    }

    @Test
    void stripWhiteSpaceOnly() {
        assertNull(StringUtils.stripToNull(" "));
        assertNull(StringUtils.stripToNull("\t\t"));
        assertNull(StringUtils.stripToNull(" \r\n "));
    }

    @Test
    void stripWhatHasNoWhiteSpace() {
        assertEquals("plain", StringUtils.stripToNull("plain"));
        assertEquals("x", StringUtils.stripToNull("x"));
        assertEquals("0", StringUtils.stripToNull("0"));
    }

    @Test
    void stripTheFront() {
        assertEquals("word", StringUtils.stripToNull(" word"));
        assertEquals("7", StringUtils.stripToNull("\n\n7"));
    }

    @Test
    void stripTheEnd() {
        assertEquals("word", StringUtils.stripToNull("word  "));
        assertEquals("end.", StringUtils.stripToNull("end.\t"));
    }

    @Test
    void stripBothEnds() {
        assertEquals("in", StringUtils.stripToNull("  in  "));
        assertEquals("I am", StringUtils.stripToNull("\tI am\r\n"));
    }

    @Test
    void stripKeepsTheInside() {
        assertEquals("a  b", StringUtils.stripToNull("a  b"));
        assertEquals("l1\nl2", StringUtils.stripToNull(" l1\nl2"));
    }

    @Test
    void stripOtherScripts() {
        assertEquals("\u0436", StringUtils.stripToNull("\u2003\u0436 "));
        assertEquals("\ud83d\ude00", StringUtils.stripToNull("\ud83d\ude00 "));
        assertEquals("\u00a0", StringUtils.stripToNull("\u00a0"));
    }
}
