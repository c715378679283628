package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.oraculum.subjects.specified.Traps.Urgency;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What people try first: plain letters, numbers that are small, arrays that hold something, no number twice. */
class TrapsTest {
    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void nibblesOfLetters() {
        assertArrayEquals(new int[] {4, 1}, Traps.nibbles(ascii("A")));
        assertArrayEquals(new int[] {6, 1, 6, 2, 6, 3}, Traps.nibbles(ascii("abc")));
        assertArrayEquals(new int[] {5, 10, 2, 0}, Traps.nibbles(ascii("Z ")));
    }

    @Test
    void nibblesOfDigits() {
        assertArrayEquals(new int[] {3, 0, 3, 9}, Traps.nibbles(ascii("09")));
        assertArrayEquals(new int[] {0, 10, 7, 14}, Traps.nibbles(ascii("\n~")));
        assertArrayEquals(new int[] {}, Traps.nibbles(ascii("")));
    }

    @Test
    void lastOfArrays() {
        assertEquals(3, Traps.lastOf(new int[] {1, 2, 3}));
        assertEquals(8, Traps.lastOf(new int[] {8}));
        assertEquals(-4, Traps.lastOf(new int[] {0, -4}));
        assertEquals(6, Traps.lastOf(new int[] {9, 5, 7, 6}));
        assertEquals(12, Traps.lastOf(new int[] {-1, 12}));
    }

    @Test
    void largerOfSmallNumbers() {
        assertEquals(5, Traps.larger(5, 3));
        assertEquals(7, Traps.larger(2, 7));
        assertEquals(4, Traps.larger(4, 4));
        assertEquals(-1, Traps.larger(-1, -6));
        assertEquals(100, Traps.larger(0, 100));
        assertEquals(12, Traps.larger(12, 11));
    }

    @Test
    void roundsDown() {
        assertEquals(2.0, Traps.round(2.3));
        assertEquals(0.0, Traps.round(0.49));
        assertEquals(-3.0, Traps.round(-3.4));
        assertEquals(5.0, Traps.round(5.0));
    }

    @Test
    void roundsUp() {
        assertEquals(3.0, Traps.round(2.5));
        assertEquals(8.0, Traps.round(7.75));
        assertEquals(-1.0, Traps.round(-1.5));
        assertEquals(-6.0, Traps.round(-6.25));
        assertEquals(1.0, Traps.round(0.9));
    }

    @Test
    void wrapWithinTheDay() {
        assertEquals(5, Traps.wrap(5, 24));
        assertEquals(0, Traps.wrap(0, 24));
        assertEquals(11, Traps.wrap(11, 12));
        assertEquals(3, Traps.wrap(3, 7));
    }

    @Test
    void wrapBeforeAndAfterTheDay() {
        assertEquals(1, Traps.wrap(25, 24));
        assertEquals(23, Traps.wrap(-1, 24));
        assertEquals(2, Traps.wrap(-10, 12));
        assertEquals(0, Traps.wrap(14, 7));
        assertEquals(6, Traps.wrap(-50, 7));
        assertEquals(4, Traps.wrap(100, 24));
        assertThrows(IllegalArgumentException.class, () -> Traps.wrap(1, 0));
    }

    @Test
    void daysLeftOfUrgentTasks() {
        assertEquals(7, Traps.daysLeft(Urgency.HIGH, 0));
        assertEquals(5, Traps.daysLeft(Urgency.HIGH, 2));
        assertEquals(0, Traps.daysLeft(Urgency.URGENT, 0));
        assertEquals(0, Traps.daysLeft(Urgency.URGENT, 3));
    }

    @Test
    void daysLeftOfOtherTasks() {
        assertEquals(30, Traps.daysLeft(Urgency.NORMAL, 0));
        assertEquals(26, Traps.daysLeft(Urgency.NORMAL, 4));
        assertEquals(3, Traps.daysLeft(Urgency.HIGH, 4));
        assertThrows(IllegalArgumentException.class, () -> Traps.daysLeft(Urgency.HIGH, -1));
    }

    @Test
    void pickFromTheBeginning() {
        int[] a = {10, 20, 30, 40};
        assertEquals(10, Traps.pick(a, 0));
        assertEquals(20, Traps.pick(a, 1));
        assertEquals(40, Traps.pick(a, 3));
        assertEquals(5, Traps.pick(new int[] {5}, 0));
        assertEquals(7, Traps.pick(new int[] {6, 7}, 1));
    }

    @Test
    void pickFromTheEnd() {
        assertEquals(9, Traps.pick(new int[] {1, 5, 9}, -1));
        assertEquals(5, Traps.pick(new int[] {1, 5, 9}, -2));
        assertEquals(2, Traps.pick(new int[] {2, 4}, -2));
        assertThrows(IndexOutOfBoundsException.class, () -> Traps.pick(new int[] {1}, 1));
    }

    @Test
    void checksumOfText() {
        assertEquals(65, Traps.checksum(ascii("A")));
        assertEquals(294, Traps.checksum(ascii("abc")));
        assertEquals(0, Traps.checksum(ascii("")));
        assertEquals(105, Traps.checksum(ascii("09")));
        assertEquals(122, Traps.checksum(ascii("Z ")));
    }

    @Test
    void checksumOfSmallBytes() {
        assertEquals(6, Traps.checksum(new byte[] {1, 2, 3}));
        assertEquals(127, Traps.checksum(new byte[] {127, 0}));
    }

    @Test
    void magnitudeOfPositiveNumbers() {
        assertEquals(5, Traps.magnitude(5));
        assertEquals(0, Traps.magnitude(0));
        assertEquals(100, Traps.magnitude(100));
        assertEquals(17, Traps.magnitude(17));
    }

    @Test
    void magnitudeOfNegativeNumbers() {
        assertEquals(5, Traps.magnitude(-5));
        assertEquals(1, Traps.magnitude(-1));
        assertEquals(64, Traps.magnitude(-64));
        assertThrows(ArithmeticException.class, () -> Traps.magnitude(Integer.MIN_VALUE));
    }

    @Test
    void middleOfOddLengths() {
        assertEquals(2, Traps.middle(new int[] {1, 2, 3}));
        assertEquals(9, Traps.middle(new int[] {9}));
        assertEquals(4, Traps.middle(new int[] {10, 0, 4, -2, 7}));
    }

    @Test
    void middleOfEvenLengths() {
        assertEquals(8, Traps.middle(new int[] {5, 8}));
        assertEquals(6, Traps.middle(new int[] {1, 3, 6, 2}));
        assertEquals(-1, Traps.middle(new int[] {4, 5, 6, -1, 0, 9}));
        assertThrows(IllegalArgumentException.class, () -> Traps.middle(new int[0]));
    }
}
