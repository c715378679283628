package shop;

import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class OldTest {
    private final Basket basket = new Basket();
    private final int rank;

    public OldTest(int rank) {
        this.rank = rank;
    }

    @Parameterized.Parameters(name = "rank {0}")
    public static List<Object> ranks() {
        return Arrays.asList(0, 3);
    }

    /** Else the first test would do it, in one of two runs of our own. */
    @BeforeClass
    public static void initialize() {
        new Basket();
    }

    @Test
    public void total() {
        basket.add(60);
        basket.add(10 * rank);
        assertTrue(basket.total(rank) > 0);
    }

    @Test
    public void assumes() {
        assumeTrue(rank > 0);
        assertTrue(Basket.percent(rank) > 0);
    }

    @Test
    @Ignore("not now")
    public void ignored() {
        Basket.percent(9);
    }
}
