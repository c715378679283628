package org.apache.commons.math3.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.apache.commons.math3.exception.NotPositiveException;
import org.apache.commons.math3.exception.NotStrictlyPositiveException;
import org.apache.commons.math3.exception.NumberIsTooLargeException;
import org.junit.Test;

public class HypergeometricDistributionTest {
    private final HypergeometricDistribution distribution = new HypergeometricDistribution(10, 5, 5);

    @Test
    public void densities() {
        double[] expected = {0.0, 0.00396825396825397, 0.0992063492063492, 0.396825396825397, 0.396825396825397, 0.0992063492063492, 0.00396825396825397, 0.0};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], distribution.probability(i - 1), 1e-9);
        }
    }

    @Test
    public void cumulativeProbabilities() {
        double[] expected = {0.0, .00396825396825397, .103174603174603, .5, .896825396825397, .996031746031746, 1.0, 1.0};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], distribution.cumulativeProbability(i - 1), 1e-9);
        }
    }

    @Test
    public void upperCumulativeProbabilities() {
        assertEquals(1.0, distribution.upperCumulativeProbability(0), 1e-9);
        assertEquals(0.5, distribution.upperCumulativeProbability(3), 1e-9);
        assertEquals(0.00396825396825397, distribution.upperCumulativeProbability(5), 1e-9);
    }

    @Test
    public void inverseCumulativeProbabilities() {
        assertEquals(0, distribution.inverseCumulativeProbability(0.0));
        assertEquals(2, distribution.inverseCumulativeProbability(0.25));
        assertEquals(3, distribution.inverseCumulativeProbability(0.75));
        assertEquals(5, distribution.inverseCumulativeProbability(1.0));
    }

    @Test
    public void degenerateWithoutFailures() {
        HypergeometricDistribution d = new HypergeometricDistribution(5, 5, 3);
        assertEquals(1.0, d.probability(3), 1e-12);
        assertEquals(0.0, d.probability(2), 1e-12);
        assertEquals(3, d.getSupportLowerBound());
        assertEquals(3, d.getSupportUpperBound());
    }

    @Test
    public void degenerateWithoutSuccesses() {
        HypergeometricDistribution d = new HypergeometricDistribution(5, 0, 3);
        assertEquals(1.0, d.probability(0), 1e-12);
        assertEquals(0, d.getSupportLowerBound());
        assertEquals(0, d.getSupportUpperBound());
    }

    @Test
    public void preconditions() {
        try {
            new HypergeometricDistribution(0, 3, 5);
            fail("NotStrictlyPositiveException expected");
        } catch (NotStrictlyPositiveException e) {
            // expected
        }
        try {
            new HypergeometricDistribution(5, -1, 5);
            fail("NotPositiveException expected");
        } catch (NotPositiveException e) {
            // expected
        }
        try {
            new HypergeometricDistribution(5, 6, 5);
            fail("NumberIsTooLargeException expected");
        } catch (NumberIsTooLargeException e) {
            // expected
        }
    }

    @Test
    public void accessors() {
        HypergeometricDistribution d = new HypergeometricDistribution(7, 3, 4);
        assertEquals(7, d.getPopulationSize());
        assertEquals(3, d.getNumberOfSuccesses());
        assertEquals(4, d.getSampleSize());
        assertTrue(d.isSupportConnected());
    }

    @Test
    public void support() {
        HypergeometricDistribution d = new HypergeometricDistribution(10, 8, 5);
        assertEquals(3, d.getSupportLowerBound());
        assertEquals(5, d.getSupportUpperBound());
        assertEquals(0, new HypergeometricDistribution(100, 8, 5).getSupportLowerBound());
    }

    @Test
    public void moments() {
        HypergeometricDistribution d = new HypergeometricDistribution(1500, 40, 100);
        assertEquals(40d * 100d / 1500d, d.getNumericalMean(), 1e-9);
        assertEquals((100d * 40d * (1500d - 100d) * (1500d - 40d)) / (1500d * 1500d * 1499d), d.getNumericalVariance(), 1e-9);
        d = new HypergeometricDistribution(3000, 55, 200);
        assertEquals(55d * 200d / 3000d, d.getNumericalMean(), 1e-9);
        assertEquals((200d * 55d * (3000d - 200d) * (3000d - 55d)) / (3000d * 3000d * 2999d), d.getNumericalVariance(), 1e-9);
    }

    @Test
    public void momentsOfSmallPopulations() {
        assertEquals(2.5, distribution.getNumericalMean(), 1e-9);
        assertEquals(0.6944444444, distribution.getNumericalVariance(), 1e-9);
        assertEquals(2.0, new HypergeometricDistribution(10, 4, 5).getNumericalMean(), 1e-9);
        assertEquals(0.0, new HypergeometricDistribution(10, 0, 5).getNumericalMean(), 1e-9);
    }

    @Test
    public void samples() {
        distribution.reseedRandomGenerator(100);
        for (int i = 0; i < 20; i++) {
            int sample = distribution.sample();
            assertTrue(sample >= 0 && sample <= 5);
        }
    }
}
