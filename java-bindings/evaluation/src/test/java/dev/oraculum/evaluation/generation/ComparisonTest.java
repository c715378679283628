package dev.oraculum.evaluation.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.evaluation.generation.GenerateResults.Row;
import dev.oraculum.evaluation.generation.Suite.Share;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void comparesClassesAndSeedsThatBothHave() {
        String section = Comparison.section(List.of(
                row("c", "search", "A", 1, 9, null), row("c", "search", "A", 2, 8, null), row("c", "search", "A", 3, 1, null),
                row("c", "random", "A", 1, 8, null), row("c", "random", "A", 2, 6, null),
                row("c", "search", "B", 1, 4, new Share(2, 4)), row("c", "random", "B", 1, 4, new Share(1, 4)),
                row("c", "search", "C", 1, 10, null), row("other", "random", "C", 1, 0, null)));
        // A: 8.5 against 7 of 10, three of four pairs more and one equal; B: 4 against 4.
        String line = "| `random` | 2 | [1, 2] | 62.5 % | 55.0 % | 0.69 | 1, 1, 0 | 50.0 % | 25.0 % | 1.00 | 1, 0, 0 |";
        assertTrue(section.contains(line), section);
    }

    @Test
    void hybridIsTheFirstWhereTheSearchAloneWasNotRun() {
        String section = Comparison.section(List.of(row("c", "hybrid", "A", 1, 9, null), row("c", "random", "A", 1, 8, null)));
        assertTrue(section.contains("| branches: hybrid | other |"), section);
        assertTrue(section.contains("| `random` | 1 | [1] | 90.0 % | 80.0 % | 1.00 | 1, 0, 0 |"), section);
    }

    @Test
    void nothingIsSaidWhereOnlyTheSearchWasRun() {
        assertEquals("", Comparison.section(List.of(row("c", "search", "A", 1, 9, null), row("d", "random", "A", 1, 9, null))));
    }

    private static Row row(String state, String variant, String className, long seed, int branches, Share mutants) {
        return new Row(state, "first", "library", className, variant, 30, seed, 0, 30, 1000, 5, 0, true, null, new Share(branches, 10),
                new Share(1, 1), mutants, "", 10);
    }
}
