package dev.oraculum.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetSharesTest {
    private static final long SECOND = 1_000_000_000L;

    private static Duration begin(BudgetShares shares, long second, int part, int weight) {
        return shares.begin(second * SECOND, part, weight);
    }

    @Test
    void whatAPartLeavesIsForThoseAfterIt() {
        BudgetShares shares = new BudgetShares(0, Duration.ofSeconds(100), 1, List.of(20, 30, 50));
        assertEquals(Duration.ofSeconds(20), begin(shares, 0, 0, 20));
        shares.ended(0);
        // It took 4 seconds of its 20: 96 are left for 80.
        assertEquals(Duration.ofSeconds(36), begin(shares, 4, 1, 30));
        shares.ended(1);
        // This one took more than it had.
        assertEquals(Duration.ofSeconds(50), begin(shares, 50, 2, 50));
    }

    @Test
    void whereTwoWorkThereIsTwiceAsMuchButForWhatIsPromised() {
        BudgetShares shares = new BudgetShares(0, Duration.ofSeconds(60), 2, List.of(30, 30, 60));
        assertEquals(Duration.ofSeconds(30), begin(shares, 0, 0, 30));
        assertEquals(Duration.ofSeconds(30), begin(shares, 0, 1, 30));
        shares.ended(0);
        // 50 seconds twice, of which the other part may take 20; but no longer than to the end.
        assertEquals(Duration.ofSeconds(50), begin(shares, 10, 2, 60));
    }

    @Test
    void thoseForWhichHardlyAnythingIsLeftAreNotBegun() {
        BudgetShares shares = new BudgetShares(0, Duration.ofSeconds(12), 1, List.of(1, 1, 1, 1));
        assertEquals(Duration.ofSeconds(5), begin(shares, 0, 0, 1), "and not a quarter of 12");
        shares.ended(0);
        assertEquals(Duration.ofSeconds(5), begin(shares, 6, 1, 1));
        shares.ended(1);
        assertNull(begin(shares, 8, 2, 1));
        assertNull(begin(shares, 13, 3, 1));
        BudgetShares little = new BudgetShares(0, Duration.ofSeconds(2), 1, List.of(1, 1));
        assertEquals(Duration.ofSeconds(2), begin(little, 0, 0, 1), "the first has what there is");
        assertNull(begin(little, 1, 1, 1));
    }
}
