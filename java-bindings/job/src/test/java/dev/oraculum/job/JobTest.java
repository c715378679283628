package dev.oraculum.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobTest {
    @Test
    void whatIsSaidOfAJobIsTextByTheNamesOfTheRunner() {
        Map<String, Object> said = Map.of("classes", List.of("a.B", "a.C"), "packages", "a, b", "budget", "2m", "seed", 7,
                "testTimeout", Duration.ofMillis(1500), "threads", 4);
        Map<String, String> request = Job.IMPROVE.request(said::get, Map.of("minGenerations", "3"));
        assertEquals(
                Map.of("classes", "a.B\na.C", "packages", "a\nb", "budget", "120000", "seed", "7", "testTimeout", "1500",
                        "settings.minGenerations", "3"),
                request, "threads change no result");
    }

    /** A threshold of one job is nothing to the others. */
    @Test
    void aJobReadsItsOwnOptionsOnly() {
        Map<String, Object> said = Map.of("maxMismatches", 3, "budget", "5");
        assertEquals(Map.of("maxMismatches", "3"), Job.CHECK.request(said::get, Map.of()));
        assertEquals(Map.of("budget", "5000"), Job.IMPROVE.request(said::get, Map.of()));
    }

    @Test
    void wrongValuesAreRefusedByTheirNames() {
        JobException time = assertThrows(JobException.class, () -> Job.IMPROVE.request(Map.of("budget", "soon")::get, Map.of()));
        assertEquals("oraculum: budget = 'soon' is no time: expected a positive number with ms, s, m or h, such as '60s'",
                time.getMessage());
        assertTrue(time.isInput());
        JobException number = assertThrows(JobException.class, () -> Job.RANK.request(Map.of("maxUnsafe", -1)::get, Map.of()));
        assertEquals("oraculum: maxUnsafe = -1: expected a number from 0 on", number.getMessage());
    }

    @Test
    void versionsOfJdksAreReadInOldFormsToo() {
        assertEquals(8, Jdk.feature("1.8.0_402"));
        assertEquals(17, Jdk.feature("17.0.2"));
        assertEquals(25, Jdk.feature("25"));
        assertEquals(0, Jdk.feature(""));
    }
}
