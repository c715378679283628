package dev.oraculum.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static String verdict(Job job, Map<String, String> figures, Map<String, String> options) {
        Properties end = new Properties();
        end.putAll(figures);
        return new Verdict(new Figures(end), options::get, new PlainWording()).of(job);
    }

    @Test
    void aCheckIsContentWithSoManyMismatches() {
        Map<String, String> figures = Map.of("mismatches", "2", "notPassing", "1");
        assertEquals("2 mismatches, and maxMismatches is 1\nif the change is meant, record a new oracle with select",
                verdict(Job.CHECK, figures, Map.of("maxMismatches", "1")));
        assertNull(verdict(Job.CHECK, figures, Map.of("maxMismatches", "2")));
        assertEquals("2 mismatches, and maxMismatches is 0; 1 test of the oracle does not pass any more\n"
                + "if the change is meant, record a new oracle with select", verdict(Job.CHECK, figures, Map.of()));
    }

    @Test
    void whatIsGoneIsSaidUnlessItIsAllowed() {
        assertEquals("2 variables or tests of the oracle are gone, and allowGone is false\n"
                + "if the change is meant, record a new oracle with select", verdict(Job.CHECK, Map.of("gone", "2"), Map.of()));
        assertNull(verdict(Job.CHECK, Map.of("gone", "2"), Map.of("allowGone", "true")));
    }

    @Test
    void rankAndGenerateHaveThresholdsWhereTheBuildSaysSo() {
        assertNull(verdict(Job.RANK, Map.of("unsafe", "9"), Map.of()));
        assertEquals("9 assertions of the generated tests are unsafe, and maxUnsafe is 8: read them, the first first",
                verdict(Job.RANK, Map.of("unsafe", "9"), Map.of("maxUnsafe", "8")));
        Map<String, String> coverage = Map.of("branches", "8", "branchesCovered", "7");
        assertEquals("tests cover 87.5 % of the branches (7 of 8), and minBranchCoverage is 90.0",
                verdict(Job.GENERATE, coverage, Map.of("minBranchCoverage", "90")));
        assertNull(verdict(Job.GENERATE, coverage, Map.of("minBranchCoverage", "87.5")));
    }

    @Test
    void aFaultOfOursIsNoResult() {
        assertEquals("1 ended by a fault of Oraculum", verdict(Job.IMPROVE, Map.of("internalErrors", "1"), Map.of()));
    }
}
