package pkg;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.Date;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.LongSupplier;

/** Nothing that it says is the same everywhere and always, but its kind. */
public class Moody {
    private static int made;
    private final int number = ++made;
    private final long born = System.currentTimeMillis();
    private final Instant beginning = Instant.now();

    public long now() {
        return System.currentTimeMillis();
    }

    public int year() {
        return LocalDate.now().getYear();
    }

    public boolean isMorning() {
        return LocalTime.now().get(ChronoField.AMPM_OF_DAY) == 0;
    }

    /** Next to always the same. */
    public long age() {
        return System.currentTimeMillis() - born;
    }

    public long fractionsOfAge() {
        LongSupplier clock = System::nanoTime;
        return -(clock.getAsLong() - clock.getAsLong()) / 10_000_000;
    }

    public long since() {
        return Duration.between(beginning, Instant.now()).toSeconds();
    }

    public boolean atOnce() {
        return new Date().getTime() - Calendar.getInstance().getTimeInMillis() > -1000;
    }

    public int dice() {
        return new Random().nextInt();
    }

    public String address() {
        return new Object().toString();
    }

    public int digitsOfAddress() {
        return new Object().toString().length();
    }

    /** Whoever calls it may give an object that says where it is. */
    public String described(LongSupplier given) {
        return "by " + (given != null ? given : "nobody");
    }

    public int identity() {
        return System.identityHashCode(this);
    }

    /** In the order of their addresses. */
    public String order() {
        Set<Object> all = new HashSet<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            int place = i;
            all.add(new Object() {
                @Override
                public String toString() {
                    return "" + (char) ('a' + place);
                }
            });
        }
        all.forEach(text::append);
        return text.toString();
    }

    public int getNumber() {
        return number;
    }

    public String amount() {
        return String.format("%,.2f", 1234.5);
    }

    public String digit() {
        return String.format("%d", 7);
    }

    public String loud() {
        return "title".toUpperCase(Locale.getDefault());
    }

    public String zone() {
        return TimeZone.getDefault().getID();
    }

    public int variables() {
        return System.getenv().size();
    }

    public int properties() {
        return System.getProperties().size();
    }

    public String user() {
        return System.getProperty("user.name");
    }

    /** What the first folder of the class path holds: in a project that is often the tests. */
    public int files() throws IOException {
        try (InputStream root = Moody.class.getResourceAsStream("/")) {
            return root == null ? -1 : new String(root.readAllBytes(), StandardCharsets.UTF_8).length();
        }
    }

    public String kind() {
        return "moody";
    }
}
