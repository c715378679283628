package dev.oraculum.worker.batch;

import java.io.File;
import java.time.Year;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TimeZone;

/**
 * Texts that say where or when tests run: the values of system properties and of the environment, what is made of them, the year. A search
 * that tried what the code compares with them would write tests that pass on this machine only, or only today.
 *
 * <p>Shorter values are left alone. They are words that mean many things ({@code 1}, {@code /}), and what is tried would depend on who has
 * set them to what.
 */
final class Surroundings {
    /** Code units of a value that counts. */
    private static final int SHORTEST = 4;
    /** Of one that also counts as a part of a text. */
    private static final int LONG = 6;

    private final Set<String> values = new HashSet<>();
    private final Set<String> parts = new HashSet<>();

    /** Those of this JVM as it is now: tests may change them. */
    Surroundings() {
        System.getProperties().values().forEach(value -> add(String.valueOf(value)));
        System.getenv().values().forEach(this::add);
        add(TimeZone.getDefault().getID());
        parts.add(Year.now().toString());
    }

    private void add(String value) {
        List<String> all = new ArrayList<>(List.of(value.split(File.pathSeparator)));
        all.add(value);
        for (String one : all) {
            if (one.length() >= SHORTEST) {
                values.add(one);
            }
            if (one.length() >= LONG) {
                parts.add(one);
            }
        }
    }

    /** Whether a text is of the surroundings. */
    boolean has(String text) {
        return values.contains(text) || parts.stream().anyMatch(text::contains);
    }
}
