package dev.oraculum.api.select;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.settings.SelectSettings;
import java.util.List;
import java.util.Map;

/**
 * The result of {@link Oraculum#select}; docs/formats.md ("Result of select") has its JSON.
 *
 * @param schemaVersion version of the JSON
 * @param settings of the selection
 * @param testClasses binary names of the test classes that it is for; null: it is for any client
 * @param figures of the analysis
 * @param selected in order
 * @param missing classes that the code refers to and the class path has not, sorted; they were taken as black boxes
 * @param problems class files and methods that could not be analysed, a line each
 * @param elapsed seconds by phase: {@code facts}, {@code execution} if tests were run, {@code selection}, {@code total}
 * @param selection the engine's answer, with the graph if it was asked for; not part of the JSON
 */
@JsonIgnoreProperties("selection")
public record SelectReport(
        int schemaVersion,
        SelectSettings settings,
        List<String> testClasses,
        Selection.Figures figures,
        List<Choice> selected,
        List<String> missing,
        List<String> problems,
        Map<String, Double> elapsed,
        Selection selection,
        @JsonIgnore RunInfo run)
        implements Report {

    /**
     * A selected oracle datum.
     *
     * @param rank from 1
     * @param datum what to assert on
     * @param capability when it was selected; 0: it adds nothing to those before
     * @param initialCapability before anything was selected
     * @param observes what it observes besides itself, the best first
     */
    public record Choice(int rank, OracleDatum datum, double capability, double initialCapability, List<Observes> observes) {}

    /** @param capability above 0, at most 1 */
    public record Observes(OracleDatum datum, double capability) {}

    /**
     * The selected data, what they observe directly and what observes them, for Graphviz.
     *
     * @throws IllegalStateException the graph was not asked for
     */
    public String toDot() {
        return SubstitutionPicture.of(selection);
    }
}
