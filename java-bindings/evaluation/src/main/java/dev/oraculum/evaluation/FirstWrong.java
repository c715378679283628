package dev.oraculum.evaluation;

import java.util.List;

/**
 * Where the first wrong assertion comes in an order by score.
 *
 * @param position of its tie group, r + (k-1)/2 for one that starts at r and has k members; NaN if nothing speaks against any wrong
 * assertion
 * @param topFive whether it is among the first five, all that are tied with the fifth included
 * @param expected assertions to read until the first wrong one, where the members of a tie group come in random order
 * @param unsafe assertions that something speaks against
 * @param wrongUnsafe how many of these are wrong
 */
record FirstWrong(double position, boolean topFive, double expected, int unsafe, int wrongUnsafe) {
    private static final int TOP = 5;

    /**
     * @param scores of all assertions; 0: nothing speaks against it
     * @param wrong whether each is
     */
    static FirstWrong of(List<Double> scores, List<Boolean> wrong) {
        double best = 0;
        int unsafe = 0;
        int wrongUnsafe = 0;
        for (int i = 0; i < scores.size(); i++) {
            if (scores.get(i) > 0) {
                unsafe++;
                if (wrong.get(i)) {
                    wrongUnsafe++;
                    best = Math.max(best, scores.get(i));
                }
            }
        }
        if (best == 0) {
            return new FirstWrong(Double.NaN, false, Double.NaN, unsafe, 0);
        }
        int before = 0;
        int tied = 0;
        int wrongTied = 0;
        for (int i = 0; i < scores.size(); i++) {
            if (scores.get(i) > best) {
                before++;
            } else if (scores.get(i) == best) {
                tied++;
                wrongTied += wrong.get(i) ? 1 : 0;
            }
        }
        return new FirstWrong(before + 1 + (tied - 1) / 2.0, before < TOP, before + random(tied, wrongTied), unsafe, wrongUnsafe);
    }

    /** The expected place of the first wrong one in random order. */
    static double random(int assertions, int wrong) {
        return (assertions + 1.0) / (wrong + 1.0);
    }

    boolean isFound() {
        return !Double.isNaN(position);
    }
}
