package dev.oraculum.api.oracle;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.select.OracleDatum;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of {@link Oraculum#check}; docs/formats.md ("Result of check") has its JSON.
 *
 * @param schemaVersion version of the JSON
 * @param testsRun tests of the oracle that were run
 * @param valuesCompared pairs of a test and a datum that were compared
 * @param mismatches in the order of the tests, then of the data
 * @param testsNotPassing tests of the oracle that passed when it was recorded and do not now, and how they ended
 * @param testsNotRecorded tests of the oracle that were run and whose values could not be compared, and why: they did not end, or could not
 *     be recorded
 * @param testsGone tests of the oracle that are not there any more
 * @param dataGone data with recorded values whose definition this version does not have, and why
 * @param problems what went wrong outside tests, and what could not be woven
 * @param run how the run went; not part of the JSON
 */
public record CheckReport(
        int schemaVersion,
        int testsRun,
        int valuesCompared,
        List<Mismatch> mismatches,
        List<LeftOut> testsNotPassing,
        List<LeftOut> testsNotRecorded,
        List<String> testsGone,
        List<DatumGone> dataGone,
        List<String> problems,
        @JsonIgnore RunInfo run)
        implements Report {

    /** How a trace differs. */
    public enum Kind {
        /** Both runs defined it, with other values. */
        @JsonProperty("value")
        VALUE,
        /** The values are the same as far as the shorter trace goes. */
        @JsonProperty("count")
        COUNT,
        /** It was defined, and now it is not. */
        @JsonProperty("missing")
        MISSING,
        /** It was not defined, and now it is. */
        @JsonProperty("new")
        NEW,
        /** The values are the same as far as they are written as text; what the objects hold further inside is not. */
        @JsonProperty("state")
        STATE
    }

    /**
     * A datum whose values in a test are not those of the oracle.
     *
     * @param test name
     * @param testId names the test from run to run
     * @param index of the first value that differs, from 0
     * @param expected that value as recorded; null: there was none, or it is behind those that were kept
     * @param actual that value now; null as above
     * @param expectedCount how many values the oracle has
     * @param actualCount how many there are now
     * @param repeatable whether a second run of this version gave the same values; false: this version varies from run to run
     */
    public record Mismatch(
            String test, String testId, OracleDatum datum, Kind kind, long index, String expected, String actual, long expectedCount,
                    long actualCount,
            boolean repeatable) {
        /** What differs, for a reader: {@code return value at pkg.C.m:12}. */
        public String subject() {
            return datum.variable() + " at " + datum.place();
        }

        /** In which test and how, for a reader: a line each for test, expected and actual, and one where the version varies. */
        public List<String> details() {
            List<String> lines = new ArrayList<>();
            lines.add("test      " + test);
            lines.add("expected  " + expectation());
            lines.add("actual    " + observation());
            if (kind == Kind.STATE) {
                lines.add("note      the text shows two levels; what differs is further inside");
            }
            if (!repeatable) {
                lines.add("note      a second run of this version gave other values again");
            }
            return lines;
        }

        /** What the oracle has, for a reader. */
        public String expectation() {
            return switch (kind) {
                case MISSING -> values(expected, expectedCount);
                case NEW -> "none: the definition was not executed";
                case VALUE, COUNT, STATE -> at(expected, expectedCount);
            };
        }

        /** What was observed, for a reader. */
        public String observation() {
            return switch (kind) {
                case MISSING -> "none: the definition is not executed any more";
                case NEW -> values(actual, actualCount);
                case VALUE, COUNT, STATE -> at(actual, actualCount);
            };
        }

        private static String values(String first, long count) {
            return count(count) + (first == null ? "" : ", the first " + first);
        }

        private String at(String value, long count) {
            String place = " (value " + (index + 1) + " of " + count + ")";
            if (value != null) {
                return value + place;
            }
            return index >= count ? "none: it ends after " + count(count) : "another" + place + ", which was not kept";
        }

        private static String count(long values) {
            return values + (values == 1 ? " value" : " values");
        }
    }

    /** @param tests of how many tests the oracle has values of it, none of which could be compared */
    public record DatumGone(OracleDatum datum, String reason, int tests) {}

    /**
     * The result for programs that read results of tests: a test of the oracle is a test here. It fails where a variable has other values
     * than recorded, or where it does not pass any more; what is gone counts as skipped. It has no times.
     *
     * @param request that this is the result of
     * @throws dev.oraculum.api.InvalidInputException the oracle file is not there any more, or is another one
     */
    public String toJunitXml(Check request) {
        List<String> classes = request.project().testClasses();
        return JUnitXml.of(this, Oracle.read(request.oracle()).tests().stream()
                .filter(test -> classes.isEmpty() || classes.contains(test.className())).toList());
    }

    /** Whether this version does in the tests what the recorded one did, as far as could be compared. */
    public boolean agrees() {
        return mismatches.isEmpty() && testsNotPassing.isEmpty();
    }

    /** Whether every test that was run could be compared. */
    public boolean compared() {
        return testsNotRecorded.isEmpty();
    }

    /** Whether everything that the oracle has could be looked at: no datum and no test is gone. */
    public boolean complete() {
        return dataGone.isEmpty() && testsGone.isEmpty();
    }
}
