package shop;

import static org.junit.Assert.assertTrue;

import dev.oraculum.junit.OracleRule;
import org.junit.Rule;
import org.junit.Test;

public class BasketTest {
    @Rule
    public final OracleRule oracle = new OracleRule("src/test/oracle/oracle.json");

    private final Basket basket = new Basket();

    @Test
    public void manyThings() {
        basket.add(9_000);
        basket.add(3_000);
        assertTrue(basket.total() > 0);
    }
}
