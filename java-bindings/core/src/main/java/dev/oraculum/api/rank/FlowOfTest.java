package dev.oraculum.api.rank;

import dev.oraculum.api.Engine;
import java.util.List;

/**
 * Which anomalies reached the assertions of a generated test.
 *
 * @param test place in the list of generated tests
 * @param sites all that were executed
 */
public record FlowOfTest(int test, List<Site> sites) {
    public FlowOfTest {
        sites = List.copyOf(sites);
    }

    /**
     * An executed assertion site.
     *
     * @param site place in the list of sites that {@link Engine#rank} gets
     * @param executions how often it was executed in the test
     * @param threw whether the assertion failed
     * @param anomalies ids of the anomalies that its operands depend on; empty: of none
     */
    public record Site(int site, long executions, boolean threw, List<Integer> anomalies) {
        public Site {
            anomalies = List.copyOf(anomalies);
        }
    }
}
