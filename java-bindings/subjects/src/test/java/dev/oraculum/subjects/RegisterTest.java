package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegisterTest {
    private static final int MIN = Integer.MIN_VALUE;
    private static final int MAX = Integer.MAX_VALUE;

    private static Register of(int... numbers) {
        Register register = new Register();
        for (int number : numbers) {
            register.add(number);
        }
        return register;
    }

    private static void holds(Register register, Integer... numbers) {
        assertEquals(List.of(numbers), register.from(0));
        assertEquals(numbers.length, register.size());
    }

    // add

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
    void addTheFirst() {
        Register register = new Register();
        assertTrue(register.add(99));
        holds(register, 99);
    }

    @Test
    void addKeepsTheOrderOfEntry() {
        Register register = of(30, 10);
        assertTrue(register.add(20));
        assertTrue(register.add(5));
        holds(register, 30, 10, 20, 5);
    }

    @Test
    void addAgainChangesNothing() {
        Register register = of(7, 3, 5);
        assertFalse(register.add(7));
        assertFalse(register.add(5));
        holds(register, 7, 3, 5);
    }

    @Test
    void addNegatives() {
        Register register = new Register();
        assertTrue(register.add(-2));
        assertTrue(register.add(2));
        assertFalse(register.add(-2));
        holds(register, -2, 2);
    }

    @Test
    void addZero() {
        Register register = of(1, -1);
        assertTrue(register.add(0));
        assertFalse(register.add(0));
        holds(register, 1, -1, 0);
    }

    @Test
    void addExtremes() {
        Register register = new Register();
        assertTrue(register.add(MAX));
        assertTrue(register.add(MIN));
        assertFalse(register.add(MAX));
        holds(register, MAX, MIN);
    }

    @Test
    void addIndices() {
        Register register = of(2, 1);
        assertTrue(register.add(0));
        assertFalse(register.add(2));
        assertTrue(register.add(3));
        holds(register, 2, 1, 0, 3);
    }

    @Test
    void addAfterRemove() {
        Register register = of(11, 12, 13);
        register.remove(11);
        assertTrue(register.add(11));
        holds(register, 12, 13, 11);
    }

    @Test
    void addBoxedBeyondTheirCache() {
        Register register = of(100_000);
        assertFalse(register.add(100_000));
        assertTrue(register.add(100_001));
        holds(register, 100_000, 100_001);
    }

    @Test
    void addMany() {
        Register register = new Register();
        for (int i = 0; i < 24; i++) {
            assertEquals(i < 17, register.add(i * 5 % 17), String.valueOf(i));
        }
        assertEquals(17, register.size());
    }

    // remove

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
    void removeFromNothing() {
        Register register = new Register();
        assertFalse(register.remove(0));
        assertFalse(register.remove(-1));
        assertFalse(register.remove(55));
        holds(register);
    }

    @Test
    void removeTheOnlyNumber() {
        Register register = of(44);
        assertTrue(register.remove(44));
        holds(register);
        assertFalse(register.remove(44));
    }

    @Test
    void removeTheFirst() {
        Register register = of(9, 8, 7, 6);
        assertTrue(register.remove(9));
        holds(register, 8, 7, 6);
    }

    @Test
    void removeTheLast() {
        Register register = of(9, 8, 7, 6);
        assertTrue(register.remove(6));
        holds(register, 9, 8, 7);
    }

    @Test
    void removeFromTheMiddle() {
        Register register = of(10, 20, 30, 40, 50);
        assertTrue(register.remove(30));
        holds(register, 10, 20, 40, 50);
    }

    @Test
    void removeIsByNumberNotByPlace() {
        Register register = of(2, 0, 1);
        assertTrue(register.remove(0));
        holds(register, 2, 1);
        assertTrue(register.remove(1));
        holds(register, 2);
        Register large = of(71, 72);
        assertFalse(large.remove(0));
        assertFalse(large.remove(1));
        holds(large, 71, 72);
    }

    @Test
    void removeWhatIsNotThere() {
        Register register = of(5, 15, 25);
        assertFalse(register.remove(10));
        assertFalse(register.remove(-5));
        assertFalse(register.remove(26));
        holds(register, 5, 15, 25);
    }

    @Test
    void removeNegatives() {
        Register register = of(-1, 1, -3, 3);
        assertTrue(register.remove(-3));
        holds(register, -1, 1, 3);
        assertTrue(register.remove(-1));
        holds(register, 1, 3);
    }

    @Test
    void removeExtremes() {
        Register register = of(MIN, 0, MAX);
        assertTrue(register.remove(MAX));
        assertFalse(register.remove(MAX));
        assertTrue(register.remove(MIN));
        holds(register, 0);
    }

    @Test
    void removeBoxedBeyondTheirCache() {
        Register register = of(5000, 6000, 7000);
        assertTrue(register.remove(6000));
        holds(register, 5000, 7000);
    }

    @Test
    void addAndRemoveAsAListOfTheLibrary() {
        Random random = new Random(9);
        Register register = new Register();
        List<Integer> model = new ArrayList<>();
        for (int step = 0; step < 40; step++) {
            Integer number = random.nextInt(-4, 5);
            if (random.nextBoolean()) {
                boolean isNew = !model.contains(number);
                assertEquals(isNew, register.add(number));
                if (isNew) {
                    model.add(number);
                }
            } else {
                assertEquals(model.remove(number), register.remove(number));
            }
            assertEquals(model, register.from(0));
        }
    }

    // contains

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
    void containsNothingAfterRemove() {
        Register register = of(1, 2);
        register.remove(1);
        assertFalse(register.contains(1));
        assertTrue(register.contains(2));
    }

    // from

    @Test
    void fromIsTheRest() {
        Register register = of(5, 6, 7);
        assertEquals(List.of(5, 6, 7), register.from(0));
        assertEquals(List.of(6, 7), register.from(1));
        assertEquals(List.of(7), register.from(2));
        assertEquals(List.of(), register.from(3));
    }

    @Test
    void fromNothing() {
        assertEquals(List.of(), new Register().from(0));
    }

    @Test
    void fromOne() {
        assertEquals(List.of(8), of(8).from(0));
        assertEquals(List.of(), of(8).from(1));
    }

    @Test
    void fromTheMiddleOfMany() {
        Register register = of(12, 9, 6, 3, 0, -3, -6);
        assertEquals(List.of(3, 0, -3, -6), register.from(3));
        assertEquals(List.of(-3, -6), register.from(5));
        assertEquals(List.of(9, 6, 3, 0, -3, -6), register.from(1));
    }

    @Test
    void fromTheEnd() {
        assertEquals(List.of(), of(1, 2, 3, 4).from(4));
        assertEquals(List.of(4), of(1, 2, 3, 4).from(3));
    }

    @Test
    void fromIsACopy() {
        Register register = of(40, 50, 60);
        register.from(1).clear();
        assertEquals(List.of(50, 60), register.from(1));
    }

    @Test
    void fromOfExtremes() {
        assertEquals(List.of(MAX, 0), of(MIN, MAX, 0).from(1));
        assertEquals(List.of(MIN, MAX, 0), of(MIN, MAX, 0).from(0));
    }

    @Test
    void fromAfterChanges() {
        Register register = of(3, 2, 1);
        register.remove(2);
        register.add(9);
        assertEquals(List.of(1, 9), register.from(1));
        assertEquals(List.of(9), register.from(2));
    }

    @Test
    void fromOutsideIsRefused() {
        assertThrows(IndexOutOfBoundsException.class, () -> of(1).from(-1));
        assertThrows(IllegalArgumentException.class, () -> of(1).from(2));
    }
}
