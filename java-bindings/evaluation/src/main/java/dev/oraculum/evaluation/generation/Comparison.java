package dev.oraculum.evaluation.generation;

import dev.oraculum.evaluation.RankSum;
import dev.oraculum.evaluation.generation.GenerateResults.Row;
import dev.oraculum.evaluation.generation.Suite.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * How the default of its time, {@code search} or later {@code hybrid}, compares with less, on classes that both were run on with the same
 * seeds, budget and code.
 */
final class Comparison {
    private static final List<String> DEFAULTS = List.of("search", "hybrid");

    /** Commits between which no line changed that such a run passes. */
    private static final Map<String, String> SAME_CODE = Map.of("e78510e", "e7a0ac3");

    private Comparison() {}

    /** All of them; empty: nothing but the default was run. */
    static String section(List<Row> rows) {
        Map<String, List<Row>> byCode = new LinkedHashMap<>();
        for (Row row : rows) {
            String code = SAME_CODE.getOrDefault(row.state(), row.state());
            byCode.computeIfAbsent(row.set() + " set, " + row.budget() + " s, commit " + code, key -> new ArrayList<>()).add(row);
        }
        StringBuilder text = new StringBuilder();
        byCode.forEach((name, same) -> {
            Set<String> variants = new TreeSet<>(same.stream().map(Row::variant).toList());
            DEFAULTS.stream().filter(variants::contains).findFirst().filter(found -> variants.size() > 1)
                    .ifPresent(found -> text.append(table(name, same, found, variants)));
        });
        return text.isEmpty() ? "" : """
                ## Search against less

                `search` is the search, `hybrid` search and symbolic execution, the default since the fifth set; `without-templates` is the
                search without seed templates, `random` feedback-directed random generation, all with all that comes after the search. Only
                classes and seeds that both have. A12 is the chance that a run of the first gives more than one of the other, the mean of
                the classes (a half: no difference); beside it the classes on which the median of the first is higher, equal and lower.

                """ + text;
    }

    private static String table(String name, List<Row> rows, String first, Set<String> variants) {
        StringBuilder text = new StringBuilder("**" + name + "**\n\n"
                + "| against | classes | seeds | branches: " + first + " | other | A12 | higher, equal, lower | mutants: " + first
                + " | other | A12 | higher, equal, lower |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (String variant : variants) {
            if (!variant.equals(first)) {
                Pairs branches = pairs(rows, first, variant, Row::branches);
                Pairs mutants = pairs(rows, first, variant, Row::mutants);
                text.append(String.format(
                        Locale.ROOT, "| `%s` | %d | %s |%s%s%n", variant, branches.classes(), branches.seeds(), branches.cells(),
                        mutants.cells()));
            }
        }
        return text.append('\n').toString();
    }

    private static Pairs pairs(List<Row> rows, String first, String variant, Function<Row, Share> share) {
        Map<String, Map<Long, Double>> ofFirst = shares(rows, first, share);
        Map<String, Map<Long, Double>> other = shares(rows, variant, share);
        Pairs pairs = new Pairs(new ArrayList<>(), new ArrayList<>(), new TreeSet<>());
        ofFirst.forEach((className, bySeed) -> {
            Map<Long, Double> others = other.getOrDefault(className, Map.of());
            Set<Long> seeds = new TreeSet<>(bySeed.keySet());
            seeds.retainAll(others.keySet());
            if (!seeds.isEmpty()) {
                pairs.of().add(seeds.stream().mapToDouble(bySeed::get).toArray());
                pairs.against().add(seeds.stream().mapToDouble(others::get).toArray());
                pairs.seeds().addAll(seeds);
            }
        });
        return pairs;
    }

    /** By class, and by seed; a run without a test counts with 0. */
    private static Map<String, Map<Long, Double>> shares(List<Row> rows, String variant, Function<Row, Share> share) {
        Map<String, Map<Long, Double>> shares = new LinkedHashMap<>();
        for (Row row : rows) {
            Share found = share.apply(row);
            if (row.variant().equals(variant) && found != null && found.of() > 0) {
                shares.computeIfAbsent(row.className(), name -> new TreeMap<>()).put(row.seed(), (double) found.covered() / found.of());
            }
        }
        return shares;
    }

    /** By class the values of the first, and of the other. */
    record Pairs(List<double[]> of, List<double[]> against, Set<Long> seeds) {
        int classes() {
            return of.size();
        }

        String cells() {
            if (of.isEmpty()) {
                return " | | | |";
            }
            double a12 = 0;
            int[] places = new int[3];
            for (int at = 0; at < of.size(); at++) {
                a12 += RankSum.a12(of.get(at), against.get(at)) / of.size();
                places[1 - (int) Math.signum(median(of.get(at)) - median(against.get(at)))]++;
            }
            return String.format(
                    Locale.ROOT, " %.1f %% | %.1f %% | %.2f | %d, %d, %d |", mean(of), mean(against), a12, places[0], places[1], places[2]);
        }

        private static double mean(List<double[]> classes) {
            return 100 * classes.stream().mapToDouble(Pairs::median).average().orElse(0);
        }

        static double median(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }
}
