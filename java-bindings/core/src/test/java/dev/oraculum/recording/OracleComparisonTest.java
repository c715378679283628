package dev.oraculum.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.api.oracle.CheckReport.Kind;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OracleComparisonTest {
    private static final OracleDatum DATUM = new OracleDatum(
            "pkg.C", "m", "()V", "C.java", 3, DatumKind.LOCAL, "x", null, false, List.of(1));

    /** The mismatches of one test with one datum: two values that the text does not show wholly. */
    private static List<Mismatch> compare(String state, List<String> states, DataTrace now) {
        Oracle.Values values = new Oracle.Values(0, 2, "00000000000000aa", state, List.of("P{x=Q}", "P{x=Q}"), states);
        Oracle.TestValues test = new Oracle.TestValues("[t]", "t", "pkg.T", 1, List.of(values), List.of());
        Oracle oracle = new Oracle(Oracle.FORMAT, Oracle.VERSION, 64, List.of(DATUM), List.of(), List.of(test));
        return new OracleComparison(oracle, Set.of()).compare(test, Map.of(0, now), Optional.empty()).mismatches();
    }

    private static DataTrace trace(long hash, Long state, String second, int secondState) {
        return new DataTrace(2, hash, state, List.of("P{x=Q}", second), List.of(1, secondState));
    }

    @Test
    void anotherStateIsAMismatchAtTheValueThatHasIt() {
        List<Mismatch> mismatches = compare("00000000000000bb", List.of("00000001", "00000003"), trace(0xaa, 0xbcL, "P{x=Q}", 5));
        assertEquals(List.of(Kind.STATE), mismatches.stream().map(Mismatch::kind).toList());
        assertEquals(1, mismatches.get(0).index());
        assertEquals(List.of(), compare("00000000000000bb", List.of("00000001", "00000003"), trace(0xaa, 0xbbL, "P{x=Q}", 3)));
    }

    @Test
    void anotherTextIsAMismatchOfTheValue() {
        List<Mismatch> mismatches = compare("00000000000000bb", List.of("00000001", "00000003"), trace(0xab, 0xbcL, "P{x=null}", 0));
        assertEquals(List.of(Kind.VALUE), mismatches.stream().map(Mismatch::kind).toList());
        assertEquals(1, mismatches.get(0).index());
    }

    @Test
    void whereNoStateWasRecordedTextsAreCompared() {
        assertEquals(List.of(), compare(null, List.of(), trace(0xaa, 0xbcL, "P{x=Q}", 5)));
        List<Mismatch> mismatches = compare(null, List.of(), trace(0xab, 0xbcL, "P{x=R}", 5));
        assertEquals("1 VALUE", mismatches.get(0).index() + " " + mismatches.get(0).kind());
    }
}
