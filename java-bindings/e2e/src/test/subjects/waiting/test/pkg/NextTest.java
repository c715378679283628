package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NextTest {
    @Test
    void goesRound() {
        for (int hour = 0; hour < 23; hour++) {
            assertEquals(hour + 1, Clock.next(hour));
        }
        assertEquals(0, Clock.next(23));
    }
}
