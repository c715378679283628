package dev.oraculum.api;

import java.util.List;

/**
 * Result of {@link Engine#improve}.
 *
 * @param stopReason why the search ended
 * @param generations completed
 * @param evaluations assertions evaluated
 * @param initial the assertion that was given
 * @param improved the best assertion found, without false positives and better than {@code initial} (false positives, then false negatives, then size); null if none is
 * @param history every generation's figures if they were asked for, else empty
 * @param elapsedMillis wall time of the search
 */
public record Improvement(
        StopReason stopReason,
        long generations,
        long evaluations,
        ScoredAssertion initial,
        ScoredAssertion improved,
        List<GenerationFigures> history,
        long elapsedMillis) {
    public Improvement {
        history = List.copyOf(history);
    }

    /** What to use: the improved assertion, or the initial one if that could not be improved. */
    public ScoredAssertion best() {
        return improved != null ? improved : initial;
    }

    /** The history as CSV (RFC 4180), one line a generation, with a header line. */
    public String historyCsv() {
        StringBuilder csv = new StringBuilder("generation,bestFp,bestFn,bestSize,evaluations,elapsedMillis\r\n");
        for (GenerationFigures g : history) {
            csv.append(g.generation()).append(',').append(g.bestFp()).append(',').append(g.bestFn()).append(',').append(g.bestSize()).append(',');
            csv.append(g.evaluations()).append(',').append(g.elapsedMillis()).append("\r\n");
        }
        return csv.toString();
    }
}
