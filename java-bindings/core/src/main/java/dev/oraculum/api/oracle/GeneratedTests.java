package dev.oraculum.api.oracle;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.select.OracleDatum;
import java.util.List;

/**
 * JUnit tests that replay what given tests did and assert what the selected data were.
 *
 * @param files compiled and passed on this version of the code
 * @param replayed data that they assert on
 * @param notReplayed data that no test asserts on, and why
 */
public record GeneratedTests(List<File> files, List<Replayed> replayed, List<LeftOut> notReplayed) {
    /**
     * @param path relative to the root of test sources
     * @param tests how many test methods it has
     */
    public record File(String path, String className, String source, int tests) {}

    /** @param assertions how many assertions look at it */
    public record Replayed(OracleDatum datum, int assertions) {}
}
