package dev.oraculum.evaluation;

import java.util.Arrays;
import java.util.Comparator;

/** Compares two samples without asking how they are distributed. */
public final class RankSum {
    private RankSum() {}

    /** The chance that a value of the first sample is greater than one of the second, ties half (Vargha and Delaney, JEBS 2000). */
    public static double a12(double[] first, double[] second) {
        double greater = 0;
        for (double a : first) {
            for (double b : second) {
                greater += a > b ? 1 : a == b ? 0.5 : 0;
            }
        }
        return greater / (first.length * second.length);
    }

    /**
     * The two-sided p of Mann and Whitney's U test, exact, with ties: the share of all ways to deal out the values whose rank sum is as far
     * from the middle as this one (Mann and Whitney, 1947; ties as mid-ranks).
     */
    public static double p(double[] first, double[] second) {
        double[] all = new double[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        int[] doubled = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            for (double other : all) {
                doubled[i] += other < all[i] ? 2 : other == all[i] ? 1 : 0;
            }
            doubled[i]++;
        }
        int sum = Arrays.stream(doubled).sum();
        // By size and doubled rank sum, how many subsets there are.
        double[][] ways = new double[first.length + 1][sum + 1];
        ways[0][0] = 1;
        for (int rank : doubled) {
            for (int size = first.length; size > 0; size--) {
                for (int total = sum; total >= rank; total--) {
                    ways[size][total] += ways[size - 1][total - rank];
                }
            }
        }
        int seen = 0;
        for (int i = 0; i < first.length; i++) {
            seen += doubled[i];
        }
        double middle = (double) sum * first.length / all.length;
        double far = 0;
        double every = 0;
        for (int total = 0; total <= sum; total++) {
            every += ways[first.length][total];
            far += Math.abs(total - middle) >= Math.abs(seen - middle) - 1e-9 ? ways[first.length][total] : 0;
        }
        return far / every;
    }

    /**
     * Holm's correction for several tests (Holm, Scandinavian Journal of Statistics, 1979).
     *
     * @param p of each test
     * @return in the same order: less than a level where the test is significant at it in all of them together
     */
    public static double[] holm(double[] p) {
        Integer[] ascending = new Integer[p.length];
        Arrays.setAll(ascending, i -> i);
        Arrays.sort(ascending, Comparator.comparingDouble(i -> p[i]));
        double[] corrected = new double[p.length];
        double least = 0;
        for (int rank = 0; rank < p.length; rank++) {
            least = Math.max(least, Math.min(1, p[ascending[rank]] * (p.length - rank)));
            corrected[ascending[rank]] = least;
        }
        return corrected;
    }
}
