package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.generation.Elsewhere.Side;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalField;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever a clock shows here, one of the other machines shows something else: so no test that is tried there asserts it. */
class ElsewhereTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MINUTES_OF_DAY = 24 * 60;
    /** In UTC, where the two clocks may agree for a moment: of a day, minutes. */
    private static final int MOMENT = 10;

    /** What a clock shows on another machine: in its own zone, or in UTC. */
    private static LocalDateTime shown(Side side, Instant here, ZoneId zone) {
        return LocalDateTime.ofInstant(here.plus(Duration.ofMinutes(side.ahead)), zone);
    }

    private static LocalDateTime wall(Side side, Instant here) {
        return shown(side, here, ZoneId.of(side.zone));
    }

    private static boolean differs(LocalDateTime here, LocalDateTime east, LocalDateTime west, TemporalField field) {
        return east.get(field) != here.get(field) || west.get(field) != here.get(field);
    }

    @Test
    void allThatAClockShowsIsOtherwiseSomewhere() {
        int agreements = 0;
        for (int minute = 0; minute < MINUTES_OF_DAY; minute++) {
            Instant now = BEGIN.plusSeconds(60L * minute);
            LocalDateTime here = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
            for (ChronoField field : List.of(ChronoField.MINUTE_OF_HOUR, ChronoField.HOUR_OF_DAY, ChronoField.AMPM_OF_DAY)) {
                assertTrue(differs(here, wall(Side.EAST, now), wall(Side.WEST, now), field), here + " " + field);
                LocalDateTime east = shown(Side.EAST, now, ZoneOffset.UTC);
                LocalDateTime west = shown(Side.WEST, now, ZoneOffset.UTC);
                agreements += differs(here, east, west, field) ? 0 : 1;
            }
        }
        assertEquals(MOMENT, agreements);
    }

    @Test
    void allThatACalendarShowsIsOtherwiseSomewhere() {
        for (int day = 0; day < 4 * 365; day++) {
            Instant now = BEGIN.plusSeconds(86_400L * day + 3_600L * (day % 24));
            LocalDateTime here = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
            LocalDateTime east = wall(Side.EAST, now);
            LocalDateTime west = wall(Side.WEST, now);
            for (TemporalField field : List.of(ChronoField.YEAR, ChronoField.MONTH_OF_YEAR, ChronoField.DAY_OF_MONTH,
                    ChronoField.DAY_OF_WEEK, ChronoField.DAY_OF_YEAR, IsoFields.QUARTER_OF_YEAR)) {
                assertTrue(differs(here, east, west, field), here + " " + field);
            }
        }
    }
}
