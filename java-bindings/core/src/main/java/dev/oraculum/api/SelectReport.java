package dev.oraculum.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
 * @param elapsed seconds by phase: {@code facts}, {@code selection}, {@code total}
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
        Selection selection) {

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

    /** The report as indented JSON, keys in the order of this record. */
    public String toJson() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));
        printer.indentObjectsWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));
        try {
            return JsonMapper.builder().build().writer(printer).writeValueAsString(this) + "\n";
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot write the report as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * The selected data, what they observe directly and what observes them, for Graphviz.
     *
     * @throws IllegalStateException the graph was not asked for
     */
    public String toDot() {
        return SubstitutionPicture.of(selection);
    }
}
