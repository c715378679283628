package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AlarmTest {
    @Test
    void isOfTheDayOrTheNext() {
        for (int hour = 0; hour < 24; hour++) {
            assertEquals(60 * hour, Alarm.minutesUntil(hour, 0));
            assertEquals(60 * ((hour + 12) % 24), Alarm.minutesUntil(hour, 12));
        }
    }
}
