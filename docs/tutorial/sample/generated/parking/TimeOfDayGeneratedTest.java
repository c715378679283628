package parking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** As a test generator writes them: it calls what there is and asserts what comes out. */
class TimeOfDayGeneratedTest {
    @Test
    void test0() {
        TimeOfDay time0 = new TimeOfDay(7, 45);
        TimeOfDay time1 = time0.plus(120);
        assertEquals(9, time1.hour());
        assertEquals(45, time1.minute());
    }

    @Test
    void test1() {
        TimeOfDay time0 = new TimeOfDay(1, 15);
        TimeOfDay time1 = time0.plus(-90);
        assertEquals(0, time1.hour());
        assertEquals(-15, time1.minute());
    }

    @Test
    void test2() {
        TimeOfDay time0 = new TimeOfDay(22, 0);
        TimeOfDay time1 = time0.plus(200);
        TimeOfDay time2 = time1.plus(40);
        assertEquals(1, time1.hour());
        assertEquals(0, time2.minute());
    }
}
