package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BellTest {
    @Test
    void itRings() {
        assertEquals(1, new Bell().ring());
    }
}
