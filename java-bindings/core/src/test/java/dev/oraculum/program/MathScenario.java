package dev.oraculum.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.integration.SimpsonIntegrator;
import org.apache.commons.math3.analysis.interpolation.SplineInterpolator;
import org.apache.commons.math3.analysis.polynomials.PolynomialFunction;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.exception.MathIllegalArgumentException;
import org.apache.commons.math3.fraction.Fraction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.ode.FirstOrderDifferentialEquations;
import org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.util.Combinations;

/** Uses a library as a test would: interfaces implemented here, lambdas, iterators, exceptions, callbacks from the JDK. */
public final class MathScenario implements Runnable {
    @Override
    public void run() {
        UnivariateFunction cubic = x -> x * x * x - 2;
        double root = new BrentSolver().solve(100, cubic, 0, 2);
        double area = new SimpsonIntegrator().integrate(1000, new PolynomialFunction(new double[] {1, 2, 3}), 0, root);
        double at = new SplineInterpolator().interpolate(new double[] {0, 1, 2, 3}, new double[] {0, 1, 4, 9}).value(1.5);
        RealMatrix matrix = new Array2DRowRealMatrix(new double[][] {{2, 1}, {1, 3}});
        double solution = new LUDecomposition(matrix).getSolver().solve(new ArrayRealVector(new double[] {area, at})).getNorm();
        DescriptiveStatistics statistics = new DescriptiveStatistics();
        for (int i = 0; i < 20; i++) {
            statistics.addValue(new NormalDistribution(new MersenneTwister(i), 0, 1).sample() + solution);
        }
        double[] state = {1, statistics.getPercentile(50)};
        new DormandPrince853Integrator(1e-6, 1, 1e-8, 1e-8).integrate(new Oscillator(), 0, state, 1, state);
        List<Fraction> fractions = new ArrayList<>();
        for (int[] pair : new Combinations(4, 2)) {
            fractions.add(new Fraction(pair[0] + 1, pair[1] + 1));
        }
        fractions.sort(Comparator.naturalOrder());
        String text = fractions + " " + new Complex(0, 1).sqrt() + " " + matrix.equals(matrix.copy()) + " " + matrix.hashCode();
        try {
            matrix.multiply(new Array2DRowRealMatrix(3, 3));
            throw new AssertionError(text);
        } catch (MathIllegalArgumentException expected) {
            expected.getMessage();
        }
    }

    private static final class Oscillator implements FirstOrderDifferentialEquations {
        @Override
        public int getDimension() {
            return 2;
        }

        @Override
        public void computeDerivatives(double t, double[] y, double[] derivative) {
            derivative[0] = y[1];
            derivative[1] = -y[0];
        }
    }
}
