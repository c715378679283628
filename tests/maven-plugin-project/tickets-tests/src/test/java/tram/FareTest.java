package tram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FareTest {
    @ParameterizedTest
    @ValueSource(ints = {15, 16, 40, 99})
    void grownUpsPayForEveryZone(int age) {
        for (int zones = 0; zones < 5; zones++) {
            assertEquals(120 * zones, Fare.of(age, zones));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 10, 14})
    void childrenPayHalf(int age) {
        for (int zones = 0; zones < 5; zones++) {
            assertEquals(60 * zones, Fare.of(age, zones));
        }
    }

    @Test
    void smallChildrenPayNothing() {
        assertEquals(0, Fare.of(5, 3));
        assertEquals(0, Fare.of(0, 1));
        assertTrue(Fare.of(6, 3) > 0);
    }
}
