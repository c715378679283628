package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FleetTest {
    @Test
    void hasTrucks() {
        assertEquals(2, Fleet.of(2).size());
    }

    @Test
    void isBought() {
        assertEquals(1, Fleet.boughtNow().size());
    }
}
