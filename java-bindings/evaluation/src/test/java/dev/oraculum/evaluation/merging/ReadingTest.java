package dev.oraculum.evaluation.merging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.evaluation.merging.MergeRate.JudgedClause;
import dev.oraculum.evaluation.merging.MergeRate.Row;
import dev.oraculum.evaluation.merging.Reading.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingTest {
    @TempDir
    Path checkout;

    private Reading reading(String lines) throws IOException {
        Path file = checkout.resolve(Reading.FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, lines);
        return Reading.of(checkout);
    }

    private static Row row(String method, String... clauses) {
        List<JudgedClause> judged = List.of(clauses).stream().map(text -> new JudgedClause(text, 9, 2, 0.9, "", "")).toList();
        return new Row("now", "first", "lib", "p.C", method, "improved", String.join(" && ", clauses), judged, List.of(), 7, "", 1.5);
    }

    @Test
    void verdictsAreOfAMethodAndAClause() throws IOException {
        Reading reading = reading("# a comment\np.C#m()\tresult > 0\tfalse\tm of an empty one\np.C#m()\tx == 1\tuseful\n");
        assertEquals(Verdict.FALSE, reading.of("p.C#m()", "result > 0"));
        assertEquals("m of an empty one", reading.remark("p.C#m()", "result > 0"));
        assertNull(reading.of("p.C#n()", "result > 0"));
        assertThrows(IllegalArgumentException.class, () -> reading("p.C#m()\tresult > 0\n"));
        assertThrows(IllegalArgumentException.class, () -> reading("p.C#m()\tresult > 0\tnice\n"));
    }

    @Test
    void thePageSumsUpWhatWasReadOnceAllOfItWas() throws IOException {
        List<Row> rows = List.of(row("p.C#m()", "result > 0", "x == 1"), row("p.C#n()", "x == 1"));
        Reading half = reading("p.C#m()\tresult > 0\tfalse\np.C#m()\tx == 1\tuseful\n");
        assertFalse(MergePage.of(rows, half).contains("By reading, of the clauses"));
        Reading all = reading("p.C#m()\tresult > 0\tfalse\np.C#m()\tx == 1\tuseful\np.C#n()\tx == 1\tlittle\n");
        String page = MergePage.of(rows, all);
        assertTrue(page.contains("of all 2 improved methods: 1 useful, 1 little, 1 false. Methods with a useful clause: 1 (50 %)."), page);
        assertTrue(page.contains("says to be false: 1 (50 %)."), page);
        assertTrue(page.contains("- `result > 0` (support 9, mutants 2), read: false"), page);
    }
}
