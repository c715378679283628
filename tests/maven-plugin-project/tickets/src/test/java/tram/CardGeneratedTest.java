package tram;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** As a generator writes tests: they assert what the code does, right or wrong. */
public class CardGeneratedTest {
    @Test
    public void test0() {
        Card card = new Card();
        int int0 = card.load("a", 2147483647);
        int int1 = card.load("b", 1);
        assertEquals(2147483647, int0);
        assertEquals(-2147483648, int1);
    }

    @Test
    public void test1() {
        Card card = new Card();
        card.load("c", 100);
        boolean boolean0 = card.pay(100);
        assertEquals(true, boolean0);
        assertEquals(0, card.load("d", 0));
    }
}
