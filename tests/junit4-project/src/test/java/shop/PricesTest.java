package shop;

import static org.junit.Assert.assertTrue;

import dev.oraculum.junit.OracleCheck;
import dev.oraculum.junit.OracleRule;
import java.util.Arrays;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** With the annotation, in several groups, and with a fixture. */
@OracleCheck("src/test/oracle/oracle.json")
@RunWith(Parameterized.class)
public class PricesTest {
    @Rule
    public final OracleRule oracle = new OracleRule();

    private final Basket basket = new Basket();
    private final int price;

    public PricesTest(int price) {
        this.price = price;
    }

    @Parameterized.Parameters(name = "{0}")
    public static List<Object> prices() {
        return Arrays.asList(500, 20_000);
    }

    @Before
    public void add() {
        basket.add(price);
    }

    @Test
    public void one() {
        assertTrue(basket.total() > 0);
    }
}
