package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.junit.ImproveAssertions;
import dev.oraculum.junit.OracleCheck;
import org.junit.jupiter.api.Test;

@ImproveAssertions(Basket.class)
@OracleCheck("src/test/oracle/oracle.json")
class BasketTest {
    @Test
    void manyThings() {
        Basket basket = new Basket();
        basket.add(9_000);
        basket.add(3_000);
        assertTrue(basket.total() > 0);
    }
}
