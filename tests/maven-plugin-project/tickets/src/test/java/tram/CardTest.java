package tram;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CardTest {
    @Test
    public void moneyIsAddedUp() {
        Card card = new Card();
        assertEquals(500, card.load("A1", 500));
        assertEquals(700, card.load("A2", 200));
        assertEquals(700, card.load("A3", 0));
        assertEquals(700, card.load("A4", -50));
        assertEquals(700, card.load(" ", 30));
        assertEquals(700, card.load(null, 1));
        assertEquals(701, card.load("A5", 1));
    }

    @Test
    public void aTripIsPaidIfThereIsEnough() {
        Card card = new Card();
        card.load("A1", 300);
        assertTrue(card.pay(120));
        assertFalse(card.pay(240));
        assertTrue(card.pay(180));
        assertFalse(card.pay(1));
        assertFalse(card.pay(-1));
        assertEquals(0, card.load("A2", 0));
    }

    @Test
    public void everyTenthTripIsFree() {
        Card card = new Card();
        card.load("A1", 1000);
        for (int trip = 1; trip <= 12; trip++) {
            assertTrue(card.pay(80));
        }
        assertEquals(1000 - 11 * 80, card.load("A2", 0));
    }
}
