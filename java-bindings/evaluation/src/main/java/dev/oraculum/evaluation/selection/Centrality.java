package dev.oraculum.evaluation.selection;

import dev.oraculum.api.select.Selection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Eigenvector centrality of variables (Bonacich, 1972), the measure that Dodona ranks oracle data by. */
final class Centrality {
    private static final int STEPS = 200;

    private Centrality() {}

    /**
     * Data by descending centrality, ties by index. Chains count in both directions: on a graph without cycles the centrality along them
     * would be 0 everywhere.
     *
     * @param weights of the chains, not negative
     */
    static List<Integer> order(int data, List<Selection.Chain> chains, double[] weights) {
        double[] centrality = new double[data];
        java.util.Arrays.fill(centrality, 1);
        for (int step = 0; step < STEPS; step++) {
            // A + I has the eigenvectors of A and none of equal size and opposite sign, so that the iteration converges.
            double[] next = centrality.clone();
            for (int i = 0; i < weights.length; i++) {
                Selection.Chain chain = chains.get(i);
                next[chain.observer()] += weights[i] * centrality[chain.observed()];
                next[chain.observed()] += weights[i] * centrality[chain.observer()];
            }
            double most = java.util.Arrays.stream(next).max().orElse(1);
            for (int i = 0; i < data; i++) {
                centrality[i] = next[i] / most;
            }
        }
        Comparator<Integer> descending = Comparator.comparingDouble(i -> -centrality[i]);
        return IntStream.range(0, data).boxed().sorted(descending.thenComparing(Comparator.naturalOrder())).toList();
    }
}
