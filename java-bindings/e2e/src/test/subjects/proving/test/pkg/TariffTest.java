package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TariffTest {
    @Test
    void nothing() {
        assertEquals(0, Tariff.charge(0));
    }

    @Test
    void one() {
        assertEquals(3, Tariff.charge(1));
    }

    @Test
    void four() {
        assertEquals(12, Tariff.charge(4));
    }

    @Test
    void nine() {
        assertEquals(27, Tariff.charge(9));
    }

    @Test
    void some() {
        for (int units = 10; units < 60; units += 3) {
            assertEquals(units * 3, Tariff.charge(units));
        }
    }

    /** Another input each time. */
    @Test
    void whatever() {
        Random random = new Random();
        for (int i = 0; i < 50; i++) {
            assertTrue(Tariff.charge(random.nextInt(100_000)) >= 0);
        }
    }
}
