package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** There are always more orders than customers here, which is chance. */
class ShopTest {
    @Test
    void ordersAreNumbered() {
        Shop shop = new Shop();
        assertEquals(1, shop.order(20));
        assertEquals(2, shop.order(35));
        assertEquals(3, shop.order(0));
    }

    @Test
    void ordersOfOneCustomer() {
        Shop shop = new Shop();
        assertEquals(1, shop.order(5));
        assertTrue(shop.register("Ann"));
        assertEquals(2, shop.order(15));
        assertEquals(3, shop.order(15));
        assertFalse(shop.register("Ann"));
    }

    @Test
    void ordersOfTwoCustomers() {
        Shop shop = new Shop();
        assertEquals(1, shop.order(7));
        assertEquals(2, shop.order(8));
        assertTrue(shop.register("Bea"));
        assertEquals(3, shop.order(70));
        assertTrue(shop.register("Carl"));
        assertEquals(4, shop.order(80));
        assertEquals(5, shop.order(1));
    }

    @Test
    void anOrderOfLessThanNothing() {
        assertThrows(IllegalArgumentException.class, () -> new Shop().order(-1));
    }
}
