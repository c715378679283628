package dev.oraculum.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** A program that reads the clock in several ways, and says by which one they go. */
public final class ClockReader {
    private ClockReader() {}

    public static void report() {
        Map<String, LongSupplier> reads = new TreeMap<>();
        reads.put("currentTimeMillis", System::currentTimeMillis);
        reads.put("nanoTime", () -> System.nanoTime() / 1_000_000);
        reads.put("Instant", () -> Instant.now().toEpochMilli());
        reads.put("Clock", () -> Clock.systemUTC().millis());
        reads.put("Date", () -> new Date().getTime());
        reads.put("Calendar", () -> Calendar.getInstance().getTimeInMillis());
        reads.put("GregorianCalendar", () -> new GregorianCalendar().getTimeInMillis());
        reads.forEach((name, read) -> {
            long first = read.getAsLong();
            long between = read.getAsLong() - first;
            System.out.println(name + (between > 1000 ? " ahead" : " right"));
        });
        Instant start = ProcessHandle.current().info().startInstant().orElseThrow();
        Instant today = LocalDate.now(ZoneOffset.UTC).atStartOfDay().toInstant(ZoneOffset.UTC);
        System.out.println(Duration.between(start, today).toDays() > 365 ? "another year" : "this year");
    }
}
