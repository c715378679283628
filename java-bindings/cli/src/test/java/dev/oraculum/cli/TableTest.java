package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
    private static Table table() {
        Table table = new Table("#", "capability#", "variable", "defined at", "observes");
        table.row(List.of("1", "4.000", "left", "org.apache.commons.lang3.tuple.ImmutablePair.of:112", "left:83, left:146, left:83"));
        table.row(List.of("10", "0.500", "right", "org.apache.commons.lang3.tuple.MutablePair.<init>:135", "right:72"));
        return table;
    }

    @Test
    void aWideTerminalHasARowForARow() {
        assertEquals(List.of(
                "    capability  variable  defined at                                             observes",
                " 1       4.000  left      org.apache.commons.lang3.tuple.ImmutablePair.of:112    left:83, left:146, left:83",
                "10       0.500  right     org.apache.commons.lang3.tuple.MutablePair.<init>:135  right:72"), table().lines(120));
        assertEquals(table().lines(120), table().lines(Terminal.UNLIMITED));
    }

    @Test
    void at80ColumnsTextsGoOnInTheirColumn() {
        List<String> lines = table().lines(80);
        assertEquals("    capability  variable  defined at                  observes", lines.get(0));
        assertTrue(lines.get(1).startsWith(" 1       4.000  left      org.apache.commons.lang3.  "), lines.toString());
        assertTrue(lines.get(2).startsWith("                           tuple.ImmutablePair."), lines.toString());
    }

    @Test
    void at40ColumnsARowIsAParagraph() {
        assertEquals(List.of(
                "left",
                "  1, capability 4.000, defined at",
                "  org.apache.commons.lang3.tuple.",
                "  ImmutablePair.of:112, observes",
                "  left:83, left:146, left:83"), table().lines(40).subList(0, 5));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 80, 120})
    void everyLineFits(int width) {
        List<String> lines = table().lines(width);
        assertTrue(lines.stream().allMatch(line -> Layout.width(line) <= width), () -> String.join("\n", lines));
    }
}
