package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TollTest {
    @Test
    void two() {
        assertEquals(4, Toll.of(2));
    }

    @Test
    void three() {
        assertEquals(6, Toll.of(3));
    }

    @Test
    void seven() {
        assertEquals(14, Toll.of(7));
    }

    @Test
    void some() {
        for (int axles = 8; axles < 40; axles++) {
            assertEquals(2 * axles, Toll.of(axles));
        }
    }
}
