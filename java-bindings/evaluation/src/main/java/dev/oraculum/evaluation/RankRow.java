package dev.oraculum.evaluation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What came out for a fault.
 *
 * @param manual figures of the manual tests; null: no seed's suite has a wrong assertion, so they were not run
 * @param seeds by seed
 */
record RankRow(RealFault fault, Manual manual, List<Seeded> seeds) {
    /**
     * The manual tests.
     *
     * @param used those that pass on the buggy release and execute the class
     * @param leftOut the others
     */
    record Manual(int used, int leftOut) {}

    /**
     * A generated suite.
     *
     * @param assertions of it
     * @param wrong of these
     * @param firsts by variant; empty if the suite has no wrong assertion
     * @param recreated where the first wrong one comes with manual tests of our own; null: there are none beside the published, or none is
     * wrong
     * @param reports the most suspicious assertions, one a line
     */
    record Seeded(long seed, int tests, int assertions, int wrong, Manual manual, Map<RankVariant, FirstWrong> firsts, FirstWrong recreated,
            List<String> reports) {
        boolean isCaptured() {
            return wrong > 0;
        }

        /** The share of the assertions that are read until the first wrong one comes; infinite if nothing speaks against it. */
        double read(RankVariant variant) {
            return position(firsts.get(variant)) / assertions;
        }
    }

    List<Seeded> captured() {
        return seeds.stream().filter(Seeded::isCaptured).toList();
    }

    /** The position for the median: what is not found comes after everything. */
    static double position(FirstWrong first) {
        return first.isFound() ? first.position() : Double.POSITIVE_INFINITY;
    }

    /** The median over the seeds that captured the fault. */
    double median(Function<Seeded, Double> figure) {
        List<Double> sorted = captured().stream().map(figure).sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double medianPosition(RankVariant variant) {
        return median(s -> position(s.firsts().get(variant)));
    }

    /** The share of the captured seeds for which something is so. */
    double share(Function<Seeded, Boolean> is) {
        return captured().stream().filter(is::apply).count() / (double) captured().size();
    }

    double shareInTop(RankVariant variant) {
        return share(s -> s.firsts().get(variant).topFive());
    }

    /** As it appears while the others are still made. */
    String line() {
        return fault.id() + ": " + seeds.stream()
                .map(s -> String.format(Locale.ROOT, "%d assertions, %d wrong, first %s (with our own manual tests %s)", s.assertions(),
                s.wrong(),
                !s.firsts().isEmpty() ? RankPage.place(s.firsts().get(RankVariant.RANK)) : "",
                s.recreated() == null ? "" : RankPage.place(s.recreated())))
                .collect(Collectors.joining("; "));
    }
}
