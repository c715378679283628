package dev.oraculum.api.report;

import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.OraculumException;
import dev.oraculum.page.FindingList;
import java.nio.file.Path;
import java.util.List;

/**
 * What somebody should look at in the JSON that jobs write ({@link dev.oraculum.api.Report#toJson}): of rank the unsafe assertions, of
 * check the mismatches, of generate the broken contracts and the mutants that no test kills. Improve, infer and select find no faults.
 */
public final class Findings {
    private final FindingList list;

    private Findings(FindingList list) {
        this.list = list;
    }

    /**
     * Those of result files.
     *
     * @throws IllegalArgumentException there is no file
     * @throws InvalidInputException a file is no JSON, none of these results, or of a later version
     * @throws OraculumException {@link OraculumException.Code#IO}: a file cannot be read
     */
    public static Findings of(List<Path> files) {
        return new Findings(FindingList.of(files));
    }

    /**
     * Those of one result.
     *
     * @param json as {@link dev.oraculum.api.Report#toJson} gives it
     * @throws InvalidInputException it is none of these results
     */
    public static Findings ofResult(String json) {
        return new Findings(FindingList.ofResult(json));
    }

    /** How many there are. */
    public int count() {
        return list.count();
    }

    /**
     * As SARIF 2.1.0, for code review tools: contracts and mismatches are errors, assertions of Top-N warnings, all else notes. Files are
     * named below the first of the folders that has them, by {@code uriBaseId}.
     *
     * @param sources folders that hold the package folders of sources; may be empty
     */
    public String sarif(List<Path> sources) {
        return list.sarif(sources);
    }

    /** A badge for the first page of a project, as SVG: whether the oracle holds, how many mutants are killed, what was improved. */
    public String badge() {
        return list.badge();
    }
}
