package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CarelessTest {
    /** What fails here fails no test, and is a false clause all the same. */
    @BeforeAll
    static void carelessly() {
        try {
            Tariff.twice(-5);
        } catch (AssertionError ignored) {
            // Nobody hears of it.
        }
    }

    @Test
    void one() {
        assertEquals(2, Tariff.twice(1));
    }

    @Test
    void three() {
        assertEquals(6, Tariff.twice(3));
    }

    @Test
    void some() {
        for (int units = 4; units < 40; units += 5) {
            assertEquals(2 * units, Tariff.twice(units));
        }
    }
}
