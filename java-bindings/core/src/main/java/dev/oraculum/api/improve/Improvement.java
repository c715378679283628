package dev.oraculum.api.improve;

import dev.oraculum.api.Engine;
import dev.oraculum.internal.Records;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Result of {@link Engine#improve}.
 *
 * @param stopReason why the search ended
 * @param generations completed
 * @param evaluations assertions evaluated
 * @param initial the assertion that was given
 * @param improved the best assertion found, without false positives and better than {@code initial}: fewer false negatives, or as few and
 * it says more; null if none is
 * @param history every generation's figures if they were asked for, else empty
 * @param floor what no combination of the synthesis's atoms does better than; null if there was no synthesis, as the next two
 * @param gap false negatives of the best assertion less the floor's, or null if it has false positives; below 0 where evolution left the
 * atoms behind
 * @param limits names of the bounds of the synthesis that left something out
 * @param ungated what would have been chosen without gates; null if there was no synthesis
 * @param archive for each size the choice without gates that misses the fewest incorrect states, of those that the search met, the largest
 * first; null if there was no synthesis
 * @param clauses conjuncts of the best assertion, in its order; empty for {@code true}
 * @param unchanged what the method leaves as it was, by its bytecode: conditions in the assertion language; an improved assertion has them
 * as its last clauses
 * @param elapsedMillis wall time of the search
 */
public record Improvement(
        StopReason stopReason,
        int generations,
        long evaluations,
        ScoredAssertion initial,
        ScoredAssertion improved,
        List<GenerationFigures> history,
        Floor floor,
        Long gap,
        List<String> limits,
        Ungated ungated,
        List<Ungated> archive,
        List<Clause> clauses,
        List<String> unchanged,
        long elapsedMillis) {
    public Improvement {
        history = List.copyOf(history);
        clauses = List.copyOf(clauses);
        unchanged = unchanged == null ? List.of() : List.copyOf(unchanged);
        archive = archive == null ? null : List.copyOf(archive);
        limits = limits == null ? null : List.copyOf(limits);
    }

    /** What to use: the improved assertion, or the initial one if that could not be improved. */
    public ScoredAssertion best() {
        return improved != null ? improved : initial;
    }

    /** The same with another improved assertion (null: none) and its clauses. */
    public Improvement withImproved(ScoredAssertion other, List<Clause> itsClauses) {
        ScoredAssertion best = other != null ? other : initial;
        Long itsGap = floor == null || best.fp() > 0 ? null : best.fn() - floor.fn();
        return new Improvement(stopReason, generations, evaluations, initial, other, history, floor, itsGap, limits, ungated, archive,
                itsClauses, unchanged, elapsedMillis);
    }

    /** The same with other figures of the assertion that was given. */
    public Improvement withInitial(ScoredAssertion other) {
        return Records.with(this, "initial", other);
    }

    /** The history as CSV (RFC 4180), one line a generation, with a header line; what does not exist is empty. */
    public String historyCsv() {
        StringBuilder csv = new StringBuilder("generation");
        for (String population : List.of("fp", "fn")) {
            for (String column : List.of("false_positives", "false_negatives", "size", "mean_size", "distinct", "offspring",
                    "cache_hit_rate")) {
                csv.append(',').append(population).append('_').append(column);
            }
        }
        csv.append(",best_false_negatives,best_size\r\n");
        for (GenerationFigures g : history) {
            csv.append(g.generation());
            for (PopulationFigures p : List.of(g.fp(), g.fn())) {
                csv.append(',').append(p.falsePositives()).append(',').append(p.falseNegatives()).append(',').append(p.size());
                csv.append(String.format(Locale.ROOT, ",%.3f,%d,%d,%.4f", p.meanSize(), p.distinct(), p.offspring(), p.cacheHitRate()));
            }
            csv.append(',').append(Objects.toString(g.bestFalseNegatives(), ""));
            csv.append(',').append(Objects.toString(g.bestSize(), "")).append("\r\n");
        }
        return csv.toString();
    }
}
