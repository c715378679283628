package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class HalfTest {
    @Test
    void halves() {
        for (int x = -6; x <= 6; x++) {
            assertEquals(x / 2, Half.half(x));
        }
    }

    @Test
    void expectsTheWrongThing() {
        assertEquals(4, Half.half(6), "six halves");
    }

    @Test
    void failsWithoutReachingTheMethod() {
        fail("elsewhere");
    }
}
