package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SearchOptionsTest {
    private final SearchOptions.DurationConverter converter = new SearchOptions.DurationConverter();

    @Test
    void readsTimes() {
        assertEquals(Duration.ofMillis(1500), converter.convert("1500ms"));
        assertEquals(Duration.ofSeconds(90), converter.convert("90s"));
        assertEquals(Duration.ofMinutes(5), converter.convert("5m"));
        assertEquals(Duration.ofHours(2), converter.convert("2h"));
        assertEquals(Duration.ofSeconds(7), converter.convert(" 7 "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0s", "-3s", "1.5s", "soon", "10 s", "99999999999999999999s", "9223372036854775807h"})
    void refusesWhatIsNoTime(String text) {
        assertThrows(TypeConversionException.class, () -> converter.convert(text));
    }

    @Test
    void readsSizes() {
        StateOptions.SizeConverter sizes = new StateOptions.SizeConverter();
        assertEquals(512L << 20, sizes.convert("512M"));
        assertEquals(8L << 30, sizes.convert("8g"));
        assertEquals(3 << 10, sizes.convert("3K"));
        assertEquals(77, sizes.convert("77"));
        for (String text : new String[] {"", "0", "-1G", "1.5G", "G", "10T", "999999999999999G"}) {
            assertThrows(TypeConversionException.class, () -> sizes.convert(text), text);
        }
    }
}
