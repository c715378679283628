package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RegisterTest {
    private static Register of(int... numbers) {
        Register register = new Register();
        for (int number : numbers) {
            register.add(number);
        }
        return register;
    }

    @Test
    void addEntersWhatIsNew() {
        Register register = new Register();
        for (int number : new int[] {4, 8, 15, 16, 23, 42}) {
            assertTrue(register.add(number));
            assertFalse(register.add(number));
            assertTrue(register.contains(number));
        }
        assertEquals(6, register.size());
        assertEquals(List.of(4, 8, 15, 16, 23, 42), register.from(0));
        assertFalse(register.add(4));
    }

    @Test
    void removeTakesOutOneNumber() {
        Register register = of(3, 1, 2, -1, 0);
        assertTrue(register.remove(1));
        assertFalse(register.remove(1));
        assertEquals(List.of(3, 2, -1, 0), register.from(0));
        assertTrue(register.remove(0));
        assertTrue(register.remove(3));
        assertEquals(List.of(2, -1), register.from(0));
        assertFalse(register.remove(7));
        assertTrue(register.remove(2));
        assertTrue(register.remove(-1));
        assertFalse(register.remove(-1));
        assertEquals(0, register.size());
    }

    @Test
    void containsFindsWhatIsThere() {
        Register register = of(10, 20, 30);
        assertTrue(register.contains(10));
        assertTrue(register.contains(30));
        assertFalse(register.contains(2));
        assertFalse(of().contains(0));
        assertTrue(of(0).contains(0));
    }

    @Test
    void fromIsTheRest() {
        Register register = of(5, 6, 7);
        assertEquals(List.of(5, 6, 7), register.from(0));
        assertEquals(List.of(6, 7), register.from(1));
        assertEquals(List.of(7), register.from(2));
        assertEquals(List.of(), register.from(3));
    }
}
