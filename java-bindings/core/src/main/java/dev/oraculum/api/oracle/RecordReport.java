package dev.oraculum.api.oracle;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.select.OracleDatum;
import java.util.List;

/**
 * What {@link Oraculum#record} recorded.
 *
 * @param oracle for {@link Oraculum#check}
 * @param dataLeftOut data of which nothing is in the oracle: not recordable, never defined by the tests, or different from run to run in
 * every test
 * @param generated JUnit tests for the data that a test can see
 * @param testsLeftOut tests that did not pass, or did not end alike
 * @param unstable values left out because they differed from run to run
 * @param problems what went wrong outside tests, and what could not be woven
 * @param run how the run went; not part of the JSON
 */
public record RecordReport(Oracle oracle, GeneratedTests generated, List<LeftOut> dataLeftOut, List<LeftOut> testsLeftOut,
        List<Unstable> unstable, List<String> problems,
        @JsonIgnore RunInfo run)
        implements Report {
    /** A datum whose values differed from run to run in a test. */
    public record Unstable(OracleDatum datum, String test) {}
}
