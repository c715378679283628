package dev.oraculum.api.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.api.oracle.CheckReport.Kind;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader is told of a mismatch, whatever front door tells it. */
class MismatchTest {
    private static final OracleDatum DATUM = new OracleDatum(
            "pkg.C", "m", "(I)I", "C.java", 3, DatumKind.LOCAL, "x", null, false, List.of(1));

    private static Mismatch of(Kind kind, long index, String expected, String actual, long expectedCount, long actualCount) {
        return new Mismatch("pkg.T.test", "[engine:e]", DATUM, kind, index, expected, actual, expectedCount, actualCount, true);
    }

    private static void assertDetails(Mismatch mismatch, String expected, String actual) {
        assertEquals(List.of("test      pkg.T.test", "expected  " + expected, "actual    " + actual), mismatch.details());
        assertEquals("x at pkg.C.m:3", mismatch.subject());
    }

    @Test
    void everyKindSaysWhatWasExpectedAndWhatCame() {
        assertDetails(of(Kind.VALUE, 1, "5", "6", 2, 3), "5 (value 2 of 2)", "6 (value 2 of 3)");
        assertDetails(of(Kind.COUNT, 2, "7", null, 3, 2), "7 (value 3 of 3)", "none: it ends after 2 values");
        assertDetails(of(Kind.VALUE, 64, null, null, 100, 100), "another (value 65 of 100), which was not kept",
                "another (value 65 of 100), which was not kept");
        assertDetails(of(Kind.MISSING, 0, "5", null, 1, 0), "1 value, the first 5", "none: the definition is not executed any more");
        assertDetails(of(Kind.NEW, 0, null, "6", 0, 2), "none: the definition was not executed", "2 values, the first 6");
    }

    @Test
    void ofStateItSaysThatTheTextDoesNotShowIt() {
        List<String> details = of(Kind.STATE, 0, "pkg.P{x=pkg.Q}", "pkg.P{x=pkg.Q}", 1, 1).details();
        assertEquals("note      the text shows two levels; what differs is further inside", details.get(3));
    }

    @Test
    void aVersionThatVariesIsSaidTo() {
        Mismatch varies = new Mismatch("t", "[t]", DATUM, Kind.VALUE, 0, "1", "2", 1, 1, false);
        assertEquals("note      a second run of this version gave other values again", varies.details().get(3));
    }
}
