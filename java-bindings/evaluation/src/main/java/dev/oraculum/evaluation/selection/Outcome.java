package dev.oraculum.evaluation.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What came out for a library.
 *
 * @param matrix its faults
 * @param rates by approach, by group of faults, by number of data - 1: percent of the group's faults detected
 */
record Outcome(SelectLibrary library, DetectionMatrix matrix, Map<String, double[][]> rates) {
    static final int MOST = 10;
    static final int GROUPS = 20;
    static final int GROUP = 40;
    static final String CEILING = "ceiling: greedy by hindsight";

    /** Percent of the faults that an approach detects with so many data, on average over the groups. */
    double average(String approach, int size) {
        return Arrays.stream(rates.get(approach)).mapToDouble(group -> group[size - 1]).average().orElse(0);
    }

    /** Standard deviation over the groups. */
    double deviation(String approach, int size) {
        double average = average(approach, size);
        return Math.sqrt(
                Arrays.stream(rates.get(approach)).mapToDouble(group -> Math.pow(group[size - 1] - average, 2)).average().orElse(0));
    }

    /** The same over all sizes. */
    double mean(String approach) {
        return IntStream.rangeClosed(1, MOST).mapToDouble(size -> average(approach, size)).average().orElse(0);
    }

    /** @param orders by approach: the data it takes, in order; of several orders the average counts */
    static Outcome of(SelectLibrary library, DetectionMatrix matrix, Map<String, List<List<Integer>>> orders) {
        List<BitSet> faults = matrix.detectable();
        orders.put(CEILING, List.of(hindsight(faults)));
        List<List<BitSet>> groups = groups(faults);
        Map<String, double[][]> rates = new java.util.LinkedHashMap<>();
        orders.forEach((approach, drawn) ->
                rates.put(approach, groups.stream().map(group -> rates(group, drawn)).toArray(double[][]::new)));
        return new Outcome(library, matrix, rates);
    }

    /** Always the datum that detects most of the faults that those before do not; ties by place. */
    static List<Integer> hindsight(List<BitSet> faults) {
        List<BitSet> left = new ArrayList<>(faults);
        List<Integer> order = new ArrayList<>();
        int data = faults.stream().mapToInt(BitSet::length).max().orElse(0);
        while (order.size() < MOST && !left.isEmpty()) {
            int[] detected = new int[data];
            left.forEach(fault -> fault.stream().forEach(datum -> detected[datum]++));
            int best = IntStream.range(0, data).reduce((a, b) -> detected[b] > detected[a] ? b : a).orElseThrow();
            order.add(best);
            left.removeIf(fault -> fault.get(best));
        }
        return order;
    }

    private static List<List<BitSet>> groups(List<BitSet> faults) {
        Random random = new Random(MatrixRun.SEED);
        List<List<BitSet>> groups = new ArrayList<>();
        List<BitSet> shuffled = new ArrayList<>(faults);
        for (int i = 0; i < GROUPS; i++) {
            Collections.shuffle(shuffled, random);
            groups.add(List.copyOf(shuffled.subList(0, Math.min(GROUP, shuffled.size()))));
        }
        return groups;
    }

    private static double[] rates(List<BitSet> faults, List<List<Integer>> orders) {
        double[] rates = new double[MOST];
        for (List<Integer> order : orders) {
            for (BitSet fault : faults) {
                int first = IntStream.range(0, Math.min(MOST, order.size())).filter(i -> fault.get(order.get(i))).findFirst().orElse(MOST);
                for (int size = first; size < MOST; size++) {
                    rates[size] += 100.0 / faults.size() / orders.size();
                }
            }
        }
        return rates;
    }
}
