package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** As a generator writes tests: they assert what the code does, right or wrong. */
public class BasketGeneratedTest {
    @Test
    public void test0() {
        Basket basket = new Basket();
        int int0 = basket.add("a", 2147483647);
        int int1 = basket.add("b", 1);
        assertEquals(2, int1);
        assertEquals(-2147483648, basket.total());
    }

    @Test
    public void test1() {
        Basket basket = new Basket();
        assertEquals(1, basket.add("c", 10));
    }
}
