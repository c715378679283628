package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AlarmTest {
    @Test
    void anHourHasSixty() {
        int minutes = 0;
        for (int hours = 0; hours < 24; hours++) {
            assertEquals(minutes, Alarm.minutes(hours));
            minutes += 60;
        }
    }
}
