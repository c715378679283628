package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BasketPriceTest {
    private static Basket basketOf(int things, int price) {
        Basket basket = new Basket();
        for (int i = 0; i < things; i++) {
            basket.add("thing", price);
        }
        return basket;
    }

    @Test
    void fourThingsCostTheirPrices() {
        assertEquals(400, basketOf(4, 100).total());
    }

    @Test
    void fiveThingsAreCheaper() {
        for (int price : new int[] {0, 9, 100, 333}) {
            for (int things = 5; things < 9; things++) {
                int sum = things * price;
                assertEquals(sum - sum / 10, basketOf(things, price).total());
            }
        }
    }

    @Test
    void noThingMakesItCheaper() {
        for (int things = 0; things < 4; things++) {
            assertTrue(basketOf(things + 1, 7).total() > basketOf(things, 7).total());
        }
    }
}
