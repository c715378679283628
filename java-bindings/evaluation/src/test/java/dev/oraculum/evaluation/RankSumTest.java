package dev.oraculum.evaluation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RankSumTest {
    /** Of 20 ways to deal out six different values, two are as extreme as this. */
    @Test
    void samplesThatDoNotOverlap() {
        double[] low = {1, 2, 3};
        double[] high = {4, 5, 6};
        assertEquals(0.1, RankSum.p(low, high), 1e-12);
        assertEquals(1, RankSum.a12(high, low), 0);
        assertEquals(0, RankSum.a12(low, high), 0);
    }

    @Test
    void tiesCountHalf() {
        double[] same = {2, 2, 2, 2};
        assertEquals(1, RankSum.p(same, same), 1e-12);
        assertEquals(0.5, RankSum.a12(same, same), 0);
        // Mid-ranks 2 2 2 4.5 4.5: the sum of two of them is 4 (3 ways), 6.5 (6) or 9 (1), the middle is 6.
        assertEquals(0.1, RankSum.p(new double[] {5, 5}, new double[] {1, 1, 1}), 1e-12);
    }

    @Test
    void correctedForSeveralTestsPNeverFallsBelowThatOfALesserOne() {
        assertArrayEquals(new double[] {0.03, 0.04, 0.04, 0.02}, RankSum.holm(new double[] {0.01, 0.02, 0.03, 0.005}), 1e-12);
        assertArrayEquals(new double[] {1, 1}, RankSum.holm(new double[] {0.7, 1}), 0);
        assertArrayEquals(new double[0], RankSum.holm(new double[0]), 0);
    }
}
