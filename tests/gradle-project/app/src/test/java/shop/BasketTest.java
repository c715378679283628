package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class BasketTest {
    @Test
    public void itemsAreCounted() {
        Basket basket = new Basket();
        assertEquals(1, basket.add("apple", 30));
        assertEquals(2, basket.add("pear", 50));
        assertEquals(2, basket.add(" ", 50));
        assertEquals(2, basket.add("gift", -1));
        assertEquals(3, basket.add("bag", 0));
    }

    @Test
    public void everythingWithANameAndAPriceGoesIn() {
        Basket basket = new Basket();
        int expected = 0;
        for (String name : new String[] {"apple", "", "bag", " ", "cup", null, "dish", "egg"}) {
            for (int price : new int[] {-20, 0, 5, 700, -1}) {
                if (name != null && !name.trim().isEmpty() && price >= 0) {
                    expected++;
                }
                assertEquals(expected, basket.add(name, price));
            }
        }
    }

    @Test
    public void pricesAreAddedUp() {
        Basket basket = new Basket();
        basket.add("apple", 30);
        basket.add("pear", 50);
        assertEquals(80, basket.total());
    }

    @Test
    public void fiveThingsAreATenthCheaper() {
        for (int price : new int[] {0, 1, 10, 99, 250}) {
            Basket basket = new Basket();
            for (int things = 1; things < 9; things++) {
                basket.add("thing", price);
                int sum = things * price;
                assertEquals(things < 5 ? sum : sum - sum / 10, basket.total());
            }
        }
    }

    @Test
    public void manyThingsAreCheaper() {
        Basket basket = new Basket();
        for (int i = 0; i < 6; i++) {
            basket.add("melon", 200);
        }
        assertEquals(1080, basket.total());
    }

    @Test
    public void anEmptyBasketCostsNothing() {
        assertEquals(0, new Basket().total());
    }
}
