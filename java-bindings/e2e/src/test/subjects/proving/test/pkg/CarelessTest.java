package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CarelessTest {
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

    /** What fails on another thread fails no test, and is a false clause all the same. */
    @Test
    void beside() throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1);
                Tariff.twice(-5);
            } catch (InterruptedException | AssertionError ignored) {
                // Nobody hears of it.
            }
        });
        thread.start();
        thread.join();
    }
}
