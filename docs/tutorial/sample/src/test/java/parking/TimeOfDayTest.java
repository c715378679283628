package parking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimeOfDayTest {
    private static void check(int hour, int minute, TimeOfDay time) {
        assertEquals(hour, time.hour());
        assertEquals(minute, time.minute());
    }

    @Test
    void minutesAreAdded() {
        TimeOfDay time = new TimeOfDay(9, 30);
        check(9, 30, time.plus(0));
        check(9, 50, time.plus(20));
        check(10, 0, time.plus(30));
        check(14, 15, time.plus(285));
    }

    @Test
    void theDayEndsAtMidnight() {
        TimeOfDay time = new TimeOfDay(23, 5);
        check(23, 59, time.plus(54));
        check(0, 0, time.plus(55));
        check(8, 0, time.plus(535));
    }

    @Test
    void everyHourOfADay() {
        TimeOfDay time = new TimeOfDay(0, 10);
        for (int hour = 0; hour < 24; hour++) {
            check(hour, 10 + hour, time.plus(61 * hour));
        }
    }
}
