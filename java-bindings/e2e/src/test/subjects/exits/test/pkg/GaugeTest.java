package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GaugeTest {
    @Test
    void fillsUpToTheLimit() {
        for (int limit = 1; limit < 9; limit++) {
            Gauge gauge = new Gauge(limit);
            int level = 0;
            for (int amount = -3; amount < 6; amount++) {
                boolean much = amount > 4 && limit > 4;
                level = amount < 0 || much ? level : Math.min(limit, level + amount);
                assertEquals(amount < 0 ? -1 : much ? -2 : level, gauge.fill(amount));
                assertEquals(level == limit, gauge.isFull());
            }
        }
    }
}
