package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FirstTest {
    @Test
    void first1() {
        assertEquals(5, Tariff.first(new int[] {4, 1}));
    }

    @Test
    void first2() {
        assertEquals(1, Tariff.first(new int[] {0, 2, 7}));
    }

    @Test
    void first3() {
        assertEquals(8, Tariff.first(new int[] {7, 3, 8, 0}));
    }

    @Test
    void first4() {
        assertEquals(4, Tariff.first(new int[] {3}));
    }

    @Test
    void first5() {
        assertEquals(0, Tariff.first(new int[] {-1, 5}));
    }

    @Test
    void first6() {
        assertEquals(7, Tariff.first(new int[] {6, 6, 11}));
    }

    @Test
    void first7() {
        assertEquals(3, Tariff.first(new int[] {2, 7, 12, 4}));
    }

    @Test
    void first8() {
        assertEquals(-1, Tariff.first(new int[] {-2}));
    }

    @Test
    void first9() {
        assertEquals(6, Tariff.first(new int[] {5, 9}));
    }

    @Test
    void first10() {
        assertEquals(2, Tariff.first(new int[] {1, 10, 2}));
    }

    @Test
    void first11() {
        assertEquals(-2, Tariff.first(new int[] {-3, 11, 3, 8}));
    }

    @Test
    void first12() {
        assertEquals(5, Tariff.first(new int[] {4}));
    }

    @Test
    void first13() {
        assertEquals(1, Tariff.first(new int[] {0, 0}));
    }

    /** More than is recorded of an array. */
    @Test
    void firstOfMany() {
        int[] many = new int[1000];
        many[0] = 5;
        assertEquals(-1, Tariff.first(many));
    }
}
