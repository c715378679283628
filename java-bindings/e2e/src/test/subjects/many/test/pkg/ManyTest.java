package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ManyTest {
    private static final class Concrete extends Many {
        Concrete(int start) {
            super(start);
        }

        @Override
        public int missing() {
            return 0;
        }
    }

    @Test
    void minOfSmallNumbers() {
        for (int x = -3; x <= 3; x++) {
            for (int y = -3; y <= 3; y++) {
                assertEquals(Math.min(x, y), Many.min(x, y));
            }
        }
    }

    @Test
    void addAdds() {
        Many many = new Concrete(-1);
        assertEquals(3, many.add(3));
        assertEquals(5, many.add(2));
        assertEquals(5, new Concrete(4).add(1));
        many.nothing();
    }

    @Test
    void evenNumbers() {
        for (int n = -3; n <= 3; n++) {
            assertEquals((n & 1) == 0, Many.even(n));
        }
    }

    @Test
    void wrongIsWrong() {
        assertEquals(1, Many.wrong(1));
    }

    @Test
    void countDownCounts() {
        for (int n = 0; n < 5; n++) {
            assertEquals(n, Many.countDown(n));
        }
    }

    @Test
    void neverReturns() {
        assertThrows(UnsupportedOperationException.class, Many::never);
    }

    @Test
    void theOtherColour() {
        assertEquals(Colour.GREEN, Colour.RED.other());
        assertEquals(Colour.RED, Colour.GREEN.other());
    }
}
