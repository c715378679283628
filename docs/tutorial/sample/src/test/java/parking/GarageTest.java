package parking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GarageTest {
    @Test
    void aCarTakesAPlace() {
        Garage garage = new Garage(10);
        assertTrue(garage.enter());
        assertEquals(9, garage.free());
    }

    @Test
    void aFullGarageLetsNobodyIn() {
        Garage garage = new Garage(2);
        assertTrue(garage.enter());
        assertTrue(garage.enter());
        assertFalse(garage.enter());
        assertEquals(0, garage.free());
    }

    @Test
    void whoLeavesMakesRoom() {
        Garage garage = new Garage(1);
        assertTrue(garage.enter());
        assertFalse(garage.enter());
        garage.leave();
        assertTrue(garage.enter());
    }

    @Test
    void aGarageWithoutPlaces() {
        assertFalse(new Garage(0).enter());
    }

    @Test
    void aDay() {
        Garage garage = new Garage(5);
        for (int car = 0; car < 8; car++) {
            assertEquals(car < 5, garage.enter());
        }
        for (int car = 0; car < 3; car++) {
            garage.leave();
        }
        assertEquals(3, garage.free());
        assertTrue(garage.enter());
    }
}
