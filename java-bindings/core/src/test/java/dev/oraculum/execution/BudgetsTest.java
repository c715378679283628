package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetsTest {
    @Test
    void aBudgetIsAMultipleOfTheOriginalsNeedAndAConstant() {
        Budgets budgets = Budgets.DEFAULTS.withTicks(3, 50).withTime(2, Duration.ofMillis(700));
        assertEquals(3 * 20 + 50, budgets.ticks(20));
        assertEquals(2 * 5 + 700, budgets.millis(5_000_000));
    }

    @Test
    void aBudgetBeyondAllNumbersIsNoBound() {
        assertEquals(Long.MAX_VALUE, Budgets.DEFAULTS.ticks(Long.MAX_VALUE / 2));
    }

    @Test
    void aBudgetBelowTheOriginalsNeedIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Budgets.DEFAULTS.withTicks(0.5, 0));
        assertThrows(IllegalArgumentException.class, () -> Budgets.DEFAULTS.withTime(Double.NaN, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> Budgets.DEFAULTS.withTimeOuts(0));
    }
}
